import { DrapeError } from "../core/errors.ts";
import { nodeModule } from "../core/node-module.ts";
import type { WorldClock } from "./clock.ts";
import {
  type Briefing,
  DONE,
  FAILED,
  type FromHelper,
  type HelperNews,
  type HelperQuestion,
  MOVED,
  type ToHelper,
  WORDS,
} from "./crew-wire.ts";
import type { ClothArrays } from "./engine.ts";
import type { Agreement } from "./meeting.ts";
import type { WorkerPort } from "./open-worker.ts";
import { saveClock } from "./saved-clock.ts";
import { arraysIn, type SharedArrays } from "./shared-cloth.ts";
import type { Told } from "./told.ts";
import { type Answer, unpackError, unsendable } from "./wire.ts";

/** An engine in a helper thread, as the engine of the world sees it. */
export interface Helper {
  /** Why there is none any more. */
  readonly lost: Error | undefined;
  /** Whether a step has failed there. */
  readonly hasFailed: boolean;
  ask(question: HelperQuestion, agree?: Agreement): Promise<Answer>;
  tell(told: Told): void;
  watchContacts(): void;
  /** Begins an update or a step; `finish` waits until it is done, and throws what it throws. */
  beginUpdate(seconds: number, maxSteps: number, steps: readonly (readonly Told[])[]): void;
  beginStep(): void;
  finish(patience: number): void;
  /** Whether an update would bring nothing: all is at rest there, and nothing was told. */
  readonly isResting: boolean;
  /** What has come since it was last taken: of the last update where messages can be waited for, of the one before it on a page. */
  takeNews(): HelperNews[];
  /** Whether positions of a cloth have changed in the last update. */
  hasMoved(cloth: number): boolean;
  readonly places: ReadonlyMap<number, Float64Array>;
  describe(cloth: number): { readonly vertexCount: number; readonly withTangents: boolean } | undefined;
  read(cloth: number, arrays: ClothArrays): void;
  dispose(reason: Error): void;
}

/** What of a port is Node's alone. */
interface NodePort {
  ref?(): void;
  unref?(): void;
}

/** What the listeners of a helper hold: nothing that holds the engine, so that a world that is dropped is collected. */
interface Line {
  readonly port: MessagePort & NodePort;
  readonly asked: Map<number, { readonly agree: Agreement | undefined; resolve(answer: Answer): void; reject(error: Error): void }>;
  readonly clock: WorldClock;
  told: Told[];
  news: HelperNews[];
  /** Of an update. */
  error: Error | undefined;
  lost: Error | undefined;
}

/** A page's main thread may not sleep: it looks again and again. */
const MAY_SLEEP = !("document" in globalThis);

/** Opens a line to a worker that has just been started. `clock` is the world's. */
export function createHelper(worker: WorkerPort, clock: WorldClock): Helper {
  const { port1, port2 } = new MessageChannel();
  const words = new Int32Array(new SharedArrayBuffer(4 * WORDS));
  const line: Line = { port: port1, asked: new Map(), clock, told: [], news: [], error: undefined, lost: undefined };
  worker.post({ kind: "help", port: port2, words }, [port2]);
  listen(line, worker);
  const arrays = new Map<number, SharedArrays>();
  let places: ReadonlyMap<number, Float64Array> = new Map();
  let frame = 0;
  let isFresh = true;

  function begin(message: Untimed<"update" | "step">): void {
    frame++;
    send(line, message);
  }

  return {
    get lost() {
      return line.lost;
    },
    get hasFailed() {
      return Atomics.load(words, FAILED) !== 0;
    },
    get isResting() {
      return !isFresh && line.told.length === 0;
    },
    get places() {
      return places;
    },
    ask(question, agree) {
      isFresh = true;
      return ask(line, question, agree);
    },
    tell: (told) => void line.told.push(told),
    watchContacts: () => send(line, { kind: "watch-contacts" }),
    beginUpdate(seconds, maxSteps, steps) {
      begin({ kind: "update", frame: frame + 1, seconds, maxSteps, steps });
      isFresh = !(seconds > 0);
    },
    beginStep() {
      begin({ kind: "step", frame: frame + 1 });
      isFresh = true;
    },
    finish(patience) {
      if (!waitFor(words, frame, patience)) lose(line, new DrapeError("a thread of the world does not answer; create another world"));
      isFresh ||= Atomics.load(words, MOVED) > 0;
      takeMessages(line);
      const { error } = line;
      line.error = undefined;
      if (line.lost !== undefined) throw line.lost;
      if (error !== undefined) throw error;
    },
    takeNews() {
      const { news } = line;
      line.news = [];
      for (const { cloths, places: other } of news) {
        for (const shared of cloths) arrays.set(shared.id, arraysIn(shared));
        places = other ?? places;
      }
      return news;
    },
    hasMoved: (cloth) => frame > 0 && arrays.get(cloth)?.frame[0] === frame,
    describe: (cloth) => arrays.get(cloth),
    read(cloth, out) {
      const own = arrays.get(cloth);
      if (own === undefined) return;
      out.positions.set(own.positions);
      out.normals.set(own.normals);
      if (own.tangents !== undefined) out.tangents?.set(own.tangents);
    },
    dispose(reason) {
      lose(line, reason);
      worker.terminate();
    },
  };
}

/** A message before it is briefed. */
type Untimed<K extends ToHelper["kind"] = ToHelper["kind"]> = ToHelper extends infer M
  ? M extends ToHelper & { readonly kind: K }
    ? Omit<M, keyof Briefing>
    : never
  : never;

/** All that was told goes before it. */
function send(line: Line, message: Untimed): void {
  if (line.lost !== undefined) return;
  const { told } = line;
  line.told = [];
  line.port.postMessage({ ...message, clock: saveClock(line.clock), told });
}

let questions = 0;

function ask(line: Line, question: HelperQuestion, agree?: Agreement): Promise<Answer> {
  if (line.lost !== undefined) return Promise.reject(line.lost);
  const id = ++questions;
  return new Promise((resolve, reject) => {
    line.asked.set(id, { agree, resolve, reject });
    try {
      send(line, { kind: "ask", id, question });
      line.port.ref?.(); // a process waits for the answer
    } catch (error) {
      line.asked.delete(id);
      reject(unsendable(error));
    }
  });
}

function listen(line: Line, worker: WorkerPort): void {
  worker.listen(
    () => {},
    (reason) => lose(line, new DrapeError(`a thread of the world has ended: ${reason}; create another world`)),
  );
  worker.hold(false);
  line.port.onmessage = ({ data }: MessageEvent<FromHelper>) => hear(line, data);
  line.port.unref?.();
}

function hear(line: Line, message: FromHelper): void {
  if (message.kind === "news") line.news.push(message);
  else if (message.kind === "ready") {
    const { id } = message;
    const { agree } = line.asked.get(id) ?? {};
    agree?.().then(
      (bodies) => send(line, { kind: "agreed", id, bodies }),
      () => send(line, { kind: "refused", id }),
    );
  } else if (message.kind === "error" && message.id === undefined) line.error = unpackError(message.error);
  else {
    const asked = line.asked.get(message.id as number);
    line.asked.delete(message.id as number);
    if (line.asked.size === 0) line.port.unref?.();
    if (message.kind === "answer") asked?.resolve(message);
    else asked?.reject(unpackError(message.error));
  }
}

/** Hears what has come, where that can be done without waiting for the event loop. */
function takeMessages(line: Line): void {
  const threads = nodeModule("node:worker_threads") as
    | { receiveMessageOnPort(port: MessagePort): { readonly message: FromHelper } | undefined }
    | undefined;
  if (threads === undefined) return;
  for (let one = threads.receiveMessageOnPort(line.port); one !== undefined; one = threads.receiveMessageOnPort(line.port)) {
    hear(line, one.message);
  }
}

function lose(line: Line, reason: Error): void {
  if (line.lost !== undefined) return;
  line.lost = reason;
  line.port.close();
  for (const { reject } of line.asked.values()) reject(reason);
  line.asked.clear();
}

/** Waits until a frame is done; false where it takes longer than `patience` [ms]. */
function waitFor(words: Int32Array, frame: number, patience: number): boolean {
  const start = performance.now();
  for (let done = Atomics.load(words, DONE); done !== frame; done = Atomics.load(words, DONE)) {
    if (performance.now() - start > patience) return false;
    if (MAY_SLEEP) Atomics.wait(words, DONE, done, 1000);
  }
  return true;
}
