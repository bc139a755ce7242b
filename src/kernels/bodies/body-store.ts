import { layArrays, sizeOfArrays } from "../array-table.ts";
import * as at from "../layout/body-places.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";
import { type BodyArrays, listArrays } from "./body-arrays.ts";

/** Numbers of a cone and of a ball around it. */
const CONE = at.CONE_SIZE / 8;
const BALL = at.BALL_SIZE / 8;

/** There is room for this many bodies near each particle on average; where there are more, TypeScript does it. */
const MOST_BODIES = 4;

/** The numbers of a form (src/kernels/layout/body-places.ts): of a union those of each cone, and then a ball around each (middle and radius), and how far from a crease it is filled [m]. */
export interface PackedForm {
  readonly form: number;
  readonly numbers: Float64Array;
  readonly balls?: Float64Array;
  readonly blend?: number;
}

/** A body as its kernels see it: of a collider (src/contact/shapes/collider.ts) what they need. */
export interface KernelCollider {
  /** The numbers of its form, where kernels know that, and its box. */
  readonly packed?: PackedForm | undefined;
  readonly bound?: Float64Array | undefined;
  readonly thickness: number;
  readonly friction: number;
}

/** What kernels of bodies have in their memory. */
export interface BodyStore {
  readonly memory: KernelMemory;
  /** Byte offsets of the arrays (src/kernels/layout/body-places.ts), and the arrays. */
  readonly offsets: Uint32Array;
  readonly arrays: BodyArrays;
  /** Room for so many pairs. */
  readonly most: number;
  /** What describes each body; undefined where they do not know its form. */
  readonly bodies: readonly (Float64Array | undefined)[];
}

/** Undefined where there is no body of a form that kernels know. */
export function createBodyStore(colliders: readonly KernelCollider[], particleCount: number, module: KernelModule): BodyStore | undefined {
  const sizes = colliders.map(({ packed }) => (packed === undefined ? 0 : sizeOfBody(packed)));
  if (sizes.every((size) => size === 0)) return undefined;
  const most = Math.min(colliders.length, MOST_BODIES) * particleCount + at.CROWD;
  const pieces = listArrays(particleCount, most);
  const bytes = sizes.reduce((sum, size) => sum + sizeOf(8 * size), sizeOfArrays(pieces, at.ARRAYS_BYTES));
  const memory = createKernelMemory(bytes, module);
  const { arrays, words: offsets } = layArrays(pieces, at.ARRAYS_BYTES, memory);
  const bodies = colliders.map((collider, b) => {
    const { packed } = collider;
    return packed && describeBody(collider, packed, b, memory.doubles(sizes[b]));
  });
  return { memory, offsets, arrays, most, bodies };
}

const NO_BALLS = new Float64Array(0);
const EVERYWHERE = new Float64Array(6).fill(Number.NEGATIVE_INFINITY, 0, 3).fill(Number.POSITIVE_INFINITY, 3);

/** Numbers that describe a body. */
function sizeOfBody({ numbers, balls = NO_BALLS }: PackedForm): number {
  const count = balls.length / BALL;
  return (at.CONES + Math.ceil(count / 2) * at.TWO_CONES_SIZE + at.PART_SIZE * count) / 8 + numbers.length + balls.length;
}

/** What does not change from step to step. */
function describeBody(
  { bound = EVERYWHERE, thickness, friction }: KernelCollider,
  { form, numbers, balls = NO_BALLS, blend = 0 }: PackedForm,
  b: number,
  out: Float64Array,
): Float64Array {
  const start = at.CONES / 8;
  const twoCones = start + numbers.length + balls.length;
  new Int32Array(out.buffer, out.byteOffset + at.FORM, 1)[0] = form;
  out[at.BLEND / 8] = blend;
  out.set(bound, at.BOUND / 8);
  out[at.CONE_COUNT / 8] = balls.length / BALL;
  out[at.NUMBER / 8] = b;
  out[at.THICKNESS / 8] = thickness;
  out[at.FRICTION / 8] = friction;
  out.set(numbers, start);
  out.set(balls, start + numbers.length);
  out[at.TWO_CONES / 8] = out.byteOffset + 8 * twoCones;
  out[at.PARTS / 8] = out.byteOffset + 8 * layTwoByTwo(numbers, balls, out, twoCones);
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
