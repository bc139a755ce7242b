import { writeFileSync } from "node:fs";
import type { Row } from "../support/table.ts";
import { CONVERGED, headlineGoal, leastError, mostError, type Point, pointsOf, REST_SPEED } from "./compare.ts";
import type { Contestant } from "./contestant.ts";
import { centimetres, isJudged, judgeStage, percent } from "./headlines.ts";
import { drawCurves } from "./plot.ts";
import { rowOf, truthRow } from "./rows.ts";
import { type FinishedStage, titleOf } from "./stage.ts";

const FOLDER = "bench/results";

/** Writes the report and its curves beside the CSV; returns the sentences of the headline. */
export function writeReport(
  name: string,
  about: readonly string[],
  contestants: readonly Contestant[],
  stages: readonly FinishedStage[],
): string[] {
  const everybody = contestants.map((contestant) => contestant.name);
  const verdicts = stages.map(judgeStage);
  const sentences = verdicts.map(({ sentence }) => sentence);
  const page = [
    "# The race of cloth engines",
    bullets(about),
    READING,
    "## Headlines",
    bullets(sentences),
    table(verdicts.flatMap(({ rows }) => rows)),
    ...stages.map((stage) => writeSection(name, stage, everybody)),
    "## Contestants",
    table(
      contestants.map((one) => ({
        who: one.name,
        "the same in every setting": one.about,
        scenes: one.scenes.join(" "),
      })),
    ),
  ];
  writeFileSync(`${FOLDER}/${name}.md`, `${page.filter((part) => part !== "").join("\n\n")}\n`);
  return sentences;
}

/** Beyond this, the right motion is no merit. */
const MOST_STRAIN = 0.2;

const READING = `Milliseconds are of this machine; compare ratios. \`n × faster\` is how many times as long the rival's median frame of the first second takes as the cheapest of Drape's that reaches the same goal, each with
its own best setting. A goal is a largest strain *and* a motion error: RMS distance over the first second from the motion converged in time. "Tightest" is the least product of the two, among round numbers.
Nothing finer than the cloth's own strain is asked for, and at most a quarter of the error that a cloth would have that did not move at all, so that a method that freezes the cloth does not look good. Where strain
counts at rest, a cloth that still moves by more than ${1000 * REST_SPEED} mm/s has none and reaches no goal.
In the curves lines are the best of each contestant, solid for Drape and dashed for rivals; every dot is one setting; left and low is good. Hollow dots count for nothing: the cloth did not come to rest, moves more wrongly than any goal allows (curves of strain), or is
stretched by more than ${100 * MOST_STRAIN} % (curves of motion).`;

function writeSection(name: string, stage: FinishedStage, everybody: readonly string[]): string {
  const { scene, size, hasTruth, stillError, results } = stage;
  const points = pointsOf(results, scene.strain);
  const title = titleOf(stage);
  const stem = `${name}-${scene.name}${size > 0 ? `-${size}` : ""}`;
  const plots: string[] = [];
  const draw = (file: string, quality: string, value: (point: Point) => number, mark: number, counts: (point: Point) => boolean): void => {
    if (points.length === 0) return;
    writeFileSync(`${FOLDER}/${file}.svg`, drawCurves(title, quality, points, value, mark, counts, everybody));
    plots.push(`![${quality} against cost](${file}.svg)`);
  };
  const goal = isJudged(stage) ? headlineGoal(stage) : undefined;
  const most = mostError(stillError);
  const ran = results.filter(({ outcome }) => outcome !== "cannot");
  const truth = ran.length === 0 ? undefined : truthRow(stage, ran[0]);
  draw(
    `${stem}-strain`,
    `largest strain at ${scene.strain} [%]`,
    ({ strain }) => 100 * strain,
    100 * (goal?.strain ?? Number.NaN),
    ({ settled, error }) => settled && (goal === undefined || error <= most),
  );
  if (hasTruth) {
    draw(
      `${stem}-motion`,
      "motion error [cm]",
      ({ error }) => 100 * error,
      100 * (goal?.error ?? Number.NaN),
      ({ settled, strain }) => settled && strain <= MOST_STRAIN,
    );
  }
  return [
    `## ${title}`,
    describeTruth(stage),
    plots.join("\n"),
    table([...(truth === undefined ? [] : [truth]), ...ran.map(rowOf)], ["scene", "n", "particles"]),
    ...absent(results),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describeTruth(stage: FinishedStage): string {
  const { hasTruth, truthChange, stillError, scene, truthStrain, truthAbout } = stage;
  const strains = `Strain counts at ${scene.strain}.`;
  if (!hasTruth) return `No converged motion to compare with: a method that freezes the cloth would look good here. ${strains}`;
  const checked = Number.isNaN(truthChange)
    ? "whether halving the step changes it was not looked at"
    : `halving the step moves it by ${(1000 * truthChange).toFixed(1)} mm${describeDoubt(stage)}`;
  const frozen = `A cloth that did not move at all would be ${centimetres(stillError)} off, so at most ${centimetres(mostError(stillError))} are asked for.`;
  return `The motion converged in time: ${truthAbout}; ${checked}. ${frozen} The cloth itself, converged, strains by ${percent(truthStrain)} at ${scene.strain}. ${strains}`;
}

function describeDoubt(stage: FinishedStage): string {
  if (!(stage.truthChange > CONVERGED)) return "";
  const rest = isJudged(stage) ? `no less than ${centimetres(leastError(stage.truthChange))} of error is asked for` : "nothing is claimed";
  return `, more than the ${1000 * CONVERGED} mm of a converged one: cloth that folds without bending stiffness goes another way each time, so ${rest}`;
}

function absent(results: FinishedStage["results"]): string[] {
  const unable = results.filter(({ outcome }) => outcome === "cannot").map(({ contestant }) => contestant);
  return unable.length === 0 ? [] : [`Cannot run this scene: ${unable.join(", ")}.`];
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

function table(rows: readonly Row[], without: readonly string[] = []): string {
  if (rows.length === 0) return "";
  const columns = Object.keys(rows[0]).filter((column) => !without.includes(column));
  const lines = rows.map((row) => `| ${columns.map((column) => row[column]).join(" | ")} |`);
  return [`| ${columns.join(" | ")} |`, `|${columns.map(() => "---").join("|")}|`, ...lines].join("\n");
}
