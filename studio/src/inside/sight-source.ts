import type { Simulation } from "drape";
import type { Attended } from "../worker/questions.ts";
import { findVertexOrder } from "../worker/vertex-order.ts";
import { type FrameSights, NO_SIGHTS, type Sights } from "./sights.ts";

/** The worker's side of what the page sees of the inside. */
export interface SightSource {
  begin(simulation: Simulation): void;
  choose(sights: Sights): void;
  /** What is to go with a frame of the present state, springs when they have changed. */
  take(playing: boolean): FrameSights & Pick<Attended, "springs">;
  /** What contact was in a state that was recorded, for the engine keeps it for the last step alone; undefined from the next step on. */
  recall(contact: Float32Array | undefined): void;
}

/** The greatest parts of all time that looking for intersections, and computing a field, may take while it plays. */
const SHARE = 0.1;
const FIELD_SHARE = 0.25;

export function createSightSource(): SightSource {
  let simulation: Simulation | undefined;
  let sights = NO_SIGHTS;
  let recalled: Float32Array | undefined;
  let springsOf = -1;
  let crossed: { steps: number; triangles: Uint32Array } | undefined;
  let due = 0;
  let fieldDue = 0;

  /** Undefined where nobody asks for one, or it is too soon; the page then keeps the colours it has. */
  function readField(shown: Simulation, playing: boolean): FrameSights["field"] {
    const { field: name } = sights;
    const start = performance.now();
    if (name === null || (playing && start < fieldDue)) return undefined;
    const values = new Float32Array(shown.particleCount);
    if (name === "contact" && recalled?.length === values.length) values.set(recalled);
    else shown.view.readField(name, values);
    fieldDue = start + (performance.now() - start) / FIELD_SHARE;
    return { name, values: findVertexOrder(shown).sort(values) };
  }

  function findCrossed(shown: Simulation, playing: boolean): Uint32Array {
    const { steps } = shown;
    const now = performance.now();
    if (crossed !== undefined && (crossed.steps === steps || (playing && steps > crossed.steps && now < due))) return crossed.triangles;
    const count = shown.triangles.length / 3;
    const triangles = Uint32Array.from(new Set(shown.view.intersections().filter((t) => t < count)));
    crossed = { steps, triangles };
    due = now + (performance.now() - now) / SHARE;
    return triangles;
  }

  function readSprings(shown: Simulation): Attended["springs"] {
    if (!sights.springs || springsOf === shown.revision) return undefined;
    springsOf = shown.revision;
    const { ends, kinds } = shown.view.springs();
    return { ends: ends.map(findVertexOrder(shown).toPage), kinds };
  }

  return {
    begin(next) {
      simulation = next;
      springsOf = -1;
      crossed = undefined;
      recalled = undefined;
    },
    choose(next) {
      if (next.springs && !sights.springs) springsOf = -1;
      if (next.field !== sights.field) fieldDue = 0;
      sights = next;
    },
    take(playing) {
      if (simulation === undefined) return {};
      const springs = readSprings(simulation);
      const field = readField(simulation, playing);
      return {
        ...(springs === undefined ? {} : { springs }),
        ...(field === undefined ? {} : { field }),
        ...(sights.boxes === null ? {} : { boxes: Float32Array.from(simulation.view.boxes(sights.boxes)) }),
        ...(sights.intersections ? { intersections: findCrossed(simulation, playing).slice() } : {}),
      };
    },
    recall(contact) {
      recalled = contact;
    },
  };
}
