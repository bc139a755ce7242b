import { DrapeError, InputError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { type Parcel, transferOf, type WorldExtensions } from "./attend.ts";
import { createEngine, type Engine } from "./engine.ts";
import { loadModules } from "./load-modules.ts";
import type { Told } from "./told.ts";
import { type Answer, buffersOf, type Frame, type FromWorker, packError, type Question, type SentArrays, type ToWorker } from "./wire.ts";

/** The page, as a worker sees it. */
export interface PagePort {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
}

/**
 * Serves one world: what the page sends goes into the function that comes back. Questions are answered one after another, in their order. `own` is what the
 * worker's code adds.
 */
export function serveWorld(page: PagePort, own: WorldExtensions): (message: ToWorker) => void {
  const meshes = new Map<string, string | Uint8Array>();
  let engine: Engine | undefined;
  let isShared = false;
  let last: Promise<void> = Promise.resolve();
  /** Arrays to write the next frames into, by cloth. */
  const spare = new Map<number, SentArrays>();

  function theEngine(): Engine {
    if (engine === undefined) throw new DrapeError("the world is not open yet");
    return engine;
  }

  async function loadMesh(name: string): Promise<string | Uint8Array> {
    const content = meshes.get(name);
    if (content === undefined) throw new InputError("mesh", JSON.stringify(name), "it was not sent to the worker");
    return content;
  }

  async function open(question: Question & { kind: "open" }): Promise<void> {
    const { version, settings, threads, sleep, together, modules, isShared: shares } = question;
    if (version !== VERSION)
      throw new InputError("worker", `the code of drape ${VERSION}`, `give the address of drape/worker.js of ${version}`);
    const extensions = await loadModules(modules, own);
    isShared = shares;
    const tell = (message: Parcel): void => page.post({ kind: "told", value: message.value }, transferOf(message));
    engine = createEngine(settings, { loadMesh, threads, sleep, together, ...extensions, tell });
  }

  function keep(sent: ReadonlyMap<string, string | Uint8Array>): void {
    for (const [name, content] of sent) meshes.set(name, content);
  }

  async function answer(question: Question): Promise<Answer & { readonly transfer?: ArrayBuffer[] }> {
    switch (question.kind) {
      case "open":
        await open(question);
        return { value: undefined, meshes: [] };
      case "change":
        keep(question.meshes);
        return { value: undefined, meshes: await theEngine().change(question.changes) };
      case "load":
        meshes.clear();
        keep(question.meshes);
        return { value: undefined, meshes: await theEngine().load(question) };
      case "step":
        return { value: theEngine().step(question.count), meshes: [] };
      case "attend": {
        const parcel = await theEngine().ask(question.question);
        return { value: parcel?.value, meshes: [], transfer: transferOf(parcel) };
      }
      case "cut": {
        const { cut } = await theEngine().loadCuts();
        return { value: question.edges.length, meshes: cut(question.cloth, question.edges) };
      }
      case "cut-along": {
        const { cutAlong } = await theEngine().loadCuts();
        const { edges, meshes } = cutAlong(question.cloth, question.path, question.reach);
        return { value: edges, meshes };
      }
      case "reset":
        return { value: undefined, meshes: await theEngine().reset() };
    }
  }

  function tellAll(told: readonly Told[]): void {
    for (const one of told) engine?.tell(one);
  }

  /** Arrays for a cloth: those that came back, where they still fit. */
  function arraysFor(id: number, like: { readonly vertexCount: number; readonly withTangents: boolean }): SentArrays {
    const known = spare.get(id);
    const { vertexCount, withTangents } = like;
    if (known?.positions.length === 3 * vertexCount && (known.tangents !== undefined) === withTangents) return known;
    const create = (size: number): Float32Array => (isShared ? new Float32Array(new SharedArrayBuffer(4 * size)) : new Float32Array(size));
    const made = {
      id,
      positions: create(3 * vertexCount),
      normals: create(3 * vertexCount),
      tangents: withTangents ? create(4 * vertexCount) : undefined,
    };
    if (isShared) spare.set(id, made);
    return made;
  }

  function update({ seconds, maxSteps, told, returned }: ToWorker & { kind: "update" }): void {
    for (const arrays of returned) spare.set(arrays.id, arrays);
    tellAll(told);
    const engine = theEngine();
    const report = engine.update(seconds, maxSteps);
    const cloths = report.moved.map((id) => {
      const arrays = arraysFor(id, engine.describe(id));
      engine.read(id, arrays);
      if (!isShared) spare.delete(id);
      return arrays;
    });
    const events = report.events.map((event) => (event.kind === "unstable" ? { ...event, error: packError(event.error) } : event));
    const shown = engine.show();
    const frame: Frame = { ...report, events, cloths, places: engine.places(), attended: shown?.value };
    page.post({ kind: "frame", frame }, [...cloths.flatMap(buffersOf), ...transferOf(shown)]);
  }

  return (message) => {
    if (message.kind === "ask") {
      const { id, question, told } = message;
      last = last.then(async () => {
        try {
          tellAll(told);
          const { value, meshes, transfer = [] } = await answer(question);
          page.post({ kind: "answer", id, value, meshes }, transfer);
        } catch (error) {
          page.post({ kind: "error", id, error: packError(error) }, []);
        }
      });
      return;
    }
    if (message.kind === "watch-contacts") return engine?.watchContacts();
    try {
      update(message);
    } catch (error) {
      page.post({ kind: "error", id: undefined, error: packError(error) }, []);
    }
  };
}
