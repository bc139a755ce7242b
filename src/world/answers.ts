import { DrapeError, InputError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { type Parcel, transferOf, type WorldExtensions } from "./attend.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { loadModules } from "./load-modules.ts";
import type { Answer, Question } from "./wire.ts";

export type Open = Question & { readonly kind: "open" };

/** An engine in a worker, and what it answers to questions. */
export interface Answers<E extends Engine> {
  /** There is none before it is asked to open. */
  readonly engine: E | undefined;
  answer(question: Question): Promise<Answer & { readonly transfer?: ArrayBuffer[] }>;
}

/** `own` is what the worker's code adds; `create` makes the engine. */
export function createAnswers<E extends Engine>(
  own: WorldExtensions,
  tell: (message: Parcel) => void,
  create: (open: Open, options: EngineOptions) => E | Promise<E>,
): Answers<E> {
  const meshes = new Map<string, string | Uint8Array>();
  let engine: E | undefined;

  function theEngine(): E {
    if (engine === undefined) throw new DrapeError("the world is not open yet");
    return engine;
  }

  async function loadMesh(name: string): Promise<string | Uint8Array> {
    const content = meshes.get(name);
    if (content === undefined) throw new InputError("mesh", JSON.stringify(name), "it was not sent to the worker");
    return content;
  }

  async function open(question: Open): Promise<void> {
    const { version, threads, sleep, together, modules } = question;
    if (version !== VERSION)
      throw new InputError("worker", `the code of drape ${VERSION}`, `give the address of drape/worker.js of ${version}`);
    engine = await create(question, { loadMesh, threads, sleep, together, ...(await loadModules(modules, own)), tell });
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
        return { value: question.edges.length, meshes: await cut(question.cloth, question.edges) };
      }
      case "cut-along": {
        const { cutAlong } = await theEngine().loadCuts();
        const { edges, meshes } = await cutAlong(question.cloth, question.path, question.reach);
        return { value: edges, meshes };
      }
      case "reset":
        return { value: undefined, meshes: await theEngine().reset() };
    }
  }

  return {
    get engine() {
      return engine;
    },
    answer,
  };
}
