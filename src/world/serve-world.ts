import { DrapeError } from "../core/errors.ts";
import { createAnswers, type Open } from "./answers.ts";
import { type Parcel, transferOf, type WorldExtensions } from "./attend.ts";
import { createCrew } from "./crew.ts";
import { createEngine, type Engine, type EngineOptions } from "./engine.ts";
import { serveHelper } from "./serve-helper.ts";
import type { Told } from "./told.ts";
import { buffersOf, type Frame, type FromWorker, packError, type SentArrays, type ToWorker } from "./wire.ts";

/** The page, as a worker sees it. */
export interface PagePort {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
}

/**
 * Serves one world: what the page sends goes into the function that comes back. Questions are answered one after another, in their order. `own` is what the
 * worker's code adds. Where another engine asks for help, it serves that (serve-helper.ts).
 */
export function serveWorld(page: PagePort, own: WorldExtensions): (message: ToWorker) => void {
  let isShared = false;
  let last: Promise<void> = Promise.resolve();
  /** Arrays to write the next frames into, by cloth. */
  const spare = new Map<number, SentArrays>();
  const tell = (message: Parcel): void => page.post({ kind: "told", value: message.value }, transferOf(message));
  const answers = createAnswers(own, tell, open);

  function open({ settings, modules, source, isShared: shares }: Open, options: EngineOptions): Engine {
    isShared = shares;
    if (source === undefined || Object.keys(own).length > 0) return createEngine(settings, options);
    return createCrew(settings, options, { modules, source: async () => source });
  }

  function tellAll(told: readonly Told[]): void {
    for (const one of told) answers.engine?.tell(one);
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
    const { engine } = answers;
    if (engine === undefined) throw new DrapeError("the world is not open yet");
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
    if (message.kind === "help") return serveHelper(message.port, message.words, own);
    if (message.kind === "ask") {
      const { id, question, told } = message;
      last = last.then(async () => {
        try {
          tellAll(told);
          const { value, meshes, transfer = [] } = await answers.answer(question);
          page.post({ kind: "answer", id, value, meshes }, transfer);
        } catch (error) {
          page.post({ kind: "error", id, error: packError(error) }, []);
        }
      });
      return;
    }
    if (message.kind === "watch-contacts") return answers.engine?.watchContacts();
    try {
      update(message);
    } catch (error) {
      page.post({ kind: "error", id: undefined, error: packError(error) }, []);
    }
  };
}
