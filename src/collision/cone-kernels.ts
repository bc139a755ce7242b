import { createKernelMemory, sizeOf } from "../wasm/memory.ts";
import type { KernelModule } from "../wasm/module.ts";
import { instantiateSearchKernels } from "../wasm/search-kernels.ts";
import { CAPSULE_SIZE } from "./body-capsule.ts";
import { type BodyMotion, POSE_SIZE } from "./body-motion.ts";
import type { Collider, Shape } from "./collider.ts";
import type { Contacts } from "./contact-law.ts";
import { CONE_SIZE } from "./rounded-cone.ts";

/** What near-bodies, contact-law, foresight and position-alteration do at bodies of rounded cones, in WebAssembly, to the same bits. The arrays are in its memory. */
export interface ConeKernels {
  /** Of near-bodies, by particle, and the crowds of them. */
  readonly starts: Float64Array;
  readonly ahead: Float64Array;
  readonly ways: Float64Array;
  readonly strays: Float64Array;
  readonly strayed: Float64Array;
  readonly pinned: Uint8Array;
  readonly crowds: Float64Array;
  /** The pairs of near-bodies: as many as there is room for. */
  readonly bodies: Uint32Array;
  readonly particles: Uint32Array;
  readonly from: Float64Array;
  readonly phi: Float64Array;
  readonly room: Float64Array;
  readonly contacts: OwnContacts;
  /** What a step begins with and what is proposed, as far as who asks has said: positions [m], velocities [m/s], forces [N], and which particles are held. */
  readonly mass: Float64Array;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly force: Float64Array;
  readonly nextX: Float64Array;
  readonly nextV: Float64Array;
  readonly held: Uint8Array;
  /** The step [s], restitution and push speed [m/s]; what the method does with sliders is read from `contacts` by `begin`. */
  readonly options: Float64Array;
  /** Of position-alteration. */
  readonly touched: Uint8Array;
  readonly corrections: Uint16Array;
  readonly seen: Uint16Array;
  /** Of contact-law. */
  readonly lying: Uint8Array;
  readonly asked: Uint8Array;
  readonly lyingPairs: Uint32Array;
  /** Of foresight: the particles found, how much deeper than they may be [m], and the normals. */
  readonly foreseen: Uint32Array;
  readonly lacks: Float64Array;
  readonly foreseenNormals: Float64Array;
  /** Whether a body is made of cones. */
  has(body: number): boolean;
  /** Says how long the step is [s], and what the method does with sliders. */
  begin(h: number, contacts: Contacts): void;
  /** What near-bodies does for all particles: at the start of a step, before a search, and where proposals end. */
  startWays(): void;
  gatherCrowds(): void;
  cover(xe: Float64Array): boolean;
  /** Adds the pairs of a body with what may come as near to it as level[at] [m] to the `count` there are; returns how many there are then, −1 where there is no room for them. */
  search(body: number, capsule: Float64Array, level: Float64Array, at: number, count: number): number;
  /** Of the pairs from `first` to `end`, which are of one body, lists those that lie on it; returns how many are listed, with the `count` before. */
  findLying(body: number, first: number, end: number, count: number): number;
  /** Asks Coulomb about what is listed from `first` to `end`. */
  decide(body: number, first: number, end: number): void;
  /** Of the pairs from `first` to `end`, lists the particles that the proposal puts into the body; returns how many are listed, with the `count` before. */
  foresee(body: number, first: number, end: number, count: number): number;
  /** Corrects the particles of the pairs from `first` to `end`, which are of one body; returns how many. */
  alter(body: number, first: number, end: number, round: number): number;
}

/** The arrays of contact-law that kernels see. */
export type OwnContacts = Omit<Contacts, "areGripped" | "areWeighed" | "areTold">;

/** Places of what src/wasm/assembly/cone-memory.ts names of a body. */
const LEVEL = CAPSULE_SIZE;
const BLEND = LEVEL + 1;
const BOUND = BLEND + 1;
const POSES = BOUND + 6;
const CONE_COUNT = POSES + 2 * POSE_SIZE;
const NUMBER = CONE_COUNT + 1;
const THICKNESS = NUMBER + 1;
const FRICTION = THICKNESS + 1;
const BOTH_POSES = FRICTION + 2;
const TWO_CONES = BOTH_POSES + 2 * POSE_SIZE;
const PARTS = TWO_CONES + 1;
const CONES = PARTS + 1;
/** Numbers of two cones side by side, with their balls. */
const TWO_CONES_SIZE = 2 * (CONE_SIZE + 4);

/** Places in `options`, and how many there are. */
const ARE_TOLD = 3;
const ARE_GRIPPED = 4;
const ARE_WEIGHED = 5;
const OPTIONS = 6;

/** There is room for this many bodies near each particle on average; where there are more, TypeScript does it. */
const MOST_BODIES = 8;
/** Pairs are added by as many as this at once; and what is kept of a particle meanwhile. */
const CROWD = 32;
const CLOSE_SIZE = 48;

/** Undefined where there are no bodies of cones. */
export function createConeKernels(
  colliders: readonly Collider[],
  { start, end }: BodyMotion,
  particleCount: number,
  crowdNumbers: number,
  module: KernelModule,
): ConeKernels | undefined {
  const sizes = colliders.map(({ shape: { packed } }) =>
    packed === undefined ? 0 : CONES + packed.cones.length + packed.balls.length + extraSize(packed.balls.length / 4),
  );
  if (sizes.every((size) => size === 0)) return undefined;
  const n = particleCount;
  const most = Math.min(colliders.length, MOST_BODIES) * n + CROWD;
  // in the order of src/wasm/assembly/cone-memory.ts
  const wanted = [
    ...[24 * n, 24 * n, 8 * n, 8 * n, 8 * n, n, 8 * crowdNumbers],
    ...[4 * most, 4 * most, 24 * most, 8 * most, 8 * most],
    ...[24 * n, 24 * n, 24 * n, 8 * n, n],
    ...[4 * n, 4 * n, 8 * n, 8 * n, 8 * n, 8 * n],
    ...[n, 2 * n, 2 * most, 8 * OPTIONS],
    ...[24 * n, 24 * n, n, 24 * n, 24 * n, 24 * n, 8 * n, 8 * n, n, n, 4 * most],
    ...[4 * n, 8 * n, 24 * n, 24 * n, CLOSE_SIZE * (CROWD + 1), most, 24 * most],
  ];
  const bytes = [...wanted, 4 * wanted.length, ...sizes.map((size) => 8 * size)];
  const memory = createKernelMemory(
    bytes.reduce((sum, size) => sum + sizeOf(size), 0),
    module,
  );
  const pieces = wanted.map((size) => memory.words(Math.ceil(size / 4)));
  const arrays = memory.words(wanted.length);
  arrays.set(pieces.map(({ byteOffset }) => byteOffset));
  let next = 0;
  function take<T>(View: new (buffer: ArrayBufferLike, offset: number, length: number) => T, size: number): T {
    const { buffer, byteOffset } = pieces[next];
    return new View(buffer, byteOffset, wanted[next++] / size);
  }
  const doubles = () => take(Float64Array, 8);
  const words = () => take(Uint32Array, 4);
  const integers = () => take(Int32Array, 4);
  const bits = () => take(Uint8Array, 1);
  const counts = () => take(Uint16Array, 2);

  const told = colliders.map(({ shape: { packed, bound }, thickness, friction }, b) => {
    if (packed === undefined || bound === undefined) return undefined;
    const numbers = memory.doubles(sizes[b]);
    numbers[BLEND] = packed.blend;
    numbers.set(bound, BOUND);
    numbers.set([packed.balls.length / 4, b, thickness, friction], CONE_COUNT);
    numbers.set(packed.cones, CONES);
    numbers.set(packed.balls, CONES + packed.cones.length);
    const twoAt = CONES + packed.cones.length + packed.balls.length;
    const partsAt = layTwoByTwo(packed, numbers, twoAt);
    numbers[TWO_CONES] = numbers.byteOffset + 8 * twoAt;
    numbers[PARTS] = numbers.byteOffset + 8 * partsAt;
    return numbers;
  });
  const places = Uint32Array.from(told, (numbers) => numbers?.byteOffset ?? 0);
  const kernels = instantiateSearchKernels(module, memory);
  const near = {
    starts: doubles(),
    ahead: doubles(),
    ways: doubles(),
    strays: doubles(),
    strayed: doubles(),
    pinned: bits(),
    crowds: doubles(),
    bodies: words(),
    particles: words(),
    from: doubles(),
    phi: doubles(),
    room: doubles(),
  };
  const step = { velocities: doubles(), nextX: doubles(), nextV: doubles(), mass: doubles(), held: bits() };
  const alterable = {
    slidesOn: integers(),
    foreseenOn: integers(),
    push: doubles(),
    drive: doubles(),
    nextPressing: doubles(),
    pressForce: doubles(),
  };
  const alteration = { touched: bits(), corrections: counts(), seen: counts() };
  const options = doubles();
  const forces = { positions: doubles(), force: doubles() };
  const contacts: OwnContacts = {
    ...alterable,
    stuck: bits(),
    velocity: doubles(),
    place: doubles(),
    normal: doubles(),
    pressing: doubles(),
    grip: doubles(),
  };
  const found = {
    lying: bits(),
    asked: bits(),
    lyingPairs: words(),
    foreseen: words(),
    lacks: doubles(),
    foreseenNormals: doubles(),
  };
  const ends = doubles();

  return {
    ...{ ...near, ...step, ...alteration, options, ...forces, contacts, ...found },
    has: (body) => told[body] !== undefined,
    search(body, capsule, level, at, count) {
      const numbers = told[body];
      if (numbers === undefined) return -1;
      const pose = POSE_SIZE * body;
      for (let c = 0; c < CAPSULE_SIZE; c++) numbers[c] = capsule[c];
      numbers[LEVEL] = level[at];
      for (let c = 0; c < POSE_SIZE; c++) {
        numbers[POSES + c] = start[pose + c];
        numbers[POSES + POSE_SIZE + c] = end[pose + c];
        numbers[BOTH_POSES + 2 * c] = start[pose + c];
        numbers[BOTH_POSES + 2 * c + 1] = end[pose + c];
      }
      return kernels.findNearCones(numbers.byteOffset, arrays.byteOffset, n, count, most);
    },
    begin(h, { areTold, areGripped, areWeighed }) {
      options[0] = h;
      options[ARE_TOLD] = areTold ? 1 : 0;
      options[ARE_GRIPPED] = areGripped ? 1 : 0;
      options[ARE_WEIGHED] = areWeighed ? 1 : 0;
    },
    startWays: () => kernels.startWays(arrays.byteOffset, n),
    gatherCrowds: () => kernels.gatherCrowds(arrays.byteOffset, n),
    cover(xe) {
      if (xe.length === ends.length) ends.set(xe);
      else for (let c = 0; c < ends.length; c++) ends[c] = xe[c]; // vertices of bodies come behind
      return kernels.coverEnds(arrays.byteOffset, n) !== 0;
    },
    findLying: (body, first, last, count) => kernels.findLying(places[body], arrays.byteOffset, first, last, count),
    decide: (body, first, last) => kernels.decideAtCones(places[body], arrays.byteOffset, first, last),
    foresee: (body, first, last, count) => kernels.foreseeAtCones(places[body], arrays.byteOffset, first, last, count),
    alter: (body, first, last, round) => kernels.alterAtCones(places[body], arrays.byteOffset, first, last, round),
  };
}

/** Numbers that cones take two by two, and what has a part in a normal: a number and a share each. */
function extraSize(count: number): number {
  return Math.ceil(count / 2) * TWO_CONES_SIZE + 2 * count;
}

/** Lays cones and balls side by side, two by two; one that is left is beside itself. Returns the end. */
function layTwoByTwo({ cones, balls }: NonNullable<Shape["packed"]>, out: Float64Array, at: number): number {
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
