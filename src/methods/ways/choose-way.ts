import { fitWay, limitOf, type NamedChoice } from "./fit-way.ts";
import { ITERATION_ERROR, TIME_ERROR, type Way } from "./way.ts";

/** Where no way is cheap enough, the best of those is taken that cost no more than this many times as much as the cheapest. */
const DEARER = 2;

/**
 * The method that `auto` stands for, with its settings: of the ways that suit the cloth the cheapest whose time steps are accurate enough, else the most accurate; each iterates as
 * often as the stiffness asks for, or as `budget` [ms a step] allows, 0 for MOST_COST. What gives way to a budget, in this order: proposals after the first, which only cloth in contact
 * has; then iterations. Contact itself never does. It looks at the cloth only, never at a clock: the same scene gives the same choice on every machine.
 */
export function chooseWay(ways: readonly Way[], budget: number): NamedChoice {
  const limit = limitOf(budget);
  const choices = ways.map((way) => fitWay(way, budget));
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

function least(choices: readonly NamedChoice[], measure: (choice: NamedChoice) => number): NamedChoice {
  return choices.reduce((best, choice) => (measure(choice) < measure(best) ? choice : best));
}
