import type { Force } from "./force-term.ts";
import type { Environment } from "./wind.ts";

/** External forces, those that never change summed up. Gravity alone may be changed, by `changeGravity`. */
export interface ConstantForces {
  /** The others. */
  readonly others: readonly Force[];
  /** Takes other forces. */
  take(external: readonly Force[]): void;
  /** Before a step: sums up anew where gravity was changed, and then gives true. */
  refresh(): boolean;
}

/** The sum goes into `sum` [N], three numbers a particle. */
export function createConstantForces(external: readonly Force[], environment: Environment, sum: Float64Array): ConstantForces {
  let all = external;
  let seen: number | undefined;
  const forces = {
    others: external,
    take(terms: readonly Force[]) {
      all = terms;
      seen = environment.gravityChanges;
      sum.fill(0);
      for (const term of all) if (term.isConstant) term.addForce(sum, sum, 0, sum);
      forces.others = all.filter(({ isConstant }) => !isConstant);
    },
    refresh() {
      if (seen === environment.gravityChanges) return false;
      forces.take(all);
      return true;
    },
  };
  forces.take(external);
  return forces;
}
