import { type BodyMotion, POSE_SIZE, toWorld } from "../core/body-motion.ts";
import { solvePose } from "../core/solve-pose.ts";
import { gather } from "../fabric/gather.ts";

/** Vertices that were pinned to bodies at run time: to one each, at a place on it. */
export interface BodyPins {
  /** Pins a vertex where `x[3 vertex..]` is on the body now, at the end of the last step. */
  set(vertex: number, body: number, x: Float64Array): void;
  /** Where a pinned vertex is at the end of the step, into `out[3 vertex..]` [m]. */
  place(vertex: number, out: Float64Array): void;
  save(): BodyPinMemory;
  load(memory: BodyPinMemory): void;
}

/** For each vertex its body, and where on it [m]; empty where there never were any. */
export interface BodyPinMemory {
  readonly bodies: Int32Array;
  readonly places: Float64Array;
}

export function createBodyPins(motion: BodyMotion, particleCount: number): BodyPins {
  let bodies: Int32Array = new Int32Array(0);
  let places: Float64Array = new Float64Array(0);
  const own = new Float64Array(3);
  const point = new Float64Array(3);
  return {
    set(vertex, body, x) {
      if (bodies.length === 0) {
        bodies = new Int32Array(particleCount).fill(-1);
        places = new Float64Array(3 * particleCount);
      }
      bodies[vertex] = body;
      solvePose(motion.end, POSE_SIZE * body, x, vertex, point);
      places.set(point, 3 * vertex);
    },
    place(vertex, out) {
      for (let c = 0; c < 3; c++) own[c] = places[3 * vertex + c];
      toWorld(motion.end, POSE_SIZE * bodies[vertex], own, point);
      for (let c = 0; c < 3; c++) out[3 * vertex + c] = point[c];
    },
    save: () => ({ bodies: bodies.slice(), places: places.slice() }),
    load(memory) {
      bodies = memory.bodies.slice();
      places = memory.places.slice();
    },
  };
}

/** The same with the particles in another order, or with copies of some: `from` is the particle before of each. */
export function reorderBodyPins(memory: BodyPinMemory, from: Uint32Array): BodyPinMemory {
  const { bodies, places } = memory;
  return bodies.length === 0 ? memory : { bodies: gather(bodies, 1, from), places: gather(places, 3, from) };
}
