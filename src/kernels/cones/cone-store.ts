import * as at from "../layout/cone-places.ts";
import { createKernelMemory, type KernelMemory, sizeOf, writeWords } from "../memory.ts";
import type { KernelModule } from "../module.ts";

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

/**
 * The arrays of contact with bodies: in the memory of the kernels where there are some, else by themselves (`createBodyArrays`). By particle,
 * three numbers each where it is a vector, unless another thing is named.
 */
export interface BodyArrays {
  /** The paths of a step (particle-paths): positions at the start [m]; the method may see others, shifted by contact. */
  readonly starts: Float64Array;
  /** Positions to which the velocities lead [m], and the distances to them from the starts [m]. */
  readonly predicted: Float64Array;
  readonly lengths: Float64Array;
  /** The distance from its predicted position within which each particle is expected to end, and the one at which it was last seen to [m]. */
  readonly allowances: Float64Array;
  readonly deviations: Float64Array;
  /** 1 for a particle that is held from the start; a method may hold more while it proposes. */
  readonly pinned: Uint8Array;
  /** CROWD_SIZE bytes for every CROWD particles that follow each other. */
  readonly crowds: Float64Array;
  /** By pair of a body and a particle near it (body-search). */
  readonly bodies: Uint32Array;
  readonly particles: Uint32Array;
  readonly from: Float64Array;
  readonly phi: Float64Array;
  readonly clearance: Float64Array;
  /** The ends of proposals, and room for a crowd. */
  readonly ends: Float64Array;
  readonly close: Float64Array;
  /** Mass, state at the start of the step, forces and proposal; then the options. */
  readonly mass: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly force: Float64Array;
  readonly nextX: Float64Array;
  readonly nextV: Float64Array;
  readonly held: Uint8Array;
  readonly options: Float64Array;
  /** 1 for a particle that the method holds on a body: it ends at `place` [m] with `velocity` [m/s], that of the surface. */
  readonly stuck: Uint8Array;
  readonly velocity: Float64Array;
  readonly place: Float64Array;
  /** The body on which a particle slides, −1 where it does not; the normal there; N h/m and |f_t| h/m, the push into it and the drive along it [m/s]. */
  readonly slidesOn: Int32Array;
  readonly normal: Float64Array;
  readonly push: Float64Array;
  readonly drive: Float64Array;
  /** The body on which a proposal was to put a particle, −1 where there is none (foresight). */
  readonly foreseenOn: Int32Array;
  /** The force by which a body pressed on a particle that slid on it through the last step [N], 0 where it is unknown (pressing); through this step. */
  readonly pressing: Float64Array;
  readonly nextPressing: Float64Array;
  /** The force by which bodies pressed on each particle in the last step [N]: for views; no step computes with it. */
  readonly pressForce: Float64Array;
  /** Friction of a particle that slides on, by that force and over its speed: μN/|v_t| [kg/s], 0 for others. For methods that apply friction. */
  readonly grip: Float64Array;
  /** Whether a particle lies on a body, and whether its force is needed; the pairs that lie; by pair, whether a normal is known, and the normal. */
  readonly lying: Uint8Array;
  readonly asked: Uint8Array;
  readonly lyingPairs: Uint32Array;
  readonly isKnown: Uint8Array;
  readonly knownNormals: Float64Array;
  /** Of foresight: the particles found, their depth beyond the gap [m], and the normals there. */
  readonly foreseen: Uint32Array;
  readonly depths: Float64Array;
  readonly foreseenNormals: Float64Array;
  /** Whether a particle touches a body, its number of corrections, and by pair the number when it was last looked at (position-alteration). */
  readonly touched: Uint8Array;
  readonly corrections: Uint16Array;
  readonly seen: Uint16Array;
  /** The surface of the cloth. */
  readonly thickness: Float64Array;
  readonly friction: Float64Array;
}

interface Piece<T> {
  readonly View: new (buffer: ArrayBufferLike, offset: number, length: number) => T;
  readonly length: number;
  /** Bytes of an element. */
  readonly size: number;
  /** The word with its byte offset. */
  readonly place: number;
}

const doubles = (place: number, length: number): Piece<Float64Array> => ({ View: Float64Array, length, size: 8, place });
const words = (place: number, length: number): Piece<Uint32Array> => ({ View: Uint32Array, length, size: 4, place });
const integers = (place: number, length: number): Piece<Int32Array> => ({ View: Int32Array, length, size: 4, place });
const counts = (place: number, length: number): Piece<Uint16Array> => ({ View: Uint16Array, length, size: 2, place });
const bits = (place: number, length: number): Piece<Uint8Array> => ({ View: Uint8Array, length, size: 1, place });

/** For n particles and `most` pairs. */
function listArrays(n: number, most: number): { [K in keyof BodyArrays]: Piece<BodyArrays[K]> } {
  return {
    starts: doubles(at.STARTS, 3 * n),
    predicted: doubles(at.AHEAD, 3 * n),
    lengths: doubles(at.WAYS, n),
    allowances: doubles(at.STRAYS, n),
    deviations: doubles(at.STRAYED, n),
    pinned: bits(at.PINNED, n),
    crowds: doubles(at.CROWDS, (at.CROWD_SIZE / 8) * Math.ceil(n / at.CROWD)),
    bodies: words(at.BODIES, most),
    particles: words(at.PARTICLES, most),
    from: doubles(at.FROM, 3 * most),
    phi: doubles(at.PHI, most),
    clearance: doubles(at.ROOM, most),
    ends: doubles(at.ENDS, 3 * n),
    close: doubles(at.CLOSE, (at.CLOSE_SIZE / 8) * (at.CROWD + 1)),
    mass: doubles(at.MASS, n),
    positions: doubles(at.POSITIONS, 3 * n),
    velocities: doubles(at.VELOCITIES, 3 * n),
    force: doubles(at.FORCES, 3 * n),
    nextX: doubles(at.NEXT_X, 3 * n),
    nextV: doubles(at.NEXT_V, 3 * n),
    held: bits(at.HELD, n),
    options: doubles(at.OPTIONS, at.OPTION_COUNT),
    stuck: bits(at.STUCK, n),
    velocity: doubles(at.SURFACE_VELOCITY, 3 * n),
    place: doubles(at.PLACE, 3 * n),
    slidesOn: integers(at.SLIDES_ON, n),
    normal: doubles(at.NORMALS, 3 * n),
    push: doubles(at.PUSH, n),
    drive: doubles(at.DRIVE, n),
    foreseenOn: integers(at.FORESEEN_ON, n),
    pressing: doubles(at.PRESSING, n),
    nextPressing: doubles(at.NEXT_PRESSING, n),
    pressForce: doubles(at.PRESS_FORCE, n),
    grip: doubles(at.GRIP, n),
    lying: bits(at.LYING, n),
    asked: bits(at.ASKED, n),
    lyingPairs: words(at.LYING_PAIRS, most),
    isKnown: bits(at.IS_KNOWN, most),
    knownNormals: doubles(at.KNOWN_NORMALS, 3 * most),
    foreseen: words(at.FORESEEN, n),
    depths: doubles(at.FORESEEN_LACKS, n),
    foreseenNormals: doubles(at.FORESEEN_NORMALS, 3 * n),
    touched: bits(at.TOUCHED, n),
    corrections: counts(at.CORRECTIONS, n),
    seen: counts(at.SEEN, most),
    thickness: doubles(at.CLOTH_THICKNESS, n),
    friction: doubles(at.CLOTH_FRICTION, n),
  };
}

/** The arrays where there are no kernels, with room for as many pairs as particles. */
export function createBodyArrays(particleCount: number): BodyArrays {
  const arrays: Record<string, unknown> = {};
  for (const [name, { View, length, size }] of Object.entries(listArrays(particleCount, particleCount))) {
    arrays[name] = new View(new ArrayBuffer(length * size), 0, length);
  }
  return arrays as unknown as BodyArrays;
}

/** Undefined where there are no bodies of cones. */
export function createConeStore(colliders: readonly ConeCollider[], particleCount: number, module: KernelModule): ConeStore | undefined {
  const sizes = colliders.map(({ shape }) => (shape.packed === undefined ? 0 : sizeOfBody(shape.packed)));
  if (sizes.every((size) => size === 0)) return undefined;
  const most = Math.min(colliders.length, MOST_BODIES) * particleCount + at.CROWD;
  const pieces = Object.entries(listArrays(particleCount, most));
  const byteCounts = pieces.map(([, { length, size }]) => length * size);
  const memory = createKernelMemory(
    [...byteCounts, at.ARRAYS_BYTES, ...sizes.map((size) => 8 * size)].reduce((sum, n) => sum + sizeOf(n), 0),
    module,
  );
  const offsets = memory.words(at.ARRAYS_BYTES / 4);
  const laid = pieces.map(([name, { View, length, size, place }]) => {
    const { buffer, byteOffset } = memory.words(Math.ceil((length * size) / 4));
    writeWords(offsets, { [place]: byteOffset });
    return [name, new View(buffer, byteOffset, length)];
  });
  const bodies = colliders.map((collider, b) => (sizes[b] > 0 ? describeBody(collider, b, memory.doubles(sizes[b])) : undefined));
  return { memory, offsets, arrays: Object.fromEntries(laid) as BodyArrays, most, bodies };
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
