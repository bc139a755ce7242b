import { DrapeError, InputError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import type { Extensions } from "../scene/extensions.ts";
import { createEngine, type Engine, type UpdateReport } from "./engine.ts";
import type { Told } from "./told.ts";
import { buffersOf, type Frame, type FromWorker, packError, type Question, type SentArrays, type ToWorker } from "./wire.ts";

/** The page, as a worker sees it. */
export interface PagePort {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
}

/** Serves one world: what the page sends goes into the function that comes back. Questions are answered one after another, in their order. */
export function serveWorld(page: PagePort): (message: ToWorker) => void {
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

  async function open({ version, settings, threads, sleep, modules, isShared: shares }: Question & { kind: "open" }): Promise<void> {
    if (version !== VERSION)
      throw new InputError("worker", `the code of drape ${VERSION}`, `give the address of drape/worker.js of ${version}`);
    const extensions = await loadModules(modules);
    isShared = shares;
    engine = createEngine(settings, { loadMesh, threads, sleep, ...extensions });
  }

  async function answer(question: Question): Promise<{ edges: number; meshes: UpdateReport["meshes"] }> {
    switch (question.kind) {
      case "open":
        await open(question);
        return { edges: 0, meshes: [] };
      case "change":
        for (const [name, content] of question.meshes) meshes.set(name, content);
        return { edges: 0, meshes: await theEngine().change(question.changes) };
      case "cut":
        await theEngine().loadCuts();
        return { edges: question.edges.length, meshes: theEngine().cut(question.cloth, question.edges) };
      case "cut-along":
        await theEngine().loadCuts();
        return theEngine().cutAlong(question.cloth, question.path, question.reach);
      case "reset":
        return { edges: 0, meshes: await theEngine().reset() };
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
    const own = theEngine();
    const report = own.update(seconds, maxSteps);
    const cloths = report.moved.map((id) => {
      const arrays = arraysFor(id, own.describe(id));
      own.read(id, arrays);
      if (!isShared) spare.delete(id);
      return arrays;
    });
    const events = report.events.map((event) => (event.kind === "unstable" ? { ...event, error: packError(event.error) } : event));
    const frame: Frame = { ...report, events, cloths, places: own.places() };
    page.post({ kind: "frame", frame }, cloths.flatMap(buffersOf));
  }

  return (message) => {
    if (message.kind === "ask") {
      const { id, question, told } = message;
      last = last.then(async () => {
        try {
          tellAll(told);
          page.post({ kind: "answer", id, ...(await answer(question)) }, []);
        } catch (error) {
          page.post({ kind: "error", id, error: packError(error) }, []);
        }
      });
      return;
    }
    try {
      if (message.kind === "update") update(message);
      else engine?.watchContacts();
    } catch (error) {
      page.post({ kind: "error", id: undefined, error: packError(error) }, []);
    }
  };
}

/** What modules bring: their default exports, put together. */
async function loadModules(addresses: readonly string[]): Promise<Extensions> {
  const loaded: Extensions[] = [];
  for (const [n, address] of addresses.entries()) {
    try {
      const { default: brought } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as { default?: Extensions };
      if (typeof brought !== "object" || brought === null) throw new Error("it has no default export { methods, forces, shapes }");
      loaded.push(brought);
    } catch (error) {
      throw new InputError(`modules[${n}]`, JSON.stringify(address), (error as Error).message);
    }
  }
  return {
    methods: loaded.flatMap(({ methods = [] }) => methods),
    forces: loaded.flatMap(({ forces = [] }) => forces),
    shapes: loaded.flatMap(({ shapes = [] }) => shapes),
  };
}
