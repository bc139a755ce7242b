import { placeBodies, whereBodiesAre } from "../sim/transplant.ts";
import { createAnswers } from "./answers.ts";
import type { WorldExtensions } from "./attend.ts";
import { type Briefing, DONE, FAILED, type FromHelper, type HelperQuestion, MOVED, type ToHelper } from "./crew-wire.ts";
import { createEngine, type OwnEngine, type UpdateReport } from "./engine.ts";
import type { Agree } from "./groups.ts";
import { restoreClock } from "./saved-clock.ts";
import { arraysIn, createSharedCloth, type SharedArrays, type SharedCloth } from "./shared-cloth.ts";
import type { Told } from "./told.ts";
import { type Answer, packError } from "./wire.ts";

/** Serves an engine in another thread, one of whose crew this is. What it asks is answered in turn; updates are served at once, for it waits. */
export function serveHelper(port: MessagePort, words: Int32Array, own: WorldExtensions): void {
  const answers = createAnswers(
    own,
    () => {},
    ({ settings }, options) => createEngine(settings, { ...options, agree: () => agree() }),
  );
  const shown = createShown();
  /** Of the question that is being answered: has the others agree; a change that waits for them. */
  let agree: Agree = async () => undefined;
  let waiting: { resolve(put: Awaited<ReturnType<Agree>>): void; reject(reason: Error): void } | undefined;
  let last: Promise<void> = Promise.resolve();

  function post(message: FromHelper): void {
    port.postMessage(message);
  }

  async function answer(id: number, question: HelperQuestion): Promise<Answer> {
    const { engine } = answers;
    if (question.kind === "bodies") return { value: engine && whereBodiesAre(engine.groups.list[0].run), meshes: [] };
    agree = () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        post({ kind: "ready", id });
      });
    return await answers.answer(question);
  }

  function ask(id: number, question: HelperQuestion): void {
    last = last.then(async () => {
      try {
        const { value, meshes } = await answer(id, question);
        if (answers.engine !== undefined) note(answers.engine);
        const news = answers.engine && shown.follow(answers.engine);
        if (news !== undefined) post(news);
        post({ kind: "answer", id, value, meshes });
      } catch (error) {
        post({ kind: "error", id, error: packError(error) });
      }
    });
  }

  function brief(engine: OwnEngine, { clock, told }: Briefing): void {
    restoreClock(engine.clock, clock);
    tellAll(engine, told);
  }

  function note(engine: OwnEngine): void {
    words[FAILED] = Number(engine.groups.haveFailed);
  }

  /** Whatever comes of it, the frame is done: the other thread waits. */
  function serveFrame(engine: OwnEngine, frame: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      post({ kind: "error", id: undefined, error: packError(error) });
    }
    note(engine);
    Atomics.store(words, DONE, frame);
    Atomics.notify(words, DONE);
  }

  function update(engine: OwnEngine, { frame, seconds, maxSteps, steps }: ToHelper & { kind: "update" }): void {
    words[MOVED] = 1;
    const { timestep } = engine.clock;
    const start = engine.clock.time;
    const onStep = (time: number): void => tellAll(engine, steps[Math.round((time - start) / timestep) - 1] ?? []);
    const report = engine.update(seconds, maxSteps, steps.length > 0 ? onStep : undefined);
    const news = shown.show(engine, report, frame);
    if (news !== undefined) post(news);
    words[MOVED] = report.moved.length;
  }

  port.onmessage = ({ data: message }: MessageEvent<ToHelper>) => {
    const { engine } = answers;
    if (message.kind === "ask" && engine === undefined) return ask(message.id, message.question);
    if (engine === undefined) return;
    brief(engine, message);
    switch (message.kind) {
      case "ask":
        return ask(message.id, message.question);
      case "agreed": {
        const { bodies } = message;
        return waiting?.resolve(bodies && ((run) => placeBodies(run, bodies)));
      }
      case "refused":
        return waiting?.reject(new Error("others refuse it"));
      case "update":
        return serveFrame(engine, message.frame, () => update(engine, message));
      case "step":
        return serveFrame(engine, message.frame, () => void engine.step(1));
      case "watch-contacts":
        return engine.watchContacts();
    }
  };
}

function tellAll(engine: OwnEngine, told: readonly Told[]): void {
  for (const one of told) engine.tell(one);
}

/** What is shown of the cloths of a helper, in memory that it shares with the world's engine. */
interface Shown {
  /** Makes memory for cloths that are new, and lets go of that of others. */
  follow(engine: OwnEngine): FromHelper | undefined;
  show(engine: OwnEngine, report: UpdateReport, frame: number): FromHelper | undefined;
}

function createShown(): Shown {
  const arrays = new Map<number, SharedArrays>();
  let places: ReadonlyMap<number, Float64Array> = new Map();

  /** Memory that fits a cloth; it is among `fresh` if it is new. */
  function arraysOf(engine: OwnEngine, id: number, fresh: SharedCloth[]): SharedArrays {
    const like = engine.describe(id);
    const known = arrays.get(id);
    if (known?.vertexCount === like.vertexCount && known.withTangents === like.withTangents) return known;
    const made = createSharedCloth(id, like);
    const own = arraysIn(made);
    arrays.set(id, own);
    fresh.push(made);
    return own;
  }

  function showPlaces(now: ReadonlyMap<number, Float64Array>): ReadonlyMap<number, Float64Array> | undefined {
    const isSame = now.size === places.size && [...now].every(([id, place]) => places.get(id)?.length === place.length);
    if (!isSame) places = new Map([...now].map(([id, { length }]) => [id, new Float64Array(new SharedArrayBuffer(8 * length))]));
    for (const [id, place] of now) places.get(id)?.set(place);
    return isSame ? undefined : places;
  }

  return {
    follow(engine) {
      const there = new Set(engine.groups.list.flatMap(({ ids }) => ids));
      for (const id of arrays.keys()) if (!there.has(id)) arrays.delete(id);
      const cloths: SharedCloth[] = [];
      for (const id of there) arraysOf(engine, id, cloths);
      const fresh = showPlaces(engine.places());
      return cloths.length > 0 || fresh !== undefined ? { kind: "news", events: [], meshes: [], cloths, places: fresh } : undefined;
    },
    show(engine, { moved, meshes, events }, frame) {
      const cloths: SharedCloth[] = [];
      for (const id of moved) {
        const own = arraysOf(engine, id, cloths);
        engine.read(id, own);
        own.frame[0] = frame;
      }
      const fresh = showPlaces(engine.places());
      if (cloths.length + meshes.length + events.length === 0 && fresh === undefined) return undefined;
      const sent = events.map((event) => (event.kind === "unstable" ? { ...event, error: packError(event.error) } : event));
      return { kind: "news", events: sent, meshes, cloths, places: fresh };
    },
  };
}
