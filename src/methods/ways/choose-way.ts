import type { ClothDescription } from "../describe-cloth.ts";
import type { Choice } from "../method.ts";
import { ITERATION_ERROR, TIME_ERROR, type Way, type WayName } from "./way.ts";

/** A choice that names its method, whose code need not be there yet. */
export interface NamedChoice extends Omit<Choice, "method"> {
  readonly method: WayName;
}

/** What a step may cost where the scene sets no budget [ns]. */
const MOST_COST = 1.2e8;

/** Whether implicit Euler alone suits a cloth: only matrices of blocks know contact and any force. */
export function isBound({ isTriangles, touches, hasFurtherForces }: ClothDescription): boolean {
  return isTriangles || touches || hasFurtherForces;
}

/**
 * The method that `auto` stands for, with its settings: of the ways that suit the cloth the cheapest whose time steps are accurate enough, else the most accurate; each iterates as
 * often as the stiffness asks for, or as `budget` [ms a step] allows, 0 for MOST_COST. It looks at the cloth only, never at a clock: the same scene gives the same choice on every machine.
 */
export function chooseWay(ways: readonly Way[], budget: number): NamedChoice {
  const limit = budget > 0 ? 1e6 * budget : MOST_COST;
  const choices = ways.map((way) => fitWay(way, limit));
  const affordable = choices.filter(({ cost }) => cost <= limit);
  if (affordable.length === 0) return least(choices, ({ cost }) => cost);
  const accurate = affordable.filter(({ error }) => error <= TIME_ERROR + ITERATION_ERROR);
  return accurate.length > 0 ? least(accurate, ({ cost }) => cost) : least(affordable, ({ error }) => error);
}

/** A way with as many iterations as it needs or the limit [ns] allows; with fewer, the error grows as their number falls. */
function fitWay({ method, settings, counter, cost, timeError }: Way, limit: number): NamedChoice {
  const fixed = cost(0);
  if (counter === undefined) return { method, settings, cost: fixed, error: timeError };
  const { name, least, most, needed, share } = counter;
  const each = share * (cost(1) - fixed);
  const iterations = Math.max(least, Math.min(needed, most, Math.floor((limit - fixed) / each)));
  return {
    method,
    settings: { ...settings, [name]: iterations },
    cost: fixed + iterations * each,
    error: timeError + counter.error(needed / iterations),
  };
}

function least(choices: readonly NamedChoice[], measure: (choice: NamedChoice) => number): NamedChoice {
  return choices.reduce((best, choice) => (measure(choice) < measure(best) ? choice : best));
}
