import type { Row } from "../support/table.ts";
import { cheapest, type Duel, duel, goals, headlineGoal, isSure, type Point, pointsOf, yardstickOf } from "./compare.ts";
import { type FinishedStage, shortTitleOf } from "./stage.ts";
import { centimetres, percent } from "./words.ts";

/**
 * Drape's cheapest way against each rival's, by largest strain, at the tight goal and at the tightest that both reach. Nothing is claimed where there is no sure
 * motion to compare with.
 */
export function duelRows(stage: FinishedStage): Row[] {
  const { scene, results } = stage;
  const yardstick = yardstickOf(stage);
  if (yardstick === undefined || !isSure(yardstick)) return [];
  const points = pointsOf(results, scene.strain);
  const ours = points.filter(({ team }) => team === "drape");
  const wanted = headlineGoal(yardstick, "tight", "largest");
  const among = goals(yardstick);
  const unable = new Set(results.filter(({ outcome }) => outcome === "cannot").map(({ contestant }) => contestant));
  const rivals = new Set(results.filter(({ team }) => team === "rival").map(({ contestant }) => contestant));
  return [...rivals]
    .filter((rival) => !unable.has(rival))
    .map((rival) => {
      const theirs = points.filter(({ name }) => name === rival);
      const asked = duel(ours, theirs, [wanted]);
      const tightest = duel(ours, theirs, among);
      const isLeft = results.some(({ contestant, outcome }) => contestant === rival && outcome === "not run");
      const missing = isLeft ? "not run to the end" : "never";
      const reached = cheapest(theirs, wanted) === undefined ? missing : "Drape not";
      return {
        scene: shortTitleOf(stage),
        rival,
        goal: `${percent(wanted.strain)} ${centimetres(wanted.error)}`,
        "at the goal": asked === undefined ? reached : describeRatio(asked),
        "tightest that both reach":
          tightest === undefined ? "none" : `${percent(tightest.goal.strain)} ${centimetres(tightest.goal.error)}`,
        there: tightest === undefined ? "–" : describeRatio(tightest),
        "Drape by": tightest === undefined ? "–" : describePoint(tightest.ours),
        "rival by": tightest === undefined ? "–" : tightest.theirs.setting,
      };
    });
}

function describeRatio({ ours, theirs }: Duel): string {
  const ratio = theirs.ms / ours.ms;
  return ratio >= 1 ? `${ratio.toFixed(1)} × faster` : `${(1 / ratio).toFixed(1)} × slower`;
}

function describePoint({ name, setting }: Point): string {
  return `${name.replace("drape ", "")}, ${setting}`;
}
