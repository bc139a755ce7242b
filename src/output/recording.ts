import { POSE_SIZE } from "../core/body-motion.ts";
import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import { checkSimulation } from "../sim/check-simulation.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { BakePlan } from "./bake-plan.ts";
import { createFrameSampler, type Sampled, type SampledFrame } from "./frame-sampler.ts";
import { createMemoryStore, type FrameStore } from "./frame-store.ts";

/** The numbers that a recording keeps: 32 bits are enough for most files. */
export type Precision = "single" | "double";

/** What a recording needs of a simulation. */
export interface Recorded extends Sampled, Pick<Simulation, "revision" | "triangles" | "uv" | "origin" | "cloths"> {}

export interface RecordingOptions {
  /** Where the frames are kept: in memory without. */
  readonly store?: FrameStore | undefined;
  /** Keeps velocities too. */
  readonly velocities?: boolean | undefined;
}

/** The cloth of some frames, until the next cut. */
export interface RecordedTopology {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly origin: Uint32Array;
}

/** One kept state: positions [m], velocities [m/s] where they are kept, and poses of the bodies. */
export interface RecordedFrame {
  /** [s] */
  readonly time: number;
  readonly topology: RecordedTopology;
  readonly positions: Float32Array | Float64Array;
  readonly velocities?: Float32Array | Float64Array;
  readonly poses: Float64Array;
}

/** The frames of a run as they come. What is in the store already, from a run that was interrupted, is taken as kept. */
export interface Recording {
  readonly plan: BakePlan;
  readonly cloths: Simulation["cloths"];
  readonly frameCount: number;
  /** The cloth as of the last frame. */
  readonly topology: RecordedTopology;
  readonly hasVelocities: boolean;
  /** Keeps the frames that the plan has since the last call; call it at the start and after each step. */
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
  { store = createMemoryStore(), velocities: hasVelocities = false }: RecordingOptions = {},
): Recording {
  checkSimulation(simulation);
  if (typeof plan?.momentOf !== "function") throw new InputError("plan", describeValue(plan), "give what planBake returned");
  readChoice(precision, "precision", ["single", "double"]);
  const topologies: RecordedTopology[] = [];
  const places: Place[] = [];
  const vertexBytes = (hasVelocities ? 6 : 3) * (precision === "single" ? 4 : 8);
  const poseCount = POSE_SIZE * simulation.bodies.list.length;
  let revision = -1;
  readRecords();
  const sampler = createFrameSampler(simulation, plan, places.length);

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
      } else if (kind === FRAME && topologies.length > 0 && first === places.length) {
        places.push({ at, topology: topologies.length - 1 });
        at += HEAD + vertexBytes * vertexCount + 8 * last;
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

  function keepFrame({ index, positions, velocities, poses }: SampledFrame): void {
    keepTopology();
    const at = store.length;
    const numbers = [positions, ...(hasVelocities ? [velocities] : [])].map((values) => {
      const kept = createNumbers(precision, values.length);
      kept.set(values);
      return kept;
    });
    append([Uint32Array.of(FRAME, index, positions.length / 3, poses.length), ...numbers, poses]);
    places.push({ at, topology: topologies.length - 1 });
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
    hasVelocities,
    keep() {
      for (const frame of sampler.take()) keepFrame(frame);
    },
    readFrame(index) {
      const { at, topology } = places[index];
      const positions = createNumbers(precision, 3 * topologies[topology].vertexCount);
      const velocities = createNumbers(precision, hasVelocities ? positions.length : 0);
      const poses = new Float64Array(poseCount);
      let from = at + HEAD;
      for (const array of [positions, velocities, poses]) {
        const bytes = new Uint8Array(array.byteLength);
        if (bytes.length > 0) store.read(from, bytes);
        bytesOf(array).set(bytes);
        from += bytes.length;
      }
      const motion = hasVelocities ? { velocities } : {};
      return { time: plan.timeOf(index), topology: topologies[topology], positions, ...motion, poses };
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
