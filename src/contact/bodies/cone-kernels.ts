import { type BodyMotion, POSE_SIZE } from "../../core/body-motion.ts";
import type { KernelModule } from "../../kernels/module.ts";
import { instantiateSearchKernels } from "../../kernels/search/search-kernels.ts";
import { CAPSULE_SIZE } from "../shapes/body-capsule.ts";
import type { Collider } from "../shapes/collider.ts";
import type { ClothSurface } from "../shapes/surface-pair.ts";
import { BOTH_POSES, type ConeArrays, createConeStore, LEVEL, POSES } from "./cone-store.ts";
import type { Contacts } from "./contact-law.ts";

/** What near-bodies, contact-law, foresight and position-alteration do at bodies of rounded cones, in WebAssembly, to the same bits. `arrays` are what they work on. */
export interface ConeKernels {
  readonly arrays: ConeArrays;
  /** Whether a body is made of cones. */
  has(body: number): boolean;
  /** Says how long the step is [s], and what the method does with sliders. */
  begin(h: number, contacts: Contacts): void;
  /** What near-bodies does for all particles: at the start of a step of step[at] seconds, before a search, and where proposals end. */
  startWays(step: Float64Array, at: number): void;
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

/** Places in `options`. */
const STEP = 0;
const RESTITUTION = 1;
const PUSH_SPEED = 2;
const REPORTS_IMPULSES = 3;
const APPLIES_FRICTION = 4;
const WEIGHS_FRICTION = 5;

/** Undefined where there are no bodies of cones. */
export function createConeKernels(
  colliders: readonly Collider[],
  { start, end }: BodyMotion,
  cloth: ClothSurface,
  module: KernelModule,
): ConeKernels | undefined {
  const particleCount = cloth.thickness.length;
  const store = createConeStore(colliders, particleCount, module);
  if (store === undefined) return undefined;
  const { arrays, bodies, most, offsets } = store;
  const { options, ends } = arrays;
  arrays.thickness.set(cloth.thickness);
  arrays.friction.set(cloth.friction);
  const kernels = instantiateSearchKernels(module, store.memory);
  const at = offsets.byteOffset;
  const places = Uint32Array.from(bodies, (numbers) => numbers?.byteOffset ?? 0);
  return {
    arrays,
    has: (body) => bodies[body] !== undefined,
    begin(h, { handling: { reportsImpulses, appliesFriction, weighsFriction } }) {
      options[STEP] = h;
      options[REPORTS_IMPULSES] = reportsImpulses ? 1 : 0;
      options[APPLIES_FRICTION] = appliesFriction ? 1 : 0;
      options[WEIGHS_FRICTION] = weighsFriction ? 1 : 0;
    },
    startWays(step, stepAt) {
      options[STEP] = step[stepAt];
      kernels.startWays(at, particleCount);
    },
    gatherCrowds: () => kernels.gatherCrowds(at, particleCount),
    cover(xe) {
      if (xe.length === ends.length) ends.set(xe);
      else for (let c = 0; c < ends.length; c++) ends[c] = xe[c]; // vertices of bodies come behind
      return kernels.coverEnds(at, particleCount) !== 0;
    },
    search(body, capsule, level, levelAt, count) {
      const numbers = bodies[body];
      if (numbers === undefined) return -1;
      const pose = POSE_SIZE * body;
      for (let c = 0; c < CAPSULE_SIZE; c++) numbers[c] = capsule[c];
      numbers[LEVEL] = level[levelAt];
      for (let c = 0; c < POSE_SIZE; c++) {
        numbers[POSES + c] = start[pose + c];
        numbers[POSES + POSE_SIZE + c] = end[pose + c];
        numbers[BOTH_POSES + 2 * c] = start[pose + c];
        numbers[BOTH_POSES + 2 * c + 1] = end[pose + c];
      }
      return kernels.findNearCones(places[body], at, particleCount, count, most);
    },
    findLying: (body, first, last, count) => kernels.findLying(places[body], at, first, last, count),
    decide: (body, first, last) => kernels.decideAtCones(places[body], at, first, last),
    foresee: (body, first, last, count) => kernels.foreseeAtCones(places[body], at, first, last, count),
    alter: (body, first, last, round) => kernels.alterAtCones(places[body], at, first, last, round),
  };
}

/** How bodies are to be left, for `alter`. */
export function setAlteration({ arrays }: ConeKernels, restitution: number, pushSpeed: number): void {
  arrays.options[RESTITUTION] = restitution;
  arrays.options[PUSH_SPEED] = pushSpeed;
}
