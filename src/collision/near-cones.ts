import { createKernelMemory, sizeOf } from "../wasm/memory.ts";
import type { KernelModule } from "../wasm/module.ts";
import { instantiateSearchKernels } from "../wasm/search-kernels.ts";
import { CAPSULE_SIZE } from "./body-capsule.ts";
import { type BodyMotion, POSE_SIZE } from "./body-motion.ts";
import type { Collider } from "./collider.ts";

/** The search of near-bodies for bodies of rounded cones, in WebAssembly: the same pairs to the bit. Arrays that it reads are in its memory. */
export interface NearCones {
  readonly starts: Float64Array;
  readonly ahead: Float64Array;
  readonly ways: Float64Array;
  readonly strays: Float64Array;
  readonly pinned: Uint8Array;
  readonly crowds: Float64Array;
  /** Of the last search: particles, where they start as the body sees them [m], φ there and the room. */
  readonly found: Uint32Array;
  readonly from: Float64Array;
  readonly phi: Float64Array;
  readonly room: Float64Array;
  /** How many particles may come as near to a body as level[at] [m]; −1 where it is not made of cones. */
  search(body: number, capsule: Float64Array, level: Float64Array, at: number): number;
}

/** Places of what src/wasm/assembly/near-cones.ts reads of a body. */
const LEVEL = CAPSULE_SIZE;
const BLEND = LEVEL + 1;
const BOUND = BLEND + 1;
const POSES = BOUND + 6;
const CONES = POSES + 2 * POSE_SIZE;

/** Undefined where there are no bodies of cones. */
export function createNearCones(
  colliders: readonly Collider[],
  { start, end }: BodyMotion,
  particleCount: number,
  crowdNumbers: number,
  module: KernelModule,
): NearCones | undefined {
  const sizes = colliders.map(({ shape }) => sizeOfBody(shape.packed?.cones.length, shape.packed?.balls.length));
  const most = sizes.reduce((sum, size) => sum + (size > 0 ? sizeOf(8 * size) : 0), 0);
  if (most === 0) return undefined;
  const n = particleCount;
  const doubles = [3 * n, 3 * n, n, n, crowdNumbers, 3 * n, n, n];
  const words = [Math.ceil(n / 4), n, ARRAYS];
  const bytes = doubles.reduce((sum, count) => sum + sizeOf(8 * count), 0);
  const memory = createKernelMemory(bytes + words.reduce((sum, count) => sum + sizeOf(4 * count), most), module);
  const [starts, ahead, ways, strays, crowds, from, phi, room] = doubles.map(memory.doubles);
  const [bits, found, arrays] = words.map(memory.words);
  const pinned = new Uint8Array(bits.buffer, bits.byteOffset, n);
  const places = [starts, ahead, ways, strays, pinned, crowds, found, from, phi, room];
  arrays.set(places.map(({ byteOffset }) => byteOffset));
  const bodies = colliders.map(({ shape: { packed, bound } }, b) => {
    if (packed === undefined || bound === undefined) return undefined;
    const numbers = memory.doubles(sizes[b]);
    numbers[BLEND] = packed.blend;
    numbers.set(bound, BOUND);
    numbers.set(packed.cones, CONES);
    numbers.set(packed.balls, CONES + packed.cones.length);
    return { numbers, count: packed.balls.length / 4 };
  });
  const kernels = instantiateSearchKernels(module, memory);
  return {
    ...{ starts, ahead, ways, strays, pinned, crowds, found, from, phi, room },
    search(body, capsule, level, at) {
      const own = bodies[body];
      if (own === undefined) return -1;
      const { numbers, count } = own;
      const pose = POSE_SIZE * body;
      for (let c = 0; c < CAPSULE_SIZE; c++) numbers[c] = capsule[c];
      numbers[LEVEL] = level[at];
      for (let c = 0; c < POSE_SIZE; c++) {
        numbers[POSES + c] = start[pose + c];
        numbers[POSES + POSE_SIZE + c] = end[pose + c];
      }
      return kernels.findNearCones(numbers.byteOffset, count, arrays.byteOffset, n);
    },
  };
}

/** Words that name the arrays. */
const ARRAYS = 10;

function sizeOfBody(coneNumbers: number | undefined, ballNumbers: number | undefined): number {
  return coneNumbers === undefined || ballNumbers === undefined ? 0 : CONES + coneNumbers + ballNumbers;
}
