import { createRandom } from "../../src/core/random.ts";
import { BEND, type Cloth, type Hinges, SHEAR, type Springs, STRETCH } from "../../src/fabric/cloth.ts";
import { assembleCloth } from "../../src/fabric/make-cloth.ts";
import { uniformSurface } from "./uniform-surface.ts";

export interface RandomClothOptions {
  readonly particles: number;
  /** At least particles − 1: the first ones chain all particles together, so that the cloth is one piece. */
  readonly springs: number;
  readonly hinges: number;
  readonly triangles: number;
  /** True: stretch and shear springs do not push back. */
  readonly asymmetric: boolean;
  /** Mean c_s of the springs [kg/s]; each spring has its own between half and one and a half of it. */
  readonly relativeDamping: number;
  /** Mean c of the particles [kg/s]; each particle has its own between half and one and a half of it. */
  readonly viscous: number;
}

export const RANDOM_CLOTH_DEFAULTS: RandomClothOptions = {
  particles: 8,
  springs: 16,
  hinges: 3,
  triangles: 4,
  asymmetric: false,
  relativeDamping: 0,
  viscous: 0,
};

export interface RandomCloth {
  readonly cloth: Cloth;
  /** [m], packed x, y, z; no two particles closer than 0.4 m. */
  readonly positions: Float64Array;
  /** [m/s] */
  readonly velocities: Float64Array;
}

/**
 * A tangle of particles without any order in it, for tests that must hold for every cloth: masses from 0.5 to 2 kg, stiffness from
 * 20 to 200 N/m, all spring kinds, the first spring's pair repeated once, and every spring somewhere between half and 1.6 times
 * its rest length, but at least 0.02 away from the kinks at r = L and r = 0.8 L. The same seed gives the same cloth.
 */
export function randomCloth(seed: number, options: Partial<RandomClothOptions> = {}): RandomCloth {
  const settings: RandomClothOptions = { ...RANDOM_CLOTH_DEFAULTS, ...options };
  const { particles } = settings;
  const random = createRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const below = (count: number): number => Math.floor(random() * count);

  const positions = scatter(particles, between);
  const velocities = Float64Array.from({ length: 3 * particles }, () => between(-1, 1));
  const cloth = assembleCloth([
    {
      name: "random",
      particleCount: particles,
      ...uniformSurface(particles, { friction: 0.3, thickness: 0.001 }),
      mass: Float64Array.from({ length: particles }, () => between(0.5, 2)),
      viscousDamping: Float64Array.from({ length: particles }, () => settings.viscous * between(0.5, 1.5)),
      springs: randomSprings(settings, positions, between, below),
      hinges: randomHinges(settings, between, below),
      triangles: Uint32Array.from(Array.from({ length: settings.triangles }, () => pickDistinct(3, particles, below)).flat()),
    },
  ]);
  return { cloth, positions, velocities };
}

type Between = (low: number, high: number) => number;
type Below = (count: number) => number;

/** Points of a unit lattice, each moved by up to 0.3 along every axis. */
function scatter(count: number, between: Between): Float64Array {
  const side = Math.ceil(Math.cbrt(count));
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = (i % side) + between(-0.3, 0.3);
    positions[3 * i + 1] = (Math.floor(i / side) % side) + between(-0.3, 0.3);
    positions[3 * i + 2] = Math.floor(i / (side * side)) + between(-0.3, 0.3);
  }
  return positions;
}

function randomSprings(settings: RandomClothOptions, x: Float64Array, between: Between, below: Below): Springs {
  const { particles, springs: count, asymmetric, relativeDamping } = settings;
  const pairs: number[] = [];
  for (let s = 0; s < count; s++) {
    if (s < particles - 1) pairs.push(s, s + 1);
    else if (s === particles - 1) pairs.push(0, 1);
    else pairs.push(...pickDistinct(2, particles, below));
  }
  const kind = Uint8Array.from({ length: count }, (_, s) => [STRETCH, SHEAR, BEND][s % 3]);
  return {
    count,
    ends: Uint32Array.from(pairs),
    restLength: Float64Array.from({ length: count }, (_, s) => distance(x, pairs[2 * s], pairs[2 * s + 1]) / stretchRatio(between)),
    stiffness: Float64Array.from({ length: count }, () => between(20, 200)),
    kind,
    asymmetric: Uint8Array.from(kind, (one) => (asymmetric && one !== BEND ? 1 : 0)),
    relativeDamping: Float64Array.from({ length: count }, () => relativeDamping * between(0.5, 1.5)),
  };
}

/** r/L */
function stretchRatio(between: Between): number {
  for (;;) {
    const ratio = between(0.5, 1.6);
    if (Math.abs(ratio - 1) > 0.02 && Math.abs(ratio - 0.8) > 0.02) return ratio;
  }
}

/** α_i + α_j = 1 = −α_k − α_l, as every flat pair of triangles has them. */
function randomHinges(settings: RandomClothOptions, between: Between, below: Below): Hinges {
  const { particles, hinges: count } = settings;
  const vertices: number[] = [];
  const weights: number[] = [];
  const stiffness: number[] = [];
  for (let q = 0; q < count; q++) {
    const a = between(0.2, 0.8);
    const b = between(-0.2, 1.2); // not convex beyond 0 and 1
    vertices.push(...pickDistinct(4, particles, below));
    weights.push(a, 1 - a, -b, b - 1);
    stiffness.push(between(5, 50));
  }
  return {
    count,
    vertices: Uint32Array.from(vertices),
    weights: Float64Array.from(weights),
    stiffness: Float64Array.from(stiffness),
  };
}

function pickDistinct(count: number, range: number, below: Below): number[] {
  if (count > range) throw new Error(`cannot pick ${count} different particles out of ${range}`);
  const picked: number[] = [];
  while (picked.length < count) {
    const next = below(range);
    if (!picked.includes(next)) picked.push(next);
  }
  return picked;
}

/** Distance of particles i and j [m]. */
export function distance(x: Float64Array, i: number, j: number): number {
  return Math.hypot(x[3 * j] - x[3 * i], x[3 * j + 1] - x[3 * i + 1], x[3 * j + 2] - x[3 * i + 2]);
}
