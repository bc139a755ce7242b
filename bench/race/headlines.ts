import type { Row } from "../support/table.ts";
import { cheapest, type Duel, duel, type Goal, goals, headlineGoal, leastError, mostError, type Point, pointsOf } from "./compare.ts";
import { type FinishedStage, titleOf } from "./stage.ts";

/** What is claimed of one stage: a sentence, and a line of a table for each rival. */
export interface Verdict {
  readonly sentence: string;
  readonly rows: readonly Row[];
}

/**
 * Drape's cheapest way against each rival's, at the headline's goal and at the tightest that both reach; who does not get there is named. Nothing is claimed where
 * there is no converged motion to compare with.
 */
export function judgeStage(stage: FinishedStage): Verdict {
  const { scene, results } = stage;
  const title = titleOf(stage);
  if (!isJudged(stage)) {
    return { sentence: `**${title}**: no converged motion to compare with, so no ratio is claimed.`, rows: [] };
  }
  const points = pointsOf(results, scene.strain);
  const ours = points.filter(({ team }) => team === "drape");
  const wanted = headlineGoal(stage);
  const among = goals(stage);
  const rivals = [...new Set(results.filter(({ team }) => team === "rival").map(({ contestant }) => contestant))];
  const running = rivals.filter((rival) => !results.some((one) => one.contestant === rival && one.outcome === "cannot"));
  const pointsBy = (rival: string): Point[] => points.filter(({ name }) => name === rival);
  const rows = running.map((rival) => {
    const theirs = pointsBy(rival);
    const asked = duel(ours, theirs, [wanted]);
    const tightest = duel(ours, theirs, among);
    const missing = isCut(stage, rival) ? "not in the time" : "never";
    const reached = cheapest(theirs, wanted) === undefined ? missing : "Drape not";
    return {
      scene: stage.size > 0 ? `${scene.name} ${stage.size}` : scene.name,
      rival,
      "at the goal": asked === undefined ? reached : describeRatio(asked),
      "tightest that both reach": tightest === undefined ? "none" : `${percent(tightest.goal.strain)} ${centimetres(tightest.goal.error)}`,
      there: tightest === undefined ? "–" : describeRatio(tightest),
      "Drape by": tightest === undefined ? "–" : describePoint(tightest.ours),
      "rival by": tightest === undefined ? "–" : `${tightest.theirs.setting}`,
    };
  });
  return { sentence: `**${title}**: ${describeGoalDuel(stage, ours, running.map(pointsBy), wanted)}`, rows };
}

/** Whether there is a motion to compare with that is sure enough to tell cloth from what is frozen. */
export function isJudged({ hasTruth, truthChange, stillError }: FinishedStage): boolean {
  return hasTruth && leastError(truthChange) <= mostError(stillError);
}

/** "at 1 % max strain and 5 cm motion error, N times faster than X", X being the fastest rival that gets there. */
function describeGoalDuel(stage: FinishedStage, ours: readonly Point[], rivals: readonly (readonly Point[])[], wanted: Goal): string {
  const drape = cheapest(ours, wanted);
  const best = cheapest(rivals.flat(), wanted);
  const goal = `at ${describeGoal(wanted)}`;
  const absent = stage.results.filter(({ team, outcome }) => team === "rival" && outcome !== "cannot");
  const late = [...new Set(absent.map(({ contestant }) => contestant))].filter(
    (name) =>
      cheapest(
        rivals.flat().filter((point) => point.name === name),
        wanted,
      ) === undefined,
  );
  const never =
    describeAbsent(
      "Never there",
      late.filter((name) => !isCut(stage, name)),
    ) +
    describeAbsent(
      "Not there in the time of this run",
      late.filter((name) => isCut(stage, name)),
    );
  if (drape === undefined && best === undefined) return `${goal}: nobody gets there.${never}`;
  if (drape === undefined) {
    return `${goal} ${best?.name} (${best?.setting}) gets there and no method of Drape's does${isCut(stage, "drape") ? ", in the time of this run" : ""}.${never}`;
  }
  const by = `${drape.name} (${drape.setting})`;
  if (best === undefined) return `${goal} ${by} gets there, and no rival.${never}`;
  const all = rivals.flatMap((points) => cheapest(points, wanted) ?? []).sort((a, b) => a.ms - b.ms);
  const ratios = all.map((theirs) => `${describeRatio({ goal: wanted, ours: drape, theirs })} than ${theirs.name}`);
  return `${goal} ${by} is ${ratios.join(", ")}.${never}`;
}

function describeAbsent(how: string, names: readonly string[]): string {
  return names.length === 0 ? "" : ` ${how}: ${names.join(", ")}.`;
}

/** Whether a contestant, or a team, had settings left when the time was over. */
function isCut({ results }: FinishedStage, who: string): boolean {
  return results.some(({ contestant, team, outcome }) => (contestant === who || team === who) && outcome === "out of time");
}

function describeRatio({ ours, theirs }: Duel): string {
  const ratio = theirs.ms / ours.ms;
  return ratio >= 1 ? `${ratio.toFixed(1)} × faster` : `${(1 / ratio).toFixed(1)} × slower`;
}

function describePoint({ name, setting }: Point): string {
  return `${name.replace("drape ", "")}, ${setting}`;
}

export function describeGoal({ strain, error }: Goal): string {
  return `${percent(strain)} max strain and ${centimetres(error)} motion error`;
}

export function centimetres(metres: number): string {
  return `${Number((100 * metres).toPrecision(2))} cm`;
}

export function percent(value: number): string {
  return `${Number((100 * value).toPrecision(2))} %`;
}
