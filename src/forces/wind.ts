import type { Vec3 } from "../core/vec3.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { blow } from "./blow.ts";
import { externalTerm, type ForceTerm } from "./force-term.ts";
import type { Jet } from "./jet.ts";
import type { pressureTerm } from "./pressure.ts";

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
  /** The force of wind, of whoever can be blown at. */
  blow?: typeof blow | undefined;
  /** None without; and the force it has, of whoever can be blown at. */
  jet?: Jet | undefined;
  createJetTerm?: ((triangles: Uint32Array, environment: Environment) => ForceTerm) | undefined;
  /** The force of pressure, where some cloth has it. */
  createPressureTerm?: typeof pressureTerm | undefined;
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

/** Wind on the triangles (blow.ts), whatever wind there is at the time; none for t ≥ until. */
export function windTerm(triangles: Uint32Array, environment: Environment): ForceTerm {
  const gusty = new Float64Array(3);
  const isIdle = (t: number): boolean => environment.wind === undefined || t >= (environment.wind.until ?? Number.POSITIVE_INFINITY);
  return externalTerm({
    name: "wind",
    isIdle,
    addForce(x, v, t, f) {
      const { wind, blow, seed } = environment;
      if (wind === undefined || isIdle(t)) return;
      if (blow === undefined) throw new Error("the code of wind is not there");
      blow(wind, seed, triangles, x, v, t, gusty, f);
    },
  });
}
