import type { Simulation } from "drape";
import type { Post } from "../protocol.ts";
import { type FrameSights, NO_SIGHTS, type Sights } from "./sights.ts";

/** The worker's side of what the page sees of the inside. */
export interface SightSource {
  begin(simulation: Simulation): void;
  choose(sights: Sights): void;
  /** What is to go with a frame of the present state, and of it what is transferred; springs are sent on their own when they have changed. */
  take(playing: boolean): { readonly sights: FrameSights; readonly transfer: Transferable[] };
  /** The page is done with a field's array. */
  giveBack(values: Float32Array): void;
  /** What contact was in a state that was recorded, for the engine keeps it for the last step alone; undefined from the next step on. */
  recall(contact: Float32Array | undefined): void;
}

/** The greatest parts of all time that looking for intersections, and computing a field, may take while it plays. */
const SHARE = 0.1;
const FIELD_SHARE = 0.25;

export function createSightSource(post: Post): SightSource {
  const home: Float32Array[] = [];
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
    let values = home.pop();
    if (values?.length !== shown.particleCount) values = new Float32Array(shown.particleCount);
    if (name === "contact" && recalled?.length === values.length) values.set(recalled);
    else shown.view.readField(name, values);
    fieldDue = start + (performance.now() - start) / FIELD_SHARE;
    return { name, values };
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

  function sendSprings(shown: Simulation): void {
    if (!sights.springs || springsOf === shown.revision) return;
    springsOf = shown.revision;
    const { ends, kinds } = shown.view.springs();
    post({ type: "springs", ends, kinds }, [ends.buffer, kinds.buffer]);
  }

  return {
    begin(next) {
      simulation = next;
      springsOf = -1;
      crossed = undefined;
      recalled = undefined;
      home.length = 0;
    },
    choose(next) {
      if (next.springs && !sights.springs) springsOf = -1;
      if (next.field !== sights.field) fieldDue = 0;
      sights = next;
    },
    take(playing) {
      if (simulation === undefined) return { sights: {}, transfer: [] };
      sendSprings(simulation);
      const field = readField(simulation, playing);
      const boxes = sights.boxes === null ? undefined : Float32Array.from(simulation.view.boxes(sights.boxes));
      const intersections = sights.intersections ? findCrossed(simulation, playing).slice() : undefined;
      const arrays = [field?.values, boxes, intersections].filter((array) => array !== undefined);
      return {
        sights: {
          ...(field === undefined ? {} : { field }),
          ...(boxes === undefined ? {} : { boxes }),
          ...(intersections === undefined ? {} : { intersections }),
        },
        transfer: arrays.map(({ buffer }) => buffer),
      };
    },
    giveBack(values) {
      if (home.length < 2 && values.length === simulation?.particleCount) home.push(values);
    },
    recall(contact) {
      recalled = contact;
    },
  };
}
