import { layArrays, sizeOfArrays } from "../array-table.ts";
import * as at from "../layout/cone-places.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { type BodyArrays, listArrays } from "./body-arrays.ts";

/** Numbers of a cone and of a ball around it. */
const CONE = at.CONE_SIZE / 8;
const BALL = at.BALL_SIZE / 8;

/** There is room for this many bodies near each particle on average; where there are more, TypeScript does it. */
const MOST_BODIES = 4;

/** A body as its kernels see it: of a collider (src/contact/shapes/collider.ts) what they need. */
export interface ConeCollider {
  /** `packed` where the body is made of cones: the numbers of each cone, a ball around each, and the width of blends [m]; `bound` is its box. */
  readonly shape: {
    readonly packed?: { readonly cones: Float64Array; readonly balls: Float64Array; readonly blend: number } | undefined;
    readonly bound?: Float64Array | undefined;
  };
  readonly thickness: number;
  readonly friction: number;
}

/** What kernels of bodies of cones have in their memory. */
export interface ConeStore {
  readonly memory: KernelMemory;
  /** Byte offsets of the arrays (src/kernels/layout/cone-places.ts), and the arrays. */
  readonly offsets: Uint32Array;
  readonly arrays: BodyArrays;
  /** Room for so many pairs. */
  readonly most: number;
  /** What describes each body; undefined where it is not made of cones. */
  readonly bodies: readonly (Float64Array | undefined)[];
}

/** Undefined where there are no bodies of cones. */
export function createConeStore(colliders: readonly ConeCollider[], particleCount: number, module: KernelModule): ConeStore | undefined {
  const sizes = colliders.map(({ shape }) => (shape.packed === undefined ? 0 : sizeOfBody(shape.packed)));
  if (sizes.every((size) => size === 0)) return undefined;
  const most = Math.min(colliders.length, MOST_BODIES) * particleCount + at.CROWD;
  const pieces = listArrays(particleCount, most);
  const bytes = sizes.reduce((sum, size) => sum + sizeOf(8 * size), sizeOfArrays(pieces, at.ARRAYS_BYTES));
  const memory = createKernelMemory(bytes, module);
  const { arrays, words: offsets } = layArrays(pieces, at.ARRAYS_BYTES, memory);
  const bodies = colliders.map((collider, b) => (sizes[b] > 0 ? describeBody(collider, b, memory.doubles(sizes[b])) : undefined));
  return { memory, offsets, arrays, most, bodies };
}

type Packed = NonNullable<ConeCollider["shape"]["packed"]>;

/** Numbers that describe a body. */
function sizeOfBody({ cones, balls }: Packed): number {
  const count = balls.length / BALL;
  return (at.CONES + Math.ceil(count / 2) * at.TWO_CONES_SIZE + at.PART_SIZE * count) / 8 + cones.length + balls.length;
}

/** What does not change from step to step. */
function describeBody({ shape: { packed, bound }, thickness, friction }: ConeCollider, b: number, out: Float64Array): Float64Array {
  const { cones, balls, blend } = packed as Packed;
  const coneStart = at.CONES / 8;
  const twoCones = coneStart + cones.length + balls.length;
  out[at.BLEND / 8] = blend;
  out.set(bound as Float64Array, at.BOUND / 8);
  out[at.CONE_COUNT / 8] = balls.length / BALL;
  out[at.NUMBER / 8] = b;
  out[at.THICKNESS / 8] = thickness;
  out[at.FRICTION / 8] = friction;
  out.set(cones, coneStart);
  out.set(balls, coneStart + cones.length);
  out[at.TWO_CONES / 8] = out.byteOffset + 8 * twoCones;
  out[at.PARTS / 8] = out.byteOffset + 8 * layTwoByTwo(cones, balls, out, twoCones);
  return out;
}

/** Lays cones and balls side by side, two by two; the last of an odd number is beside itself. Returns the end. */
function layTwoByTwo(cones: Float64Array, balls: Float64Array, out: Float64Array, start: number): number {
  const count = balls.length / BALL;
  let end = start;
  for (let k = 0; k < count; k += 2) {
    for (let c = 0; c < CONE + BALL; c++) {
      for (const cone of [k, Math.min(k + 1, count - 1)]) {
        out[end++] = c < CONE ? cones[CONE * cone + c] : balls[BALL * cone + c - CONE];
      }
    }
  }
  return end;
}
