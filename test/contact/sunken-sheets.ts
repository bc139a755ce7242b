import { createRandom } from "../../src/core/random.ts";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import type { ColliderInput } from "../../src/scene/scene-input.ts";
import { icosphere } from "../stress/icosphere.ts";

/** Bodies whose highest point is at the origin, or near it. */
export const BODIES = {
  sphere: { sphere: { center: [0, -0.25, 0], radius: 0.25 } },
  capsule: { capsule: { from: [-0.3, -0.1, 0.05], to: [0.3, -0.1, -0.05], radius: 0.1 } },
  box: { box: { center: [0, -0.15, 0], halfSizes: [0.15, 0.15, 0.12], rounding: 0.01 } },
  cones: {
    cones: [
      { from: [-0.25, -0.12, 0], to: [0.05, -0.1, 0.02], radii: [0.12, 0.09] },
      { from: [0.05, -0.1, 0.02], to: [0.3, -0.12, 0.05], radii: [0.09, 0.06] },
    ],
  },
  plane: { plane: {} },
  mesh: { mesh: ball(0.25) },
} satisfies Record<string, ColliderInput>;

export type BodyName = keyof typeof BODIES;

/** Sheets through each other, the deepest vertex of all as deep in the body as wanted. */
export interface SunkenOptions {
  readonly body?: BodyName;
  readonly layers: number;
  readonly seed: number;
  /** How deep the deepest vertex is [m]. */
  readonly depth?: number;
  /** Vertices along each side. */
  readonly side?: number;
  readonly collision?: SceneInput["collision"];
}

/** What a run came to; energies are beyond those of the start [J]. */
export interface StartReport {
  /** Crossing pairs of triangles at the start, and how deep the deepest vertex is [m]. */
  readonly crossings: number;
  readonly depth: number;
  /** The first step after which nothing crosses anything and nothing is in a body, then and later; 0 where there is none. */
  readonly freeAfter: number;
  /** Of any vertex, in any step [m/s]. */
  readonly fastest: number;
  /** Kinetic, elastic and gravitational energy beyond what it took to raise the cloth as far as it was raised until then, at most: until it is free, and in all. */
  readonly excessUntilFree: number;
  readonly excess: number;
  readonly steps: readonly StartStep[];
}

/** After one step. */
export interface StartStep {
  readonly crossings: number;
  readonly depth: number;
  readonly fastest: number;
  readonly excess: number;
  readonly lift: number;
  readonly strain: number;
}

const WIDTH = 0.4;
const FABRIC_NAMES = ["cotton", "silk", "denim", "jersey", "wool"] as const;

/** Sheets about the same plane, in waves along one direction each, none of which stretches them: they cross each other. */
export function sunkenScene({ body, layers, seed, depth = 0.03, side = 24, collision = {} }: SunkenOptions): SceneInput {
  const random = createRandom(seed);
  const sheets = Array.from({ length: layers }, (_, n) => wavySheet(side, random, 0.004 * (n - (layers - 1) / 2)));
  const top = body === undefined ? 0 : lowestClearance(body, sheets) + depth;
  return {
    drape: 1,
    timestep: 1 / 60,
    cloths: sheets.map((positions, n) => ({
      grid: { columns: side, rows: side, width: WIDTH, height: WIDTH },
      positions: positions.map((value, c) => (c % 3 === 1 ? value - top : value)),
      fabric: FABRIC_NAMES[(n + seed) % FABRIC_NAMES.length],
    })),
    colliders: body === undefined ? [] : [BODIES[body]],
    collision: { self: true, ...collision },
  };
}

/** A level sheet turned about y and tilted a little, its threads along u bent into a wave and as long as they are when flat. */
function wavySheet(side: number, random: () => number, height: number): number[] {
  const spacing = WIDTH / (side - 1);
  const turn = 2 * Math.PI * random();
  const wave = (2 * Math.PI) / (0.12 + 0.13 * random());
  const phase = 2 * Math.PI * random();
  const [tiltX, tiltZ] = [0.1 * (random() - 0.5), 0.1 * (random() - 0.5)];
  const line = [[0, 0]];
  for (let i = 1; i < side; i++) {
    const angle = 0.3 * Math.cos(wave * (i - 0.5) * spacing + phase);
    line.push([line[i - 1][0] + spacing * Math.cos(angle), line[i - 1][1] + spacing * Math.sin(angle)]);
  }
  const middle = [0, 1].map((c) => line.reduce((sum, p) => sum + p[c], 0) / side);
  const positions: number[] = [];
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const u = line[i][0] - middle[0];
      const v = (j - (side - 1) / 2) * spacing;
      const up = line[i][1] - middle[1];
      const [x, z] = [Math.cos(turn) * u - Math.sin(turn) * v, Math.sin(turn) * u + Math.cos(turn) * v];
      // turned about z and about x, by small angles
      const [x1, y1] = [Math.cos(tiltX) * x - Math.sin(tiltX) * up, Math.sin(tiltX) * x + Math.cos(tiltX) * up];
      const [y2, z2] = [Math.cos(tiltZ) * y1 - Math.sin(tiltZ) * z, Math.sin(tiltZ) * y1 + Math.cos(tiltZ) * z];
      positions.push(x1, y2 + height, z2);
    }
  }
  return positions;
}

/** How far sheets can come down before one touches the body. */
function lowestClearance(body: BodyName, sheets: readonly number[][]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const x of sheets) {
    for (let i = 0; i < x.length; i += 3) least = Math.min(least, x[i + 1] - topAt(body, x[i], x[i + 2]));
  }
  return least;
}

/** The height of the upper surface of a body above a point, −∞ beside it; to less than a millimetre. */
function topAt(body: BodyName, x: number, z: number): number {
  const roundTop = (radius: number, across: number): number =>
    across < radius ? Math.sqrt(radius * radius - across * across) : Number.NEGATIVE_INFINITY;
  if (body === "plane") return 0;
  if (body === "sphere" || body === "mesh") return roundTop(0.25, Math.hypot(x, z)) - 0.25;
  if (body === "box") return Math.abs(x) < 0.15 && Math.abs(z) < 0.12 ? 0 : Number.NEGATIVE_INFINITY;
  if (body === "capsule") return roundTop(0.1, Math.abs(z + x / 6) * Math.cos(Math.atan(1 / 6))) - 0.1;
  const t = Math.min(1, Math.max(0, (x + 0.25) / 0.3));
  const s = Math.min(1, Math.max(0, (x - 0.05) / 0.25));
  return x < 0.05
    ? roundTop(0.12 - 0.03 * t, Math.abs(z - 0.02 * t)) - 0.12 + 0.02 * t
    : roundTop(0.09 - 0.03 * s, Math.abs(z - 0.02 - 0.03 * s)) - 0.1 - 0.02 * s;
}

function ball(radius: number): { positions: number[][]; triangles: number[][] } {
  const { points, triangles } = icosphere(3);
  return { positions: points.map(([x, y, z]) => [radius * x, radius * y - radius, radius * z]), triangles };
}

/** Runs a scene for so many steps, and looks at it after each. */
export async function runStart(scene: SceneInput, steps = 60): Promise<StartReport> {
  const simulation = await createSimulation(scene);
  const begun = simulation.view.measure();
  const start = simulation.view.inspect();
  const v = new Float64Array(3 * simulation.particleCount);
  const seen: StartStep[] = [];
  let free = 0;
  let mostLift = 0;
  for (let n = 1; n <= steps; n++) {
    simulation.step();
    const { intersections, maxPenetration } = simulation.view.inspect();
    const { kinetic, elastic, gravitational, strainMax } = simulation.view.measure();
    simulation.readVelocities(v);
    let fastest = 0;
    for (let c = 0; c < v.length; c += 3) fastest = Math.max(fastest, Math.hypot(v[c], v[c + 1], v[c + 2]));
    const lift = gravitational - begun.gravitational;
    mostLift = Math.max(mostLift, lift);
    const excess = kinetic + elastic - begun.kinetic - begun.elastic + lift - mostLift;
    seen.push({ crossings: intersections, depth: maxPenetration, fastest, excess, lift, strain: strainMax });
    free = intersections === 0 && maxPenetration === 0 ? free + 1 : 0;
  }
  const freeAfter = free > 0 ? seen.length - free + 1 : 0;
  const mending = seen.slice(0, freeAfter || seen.length);
  return {
    crossings: start.intersections,
    depth: start.maxPenetration,
    freeAfter,
    fastest: Math.max(...seen.map((step) => step.fastest)),
    excessUntilFree: Math.max(...mending.map((step) => step.excess)),
    excess: Math.max(...seen.map((step) => step.excess)),
    steps: seen,
  };
}
