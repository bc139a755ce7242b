import type { ClothDescription } from "../describe-cloth.ts";
import type { Choice } from "../method.ts";
import type { Way, WayName } from "./way.ts";

/** A choice that names its method, whose code need not be there yet. */
export interface NamedChoice extends Omit<Choice, "method"> {
  readonly method: WayName;
}

/** What a step may cost where the scene sets no budget [ns]. */
const MOST_COST = 1.2e8;

/** What a step may cost [ns], by a budget [ms], 0 for MOST_COST. */
export function limitOf(budget: number): number {
  return budget > 0 ? 1e6 * budget : MOST_COST;
}

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

/** A way with as many proposals and iterations as it needs or the budget [ms a step] allows; with fewer iterations, the error grows as their number falls. */
export function fitWay(way: Way, budget: number): NamedChoice {
  const { method, settings, counter, timeError } = way;
  const limit = limitOf(budget);
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
