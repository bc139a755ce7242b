import { smoothNoise } from "../core/random.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { addToCorners } from "../mesh/vertex-normals.ts";
import type { ForceTerm } from "./force-term.ts";
import { addNothing, NO_PAIRS } from "./force-term.ts";
import type { Jet } from "./jet.ts";

/** Wind over the whole scene, by one of two laws: `density` is of the papers' linear law, `airDensity` of drag and lift. */
export interface Wind<Vector = Vec3> {
  /** [m/s] */
  readonly velocity: Vector;
  /** ρ of the linear law [kg/(m²·s)]. */
  readonly density?: number;
  /** ρ of the drag and lift law [kg/m³]; 1.2, as out of doors, without either. */
  readonly airDensity?: number;
  /** The wind stops at this time [s]; absent, it blows for ever. */
  readonly until?: number;
  /** C_D along the relative wind [−], 1 by default. */
  readonly drag?: number;
  /** C_L along the normal [−], 0 by default, at most C_D. */
  readonly lift?: number;
  readonly gusts?: Gusts;
}

/** Seeded gusts: each component of the wind wavers by up to strength · |velocity|, anew about every `period` seconds. */
export interface Gusts {
  readonly strength: number;
  readonly period: number;
}

/**
 * A force for a cloth, whose particles it numbers as the cloth does. Its name must differ from those of all other forces. Elastic and damping
 * terms are computed in TypeScript, for kernels in WebAssembly know only Drape's own.
 */
export type ForceFactory = (cloth: Cloth, environment: Environment) => ForceTerm;

/** What surrounds the cloth and may be changed between two steps. */
export interface Environment {
  /** [m/s²] */
  readonly gravity: Float64Array;
  /** How often gravity has been changed; 0 without. Methods sum up once what never changes. */
  gravityChanges?: number;
  wind: Wind | undefined;
  /** None without; and the force it has, of whoever can be blown at. */
  jet?: Jet | undefined;
  createJetTerm?: ((triangles: Uint32Array, environment: Environment) => ForceTerm) | undefined;
  readonly seed: number;
  /** The forces of contact that are known before a step [N], three numbers a particle; none without. */
  reactions?: Float64Array | undefined;
  /** Forces besides Drape's own: `createForces` calls each factory for every cloth, also for the one after a cut. */
  readonly furtherTerms?: readonly ForceFactory[] | undefined;
}

export function changeGravity(environment: Environment, gravity: ArrayLike<number>): void {
  if ([0, 1, 2].every((c) => environment.gravity[c] === gravity[c])) return;
  environment.gravity.set(gravity);
  environment.gravityChanges = (environment.gravityChanges ?? 0) + 1;
}

/**
 * Wind on each triangle (a, b, c), a third to each corner, none for t ≥ until:
 *
 *     N = (x_b − x_a) × (x_c − x_a)/2,  A = |N|,  n = N/A,  w' = w − (v_a + v_b + v_c)/3
 *     linear:          f = ρ A (n·w') n
 *     drag and lift:   f = ½ ρ A [(C_D − C_L) |n·w'| w' + C_L |w'| (n·w') n]     (the same whichever side n points to)
 */
export function windTerm(triangles: Uint32Array, environment: Environment): ForceTerm {
  const gusty = new Float64Array(3);
  return {
    name: "wind",
    role: "external",
    constantMatrix: true,
    pairs: NO_PAIRS,
    energy: () => 0,
    isIdle: (t) => environment.wind === undefined || t >= (environment.wind.until ?? Number.POSITIVE_INFINITY),
    addForce(x, v, t, f) {
      const { wind } = environment;
      if (wind === undefined || this.isIdle?.(t)) return;
      computeWindVelocity(wind, environment.seed, t, gusty);
      const aerodynamic = wind.airDensity !== undefined;
      addWindForces(triangles, x, v, gusty, wind.airDensity ?? wind.density ?? 0, aerodynamic, wind.drag ?? 1, wind.lift ?? 0, f);
    },
    addMatrix: addNothing,
  };
}

/** The wind with the density of air out of doors where it has none. */
export function withAir(wind: Wind): Wind {
  return wind.density === undefined && wind.airDensity === undefined ? { ...wind, airDensity: 1.2 } : wind;
}

function computeWindVelocity(wind: Wind, seed: number, t: number, out: Float64Array): void {
  const { velocity, gusts } = wind;
  out[0] = velocity[0];
  out[1] = velocity[1];
  out[2] = velocity[2];
  if (gusts === undefined) return;
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  for (let axis = 0; axis < 3; axis++) out[axis] += gusts.strength * speed * smoothNoise(seed, axis, t / gusts.period);
}

function addWindForces(
  triangles: Uint32Array,
  x: Float64Array,
  v: Float64Array,
  velocity: Float64Array,
  density: number,
  aerodynamic: boolean,
  drag: number,
  lift: number,
  f: Float64Array,
): void {
  const windX = velocity[0];
  const windY = velocity[1];
  const windZ = velocity[2];
  for (let q = 0; q < triangles.length; q += 3) {
    const a = 3 * triangles[q];
    const b = 3 * triangles[q + 1];
    const c = 3 * triangles[q + 2];
    const bx = x[b] - x[a];
    const by = x[b + 1] - x[a + 1];
    const bz = x[b + 2] - x[a + 2];
    const cx = x[c] - x[a];
    const cy = x[c + 1] - x[a + 1];
    const cz = x[c + 2] - x[a + 2];
    const nx = 0.5 * (by * cz - bz * cy);
    const ny = 0.5 * (bz * cx - bx * cz);
    const nz = 0.5 * (bx * cy - by * cx);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (area === 0) continue;
    const wx = windX - (v[a] + v[b] + v[c]) / 3;
    const wy = windY - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
    const wz = windZ - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
    const flow = nx * wx + ny * wy + nz * wz; // A (n·w')
    let along = 0;
    let normal = (density * flow) / (3 * area);
    if (aerodynamic) {
      const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
      along = (density * Math.abs(flow) * (drag - lift)) / 6;
      normal = (density * flow * lift * speed) / (6 * area);
    }
    addToCorners(f, a, b, c, along * wx + normal * nx, along * wy + normal * ny, along * wz + normal * nz);
  }
}
