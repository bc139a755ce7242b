import { POSE_SIZE } from "../../core/body-motion.ts";
import { createKernelMemory, type KernelMemory, sizeOf } from "../../kernels/memory.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { CAPSULE_SIZE } from "../shapes/body-capsule.ts";
import type { Collider, Shape } from "../shapes/collider.ts";
import { CONE_SIZE } from "../shapes/rounded-cone.ts";

/** Particles are looked at so many at once, those that follow each other: most are far from most bodies. */
export const CROWD = 32;
/** Numbers of a crowd: min x, y, z, max x, y, z where it starts, and the farthest that one of it is expected to go [m]. */
export const CROWD_SIZE = 7;

/** Places of what describes a body, as src/kernels/assembly/cones/cone-memory.ts has them. */
export const LEVEL: number = CAPSULE_SIZE;
const BLEND = LEVEL + 1;
const BOUND = BLEND + 1;
export const POSES: number = BOUND + 6;
const CONE_COUNT = POSES + 2 * POSE_SIZE;
/** Both poses number by number; one before it is left out. */
export const BOTH_POSES: number = CONE_COUNT + 5;
const TWO_CONES = BOTH_POSES + 2 * POSE_SIZE;
const PARTS = TWO_CONES + 1;
const CONES = PARTS + 1;
/** Numbers of two cones side by side, with their balls; of what has a part in a normal. */
const TWO_CONES_SIZE = 2 * (CONE_SIZE + 4);
const PART_SIZE = 2;

/** There is room for this many bodies near each particle on average; where there are more, TypeScript does it. */
const MOST_BODIES = 4;
/** Numbers of a particle while its crowd is looked at. */
const CLOSE_SIZE = 6;
const OPTIONS = 6;

/** What kernels of bodies of cones have in their memory. */
export interface ConeStore {
  readonly memory: KernelMemory;
  /** Byte offsets of the arrays, in their order, and the arrays. */
  readonly offsets: Uint32Array;
  readonly arrays: ConeArrays;
  /** Room for so many pairs. */
  readonly most: number;
  /** What describes each body; undefined where it is not made of cones. */
  readonly bodies: readonly (Float64Array | undefined)[];
}

export interface ConeArrays {
  /** Of near-bodies: by particle, by crowd, by pair; then where proposals end, and room for a crowd. */
  readonly starts: Float64Array;
  readonly ahead: Float64Array;
  readonly ways: Float64Array;
  readonly strays: Float64Array;
  readonly strayed: Float64Array;
  readonly pinned: Uint8Array;
  readonly crowds: Float64Array;
  readonly bodies: Uint32Array;
  readonly particles: Uint32Array;
  readonly from: Float64Array;
  readonly phi: Float64Array;
  readonly room: Float64Array;
  readonly ends: Float64Array;
  readonly close: Float64Array;
  /** What a step begins with and what is proposed, as far as who asks has said; the step [s], restitution, push speed [m/s], and what the method does with sliders. */
  readonly mass: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly force: Float64Array;
  readonly nextX: Float64Array;
  readonly nextV: Float64Array;
  readonly held: Uint8Array;
  readonly options: Float64Array;
  /** The Contacts of contact-law. */
  readonly stuck: Uint8Array;
  readonly velocity: Float64Array;
  readonly place: Float64Array;
  readonly slidesOn: Int32Array;
  readonly normal: Float64Array;
  readonly push: Float64Array;
  readonly drive: Float64Array;
  readonly foreseenOn: Int32Array;
  readonly pressing: Float64Array;
  readonly nextPressing: Float64Array;
  readonly pressForce: Float64Array;
  readonly grip: Float64Array;
  /** Of contact-law: by particle; by pair, of which the last two are whether a normal is known, and the normal. */
  readonly lying: Uint8Array;
  readonly asked: Uint8Array;
  readonly lyingPairs: Uint32Array;
  readonly isKnown: Uint8Array;
  readonly knownNormals: Float64Array;
  /** Of foresight: the particles found, how much deeper than they may be [m], and the normals. */
  readonly foreseen: Uint32Array;
  readonly lacks: Float64Array;
  readonly foreseenNormals: Float64Array;
  /** Of position-alteration: by particle, the last one by pair. */
  readonly touched: Uint8Array;
  readonly corrections: Uint16Array;
  readonly seen: Uint16Array;
  /** The surface of the cloth, by particle. */
  readonly thickness: Float64Array;
  readonly friction: Float64Array;
}

interface Piece<T> {
  readonly View: new (buffer: ArrayBufferLike, offset: number, length: number) => T;
  readonly length: number;
  /** Bytes of an element. */
  readonly size: number;
}

const doubles = (length: number): Piece<Float64Array> => ({ View: Float64Array, length, size: 8 });
const words = (length: number): Piece<Uint32Array> => ({ View: Uint32Array, length, size: 4 });
const integers = (length: number): Piece<Int32Array> => ({ View: Int32Array, length, size: 4 });
const counts = (length: number): Piece<Uint16Array> => ({ View: Uint16Array, length, size: 2 });
const bits = (length: number): Piece<Uint8Array> => ({ View: Uint8Array, length, size: 1 });

/** In the order of src/kernels/assembly/cones/cone-memory.ts, for n particles and so many pairs at most. */
function listArrays(n: number, most: number): { [K in keyof ConeArrays]: Piece<ConeArrays[K]> } {
  return {
    starts: doubles(3 * n),
    ahead: doubles(3 * n),
    ways: doubles(n),
    strays: doubles(n),
    strayed: doubles(n),
    pinned: bits(n),
    crowds: doubles(CROWD_SIZE * Math.ceil(n / CROWD)),
    bodies: words(most),
    particles: words(most),
    from: doubles(3 * most),
    phi: doubles(most),
    room: doubles(most),
    ends: doubles(3 * n),
    close: doubles(CLOSE_SIZE * (CROWD + 1)),
    mass: doubles(n),
    positions: doubles(3 * n),
    velocities: doubles(3 * n),
    force: doubles(3 * n),
    nextX: doubles(3 * n),
    nextV: doubles(3 * n),
    held: bits(n),
    options: doubles(OPTIONS),
    stuck: bits(n),
    velocity: doubles(3 * n),
    place: doubles(3 * n),
    slidesOn: integers(n),
    normal: doubles(3 * n),
    push: doubles(n),
    drive: doubles(n),
    foreseenOn: integers(n),
    pressing: doubles(n),
    nextPressing: doubles(n),
    pressForce: doubles(n),
    grip: doubles(n),
    lying: bits(n),
    asked: bits(n),
    lyingPairs: words(most),
    isKnown: bits(most),
    knownNormals: doubles(3 * most),
    foreseen: words(n),
    lacks: doubles(n),
    foreseenNormals: doubles(3 * n),
    touched: bits(n),
    corrections: counts(n),
    seen: counts(most),
    thickness: doubles(n),
    friction: doubles(n),
  };
}

/** Undefined where there are no bodies of cones. */
export function createConeStore(colliders: readonly Collider[], particleCount: number, module: KernelModule): ConeStore | undefined {
  const sizes = colliders.map(({ shape }) => (shape.packed === undefined ? 0 : sizeOfBody(shape.packed)));
  if (sizes.every((size) => size === 0)) return undefined;
  const most = Math.min(colliders.length, MOST_BODIES) * particleCount + CROWD;
  const pieces = listArrays(particleCount, most);
  const byteCounts = Object.values(pieces).map(({ length, size }) => length * size);
  const memory = createKernelMemory(
    [...byteCounts, 4 * byteCounts.length, ...sizes.map((size) => 8 * size)].reduce((sum, n) => sum + sizeOf(n), 0),
    module,
  );
  const offsets = memory.words(byteCounts.length);
  const laid = Object.entries(pieces).map(([name, { View, length, size }], k) => {
    const { buffer, byteOffset } = memory.words(Math.ceil((length * size) / 4));
    offsets[k] = byteOffset;
    return [name, new View(buffer, byteOffset, length)];
  });
  const bodies = colliders.map((collider, b) => (sizes[b] > 0 ? describeBody(collider, b, memory.doubles(sizes[b])) : undefined));
  return { memory, offsets, arrays: Object.fromEntries(laid) as ConeArrays, most, bodies };
}

type Packed = NonNullable<Shape["packed"]>;

function sizeOfBody({ cones, balls }: Packed): number {
  const count = balls.length / 4;
  return CONES + cones.length + balls.length + Math.ceil(count / 2) * TWO_CONES_SIZE + PART_SIZE * count;
}

/** All that stays as it is. */
function describeBody({ shape: { packed, bound }, thickness, friction }: Collider, b: number, out: Float64Array): Float64Array {
  const { cones, balls, blend } = packed as Packed;
  const twoCones = CONES + cones.length + balls.length;
  out[BLEND] = blend;
  out.set(bound as Float64Array, BOUND);
  out.set([balls.length / 4, b, thickness, friction], CONE_COUNT);
  out.set(cones, CONES);
  out.set(balls, CONES + cones.length);
  out[TWO_CONES] = out.byteOffset + 8 * twoCones;
  out[PARTS] = out.byteOffset + 8 * layTwoByTwo(cones, balls, out, twoCones);
  return out;
}

/** Lays cones and balls side by side, two by two; one that is left is beside itself. Returns the end. */
function layTwoByTwo(cones: Float64Array, balls: Float64Array, out: Float64Array, at: number): number {
  const count = balls.length / 4;
  let end = at;
  for (let k = 0; k < count; k += 2) {
    for (let c = 0; c < CONE_SIZE + 4; c++) {
      for (const cone of [k, Math.min(k + 1, count - 1)]) {
        out[end++] = c < CONE_SIZE ? cones[CONE_SIZE * cone + c] : balls[4 * cone + c - CONE_SIZE];
      }
    }
  }
  return end;
}
