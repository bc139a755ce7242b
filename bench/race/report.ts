import { writeFileSync } from "node:fs";
import {
  CONVERGED,
  headlineGoal,
  isSure,
  leastError,
  mostError,
  type Point,
  pointsOf,
  REST_SPEED,
  strainOf,
  yardstickOf,
} from "./compare.ts";
import type { Contestant } from "./contestant.ts";
import { duelRows } from "./duels.ts";
import { headlineRows, headlineTable, LEGEND } from "./headline-table.ts";
import { drawCurves } from "./plot.ts";
import { rowOf, truthRow } from "./rows.ts";
import { type FinishedStage, titleOf } from "./stage.ts";
import { centimetres, markdownTable, percent } from "./words.ts";

const FOLDER = "bench/results";

/** Writes the report and its curves beside the CSV. */
export function writeReport(
  name: string,
  about: readonly string[],
  contestants: readonly Contestant[],
  stages: readonly FinishedStage[],
): void {
  const everybody = contestants.map((contestant) => contestant.name);
  const page = [
    "# The race of cloth engines",
    bullets(about),
    READING,
    "## Headlines",
    headlineTable(stages),
    LEGEND,
    "### By which settings",
    markdownTable(headlineRows(stages)),
    "### Each rival",
    markdownTable(stages.flatMap(duelRows)),
    ...stages.map((stage) => writeSection(name, stage, everybody)),
    "## Contestants",
    markdownTable(
      contestants.map((one) => ({
        who: one.name,
        "the same in every setting": one.about,
        "cloth meets itself": one.selfContact ?? "no",
        scenes: one.scenes.join(" "),
      })),
    ),
  ];
  writeFileSync(`${FOLDER}/${name}.md`, `${page.filter((part) => part !== "").join("\n\n")}\n`);
}

/** Beyond this, the right motion is no merit. */
const MOST_STRAIN = 0.2;

const READING = `Milliseconds are of this machine; compare ratios. Every contestant runs in a process of its own, with code warmed up for a quarter of a second. A goal is a strain *and* a motion error: RMS distance over the first second from the motion converged in time.
Tight is 1 % and 5 cm, loose 10 % and 10 cm, which is what games take. Strain is the largest of all springs, or what 99.9 % of them do not exceed: a corner that carries half the cloth strains more the finer the mesh, whatever the method.
"Tightest" is the least product of the two, among round numbers.
No largest strain finer than the cloth's own is asked for (its p99.9 is known for some references only), and at most a quarter of the error that a cloth would have that did not move at all, so that a method that freezes the cloth does not look good. Where strain
counts at rest, a cloth that still moves by more than ${1000 * REST_SPEED} mm/s has none and reaches no goal.
In the curves lines are the best of each contestant, solid for Drape and dashed for rivals; every dot is one setting; left and low is good. Hollow dots count for nothing: the cloth did not come to rest, moves more wrongly than any goal allows (curves of strain), or is
stretched by more than ${100 * MOST_STRAIN} % (curves of motion).`;

function writeSection(name: string, stage: FinishedStage, everybody: readonly string[]): string {
  const { scene, size, truth, results } = stage;
  const points = pointsOf(results, scene.strain);
  const title = titleOf(stage);
  const stem = `${name}-${scene.name}${size > 0 ? `-${size}` : ""}`;
  const plots: string[] = [];
  const draw = (file: string, quality: string, value: (point: Point) => number, mark: number, counts: (point: Point) => boolean): void => {
    if (points.length === 0) return;
    writeFileSync(`${FOLDER}/${file}.svg`, drawCurves(title, quality, points, value, mark, counts, everybody));
    plots.push(`![${quality} against cost](${file}.svg)`);
  };
  const yardstick = yardstickOf(stage);
  const goal = yardstick !== undefined && isSure(yardstick) ? headlineGoal(yardstick, "tight", "largest") : undefined;
  const most = mostError(truth?.stillError ?? Number.NaN);
  const ran = results.filter(({ outcome }) => outcome !== "cannot");
  const reference = truthRow(stage);
  draw(
    `${stem}-strain`,
    `largest strain at ${scene.strain} [%]`,
    ({ strain }) => 100 * strain.largest,
    100 * (goal?.strain ?? Number.NaN),
    ({ settled, error }) => settled && (goal === undefined || error <= most),
  );
  if (truth !== undefined) {
    draw(
      `${stem}-motion`,
      "motion error [cm]",
      ({ error }) => 100 * error,
      100 * (goal?.error ?? Number.NaN),
      ({ settled, strain }) => settled && strain.largest <= MOST_STRAIN,
    );
  }
  return [
    `## ${title}`,
    describeTruth(stage),
    plots.join("\n"),
    markdownTable([...(reference === undefined ? [] : [reference]), ...ran.map(rowOf)], HIDDEN),
    ...absent(results),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const HIDDEN: readonly string[] = ["scene", "n", "particles", "team", "halvedCm", "stillCm", "version"];

function describeTruth({ scene, truth }: FinishedStage): string {
  const strains = `Strain counts at ${scene.strain}.`;
  if (truth === undefined) return `No converged motion to compare with: a method that freezes the cloth would look good here. ${strains}`;
  const { change, stillError, measures, about } = truth;
  const checked = Number.isNaN(change)
    ? "whether halving the step changes it was not looked at"
    : `halving the step moves it by ${(1000 * change).toFixed(1)} mm${describeDoubt(change, stillError)}`;
  const frozen = `A cloth that did not move at all would be ${centimetres(stillError)} off, so at most ${centimetres(mostError(stillError))} are asked for.`;
  const { largest, p999 } = strainOf(measures, scene.strain);
  const most = Number.isNaN(p999) ? "" : ` (99.9 % of its springs by ${percent(p999)} at most)`;
  return `The motion converged in time: ${about}; ${checked}. ${frozen} The cloth itself, converged, strains by ${percent(largest)}${most} at ${scene.strain}. ${strains}`;
}

function describeDoubt(change: number, stillError: number): string {
  if (!(change > CONVERGED)) return "";
  const least = leastError(change);
  const rest = least <= mostError(stillError) ? `no less than ${centimetres(least)} of error is asked for` : "nothing is claimed";
  return `, more than the ${1000 * CONVERGED} mm of a converged one: cloth that folds without bending stiffness goes another way each time, so ${rest}`;
}

function absent(results: FinishedStage["results"]): string[] {
  const unable = results.filter(({ outcome }) => outcome === "cannot").map(({ contestant }) => contestant);
  return unable.length === 0 ? [] : [`Cannot run this scene: ${unable.join(", ")}.`];
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
