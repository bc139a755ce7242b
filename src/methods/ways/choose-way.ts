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

/** How often a step may propose where cloth touches something, from the best to the cheapest, and how often it then does, as dressed figures and capes on bodies do. */
const PROPOSALS = [
  { most: 3, mean: 2.4 },
  { most: 2, mean: 1.9 },
  { most: 1, mean: 1 },
] as const;
/** Where no way is cheap enough, the best of those is taken that cost no more than this many times as much as the cheapest. */
const DEARER = 2;

/**
 * The method that `auto` stands for, with its settings: of the ways that suit the cloth the cheapest whose time steps are accurate enough, else the most accurate; each iterates as
 * often as the stiffness asks for, or as `budget` [ms a step] allows, 0 for MOST_COST. What gives way to a budget, in this order: proposals after the first, which only cloth in contact
 * has; then iterations. Contact itself never does. It looks at the cloth only, never at a clock: the same scene gives the same choice on every machine.
 */
export function chooseWay(ways: readonly Way[], budget: number): NamedChoice {
  const limit = budget > 0 ? 1e6 * budget : MOST_COST;
  const choices = ways.map((way) => fitWay(way, limit, budget));
  const affordable = choices.filter(({ cost }) => cost <= limit);
  if (affordable.length === 0) {
    const { cost: cheapest } = least(choices, ({ cost }) => cost);
    return least(
      choices.filter(({ cost }) => cost <= DEARER * cheapest),
      ({ error }) => error,
    );
  }
  const accurate = affordable.filter(({ error }) => error <= TIME_ERROR + ITERATION_ERROR);
  return accurate.length > 0 ? least(accurate, ({ cost }) => cost) : least(affordable, ({ error }) => error);
}

/** A way with as many proposals and iterations as it needs or the limit [ns] allows; with fewer iterations, the error grows as their number falls. */
function fitWay(way: Way, limit: number, budget: number): NamedChoice {
  const { method, settings, counter, timeError } = way;
  const contact = (budget > 0 && way.contact) || 0;
  const fixed = way.cost(0);
  if (counter === undefined) return { method, settings, cost: fixed, error: timeError };
  const { name, least: fewest, most, needed, share } = counter;
  const each = share * (way.cost(1) - fixed);
  const asked = Math.max(fewest, Math.min(needed, most));
  const within = ({ mean }: { readonly mean: number }): number => Math.floor(((limit - contact) / mean - fixed) / each);
  const proposals = (contact > 0 && (PROPOSALS.find((some) => within(some) >= asked) ?? PROPOSALS[PROPOSALS.length - 1])) || undefined;
  const times = proposals?.mean ?? 1;
  const iterations = Math.max(fewest, Math.min(asked, within({ mean: times })));
  const given = [
    ...(proposals === undefined || proposals.most === PROPOSALS[0].most
      ? []
      : [`${proposals.most} of ${PROPOSALS[0].most} proposals a step in contact`]),
    ...(budget > 0 && iterations < asked ? [`${iterations} of ${asked} iterations`] : []),
  ];
  return {
    method,
    settings: { ...settings, [name]: iterations },
    cost: contact + times * (fixed + iterations * each),
    error: timeError + counter.error(needed / iterations),
    ...(proposals && { proposals: proposals.most }),
    ...(given.length > 0 && { given: given.join(", ") }),
  };
}

function least(choices: readonly NamedChoice[], measure: (choice: NamedChoice) => number): NamedChoice {
  return choices.reduce((best, choice) => (measure(choice) < measure(best) ? choice : best));
}
