import type { Cloth } from "../../fabric/cloth.ts";
import { measureStiffness } from "../describe-cloth.ts";

/** What the choice depends on. */
export interface Preconditionable {
  readonly cloth: Cloth;
  /** [s] */
  readonly timestep: number;
  /** Nothing to run into without. */
  readonly collision?: { readonly self: boolean; readonly colliders: readonly object[] };
}

/** From so many particles on, and from so much h²k/m on, fewer iterations are worth what each costs more (docs/findings.md, "Multigrid in conjugate gradients"). */
const LEAST_PARTICLES = 1000;
const LEAST_STIFFNESS = 200;

/** What `auto` stands for. Cloth that meets something is solved for again and again, from where the solve before ended and with others held: there blocks are quicker. */
export function choosePreconditioner({ cloth, timestep, collision }: Preconditionable): "blocks" | "multigrid" {
  if (collision !== undefined && (collision.self || collision.colliders.length > 0)) return "blocks";
  const isStiff = timestep * timestep * measureStiffness(cloth.springs, cloth.mass) >= LEAST_STIFFNESS;
  return isStiff && cloth.particleCount >= LEAST_PARTICLES ? "multigrid" : "blocks";
}
