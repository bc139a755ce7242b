import type { ForceTerm } from "../forces/force-term.ts";
import type { Environment } from "../forces/wind.ts";

/** The sum of the external forces that are the same at every step, until gravity is set to another. */
export interface ConstantForce {
  /** The forces that may change at every step. */
  readonly others: readonly ForceTerm[];
  /** Sums up anew if gravity is another than before; whether it is. */
  follow(): boolean;
}

/** `sum` gets the forces, now and by `follow`. */
export function createConstantForce(external: readonly ForceTerm[], { gravity }: Environment, sum: Float64Array): ConstantForce {
  const constant = external.filter(({ isConstant }) => isConstant);
  const summed = gravity.slice();

  function add(): void {
    sum.fill(0);
    for (const term of constant) term.addForce(sum, sum, 0, sum);
  }

  add();
  return {
    others: external.filter(({ isConstant }) => !isConstant),
    follow() {
      if (gravity[0] === summed[0] && gravity[1] === summed[1] && gravity[2] === summed[2]) return false;
      summed.set(gravity);
      add();
      return true;
    },
  };
}
