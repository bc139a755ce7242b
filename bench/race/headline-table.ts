import type { Row } from "../support/table.ts";
import { cheapest, type Goal, headlineGoal, isSure, type Point, pointsOf, type Strain, WISHES, type Wish, yardstickOf } from "./compare.ts";
import { type FinishedStage, shortTitleOf } from "./stage.ts";
import { centimetres, markdownTable, percent } from "./words.ts";

/** At one goal, Drape's cheapest way and the cheapest of all rivals'. */
export interface Headline {
  readonly title: string;
  readonly wish: Wish;
  readonly goal: Goal;
  readonly ours?: Point;
  readonly theirs?: Point;
  /** Settings were left to be run, of whomever: the cheapest may be among them. */
  readonly isOpen: boolean;
}

const KINDS: readonly (keyof Strain)[] = ["largest", "p999"];
const NAMES: Readonly<Record<keyof Strain, string>> = { largest: "largest strain", p999: "p99.9 strain" };

/** What the table of the README has. */
const TOLD: readonly Wish[] = ["tight", "loose"];

/** Every wish by both kinds of strain; none where there is no sure motion to compare with. */
export function headlinesOf(stage: FinishedStage): Headline[] {
  const yardstick = yardstickOf(stage);
  if (yardstick === undefined || !isSure(yardstick)) return [];
  const points = pointsOf(stage.results, stage.scene.strain);
  const best = (team: Point["team"], goal: Goal): Point | undefined =>
    cheapest(
      points.filter((point) => point.team === team),
      goal,
    );
  const wishes = Object.keys(WISHES) as Wish[];
  return wishes.flatMap((wish) =>
    KINDS.map((by) => {
      const goal = headlineGoal(yardstick, wish, by);
      const ours = best("drape", goal);
      const theirs = best("rival", goal);
      return {
        title: shortTitleOf(stage),
        wish,
        goal,
        ...(ours === undefined ? {} : { ours }),
        ...(theirs === undefined ? {} : { theirs }),
        isOpen: stage.results.some(({ outcome }) => outcome === "not run"),
      };
    }),
  );
}

/** The table that the README carries: a line for each scene, size and wish, as Markdown. */
export function headlineTable(stages: readonly FinishedStage[]): string {
  const rows = stages.flatMap((stage) => {
    const headlines = headlinesOf(stage);
    return TOLD.flatMap((wish) => {
      const own = headlines.filter((headline) => headline.wish === wish);
      if (own.length === 0) return [];
      const cells = own.map((headline) => [NAMES[headline.goal.by], cellOf(headline)]);
      const goal = `${percent(WISHES[wish].strain)}, ${centimetres(own[0].goal.error)}`;
      return [{ scene: own[0].title, goal, ...Object.fromEntries(cells) }];
    });
  });
  return markdownTable(rows);
}

export const LEGEND =
  "Milliseconds a frame, the median: Drape's cheapest way : the cheapest rival, and in bold how many times as long the rival takes. – gets there with no setting; * some settings are left to be run; a strain before the numbers is asked for in place of the " +
  "goal's where the cloth itself has more.";

/** "**2.0** (5.5 : 11 jolt-physics)" */
function cellOf({ wish, goal, ours, theirs, isOpen }: Headline): string {
  const asked = goal.strain === WISHES[wish].strain ? "" : `${percent(goal.strain)}: `;
  const mark = isOpen ? "*" : "";
  if (ours === undefined && theirs === undefined) return `${asked}–${mark}`;
  const costs = `${ours === undefined ? "–" : milliseconds(ours.ms)} : ${theirs === undefined ? "–" : `${milliseconds(theirs.ms)} ${shortName(theirs)}`}`;
  if (ours === undefined || theirs === undefined) return `${asked}${costs}${mark}`;
  return `${asked}**${(theirs.ms / ours.ms).toFixed(1)}** (${costs})${mark}`;
}

/** The same at length, for the report. */
export function headlineRows(stages: readonly FinishedStage[]): Row[] {
  return stages.flatMap(headlinesOf).map(({ title, wish, goal, ours, theirs, isOpen }) => ({
    scene: title,
    wish,
    goal: `${percent(goal.strain)}, ${centimetres(goal.error)}`,
    by: NAMES[goal.by],
    "Drape, ms (p95)": costOf(ours),
    "Drape by": wayOf(ours),
    "rival, ms (p95)": costOf(theirs),
    "rival by": wayOf(theirs),
    ratio: ours === undefined || theirs === undefined ? "–" : (theirs.ms / ours.ms).toFixed(2),
    "all run": isOpen ? "no" : "yes",
  }));
}

function costOf(point: Point | undefined): string {
  return point === undefined ? "–" : `${milliseconds(point.ms)} (${milliseconds(point.p95)})`;
}

function wayOf(point: Point | undefined): string {
  return point === undefined ? "–" : `${shortName(point)}, ${point.setting}`;
}

function shortName({ name }: Point): string {
  return name.replace("drape ", "").replace(" (bench)", "");
}

function milliseconds(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}
