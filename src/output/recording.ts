import { POSE_SIZE } from "../core/body-motion.ts";
import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { BakePlan } from "./bake-plan.ts";
import { createMemoryStore, type FrameStore } from "./frame-store.ts";

/** The numbers that a recording keeps: 32 bits are enough for most files. */
export type Precision = "single" | "double";

/** What a recording needs of a simulation. */
export interface Recorded
  extends Pick<Simulation, "particleCount" | "revision" | "triangles" | "uv" | "origin" | "cloths" | "steps" | "readPositions"> {
  readonly bodies: Pick<Simulation["bodies"], "list" | "readPoses">;
}

/** The cloth of some frames, until the next cut. */
export interface RecordedTopology {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly origin: Uint32Array;
}

/** One kept state: positions [m] and poses of the bodies, as the simulation gave them. */
export interface RecordedFrame {
  readonly step: number;
  readonly topology: RecordedTopology;
  readonly positions: Float32Array | Float64Array;
  readonly poses: Float64Array;
}

/** The frames of a run as they come. What is in the store already, from a run that was interrupted, is taken as kept. */
export interface Recording {
  readonly plan: BakePlan;
  readonly cloths: Simulation["cloths"];
  readonly frameCount: number;
  /** The cloth as of the last frame. */
  readonly topology: RecordedTopology;
  /** Keeps the state where the plan has a frame after this step; call it at the start and after each step. */
  keep(): void;
  readFrame(index: number): RecordedFrame;
}

const TOPOLOGY = 1;
const FRAME = 2;
/** Bytes before each record: its kind, and three counts. */
const HEAD = 16;

/** Where a frame is in the store, and which topology it has. */
interface Place {
  readonly at: number;
  readonly topology: number;
}

export function createRecording(
  simulation: Recorded,
  plan: BakePlan,
  precision: Precision,
  store: FrameStore = createMemoryStore(),
): Recording {
  checkSimulation(simulation);
  if (typeof plan?.stepOf !== "function") throw new InputError("plan", describeValue(plan), "give what planBake returned");
  readChoice(precision, "precision", ["single", "double"]);
  const topologies: RecordedTopology[] = [];
  const places: Place[] = [];
  const numberBytes = precision === "single" ? 4 : 8;
  const poses = new Float64Array(POSE_SIZE * simulation.bodies.list.length);
  let revision = -1;
  readRecords();

  /** Finds what a store from before holds. */
  function readRecords(): void {
    const head = new Uint32Array(HEAD / 4);
    for (let at = 0; at < store.length; ) {
      store.read(at, bytesOf(head));
      const [kind, first, vertexCount, last] = head; // as `append` is given them
      if (kind === TOPOLOGY) {
        const topology = {
          vertexCount,
          triangles: new Uint32Array(first),
          uv: new Float32Array(last),
          origin: new Uint32Array(vertexCount),
        };
        const length = 4 * (first + last + vertexCount);
        const body = new Uint8Array(length);
        store.read(at + HEAD, body);
        let from = 0;
        for (const array of [topology.triangles, topology.uv, topology.origin]) {
          bytesOf(array).set(body.subarray(from, from + array.byteLength));
          from += array.byteLength;
        }
        topologies.push(topology);
        at += HEAD + length;
      } else if (kind === FRAME && topologies.length > 0 && first === plan.stepOf(places.length)) {
        places.push({ at, topology: topologies.length - 1 });
        at += HEAD + 3 * numberBytes * vertexCount + 8 * last;
      } else {
        throw new InputError("frames", `a record of kind ${kind} at byte ${at}`, "start the bake afresh");
      }
    }
    if (topologies.length > 0 && sameTopology(topologies[topologies.length - 1], simulation)) {
      revision = simulation.revision;
    }
  }

  function keepTopology(): void {
    if (revision === simulation.revision) return;
    revision = simulation.revision;
    const { particleCount: vertexCount, triangles, uv, origin } = simulation;
    const before = topologies.at(-1);
    if (before !== undefined && sameTopology(before, simulation)) return;
    if (before !== undefined && before.triangles.length !== triangles.length) {
      const counts = `${before.triangles.length / 3} triangles before, ${triangles.length / 3} from step ${simulation.steps} on`;
      throw new UnsupportedError(`this file needs the same triangles in every frame, but there are ${counts}: use OBJ`);
    }
    append([Uint32Array.of(TOPOLOGY, triangles.length, vertexCount, uv.length), triangles, uv, origin]);
    topologies.push({ vertexCount, triangles: triangles.slice(), uv: uv.slice(), origin: origin.slice() });
  }

  /** In one piece, so that memory keeps a record together. */
  function append(arrays: readonly (Uint32Array | Float32Array | Float64Array)[]): void {
    const bytes = new Uint8Array(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const array of arrays) {
      bytes.set(bytesOf(array), at);
      at += array.byteLength;
    }
    store.append(bytes);
  }

  return {
    plan,
    cloths: simulation.cloths,
    get frameCount() {
      return places.length;
    },
    get topology() {
      return topologies[topologies.length - 1];
    },
    keep() {
      const { steps, particleCount } = simulation;
      if (places.length === plan.frameCount || plan.stepOf(places.length) !== steps) return;
      keepTopology();
      const positions = createNumbers(precision, 3 * particleCount);
      simulation.readPositions(positions);
      simulation.bodies.readPoses(poses);
      const at = store.length;
      append([Uint32Array.of(FRAME, steps, particleCount, poses.length), positions, poses]);
      places.push({ at, topology: topologies.length - 1 });
    },
    readFrame(index) {
      const { at, topology } = places[index];
      const positions = createNumbers(precision, 3 * topologies[topology].vertexCount);
      const bytes = new Uint8Array(HEAD + positions.byteLength + poses.byteLength);
      store.read(at, bytes);
      bytesOf(positions).set(bytes.subarray(HEAD, HEAD + positions.byteLength));
      const then = new Float64Array(poses.length);
      bytesOf(then).set(bytes.subarray(HEAD + positions.byteLength));
      return { step: plan.stepOf(index), topology: topologies[topology], positions, poses: then };
    },
  };
}

function createNumbers(precision: Precision, length: number): Float32Array | Float64Array {
  return precision === "single" ? new Float32Array(length) : new Float64Array(length);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function sameTopology({ triangles }: RecordedTopology, simulation: Recorded): boolean {
  return triangles.length === simulation.triangles.length && triangles.every((i, k) => i === simulation.triangles[k]);
}
