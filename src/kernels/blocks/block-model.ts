import { BEND, type Cloth, type Springs } from "../../fabric/cloth.ts";
import type { SpringJacobianOptions } from "../../forces/spring-jacobian.ts";
import { traitsAt } from "./half-edges.ts";

// The models of a spring's stiffness block (src/forces/spring-jacobian.ts) as src/kernels/assembly/blocks/block-rows.ts tells them apart.

/** A slope beyond all: a spring that yields at once (and stays finite times 0). */
const AT_ONCE = 1e36;
/** Less than anything. */
const NO_LIMIT = -1e30;

/** q and e of src/kernels/assembly/blocks/block-rows.ts. */
export function describeModel(jacobian: SpringJacobianOptions["jacobian"]): [q: number, e: number] {
  switch (jacobian) {
    case "exact":
      return [1, NO_LIMIT];
    case "clamped":
    case "choi":
    case "smoothed":
      return [1, 0];
    case "projected":
      return [0, 0];
    case "isotropic":
      return [0, 1];
    default:
      throw new RangeError(`${jacobian} is computed in TypeScript`);
  }
}

/** At what slope a spring fades under compression [1/m]. */
function fadingSlope({ kind, restLength }: Springs, s: number, { jacobian, alpha }: SpringJacobianOptions): number {
  if (kind[s] === BEND) return 0;
  if (jacobian === "choi") return AT_ONCE;
  return jacobian === "smoothed" ? 1 / (restLength[s] * (1 - alpha)) : 0;
}

/** The largest Σk/m of any particle, with the hinges' share [1/s²]. */
export function largestRatio({ particleCount, mass, springs, hinges }: Cloth): number {
  const sum = new Float64Array(particleCount);
  for (let side = 0; side < 2 * springs.count; side++) sum[springs.ends[side]] += springs.stiffness[side >> 1];
  for (let a = 0; a < 4 * hinges.count; a++) {
    sum[hinges.vertices[a]] += hinges.stiffness[a >> 2] * hinges.weights[a] * hinges.weights[a];
  }
  return sum.reduce((most, k, i) => Math.max(most, k / mass[i]), 0);
}

/** k in the matrix, fading slope and relative damping of every spring, at both its ends (`place`, of HalfEdges). */
export function fillStiffness(springs: Springs, model: SpringJacobianOptions, place: Uint32Array, stiffness: Float32Array): void {
  for (let side = 0; side < 2 * springs.count; side++) {
    const s = side >> 1;
    const at = traitsAt(place[side]);
    const isLeftOut = springs.kind[s] === BEND && model.jacobianSprings !== "all";
    stiffness[at] = isLeftOut ? 0 : springs.stiffness[s];
    stiffness[at + 4] = fadingSlope(springs, s, model);
    stiffness[at + 8] = springs.relativeDamping[s];
  }
}
