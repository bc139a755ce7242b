import { writeFileSync } from "node:fs";
import type { Row } from "../support/table.ts";
import { cheapest, type Duel, duel, type Goal, goals, mostError, type Point, pointsOf } from "./compare.ts";
import type { Contestant } from "./contestant.ts";
import { drawCurves } from "./plot.ts";
import { rowOf } from "./rows.ts";
import type { FinishedStage } from "./stage.ts";

const FOLDER = "bench/results";
/** What the headline asks for, where both get there. */
const HEADLINE: Goal = { strain: 0.01, error: 0.05 };

/** Writes the report and its curves beside the CSV; returns the sentences of the headline. */
export function writeReport(
  name: string,
  about: readonly string[],
  contestants: readonly Contestant[],
  stages: readonly FinishedStage[],
): string[] {
  const headlines: string[] = [];
  const sections: string[] = [];
  for (const stage of stages) {
    const { scene, size, hasTruth, truthStrain, results } = stage;
    const points = pointsOf(results, scene.strain);
    const title = size > 0 ? `${scene.title}, ${size} × ${size}` : scene.title;
    const sentences = hasTruth ? judge(stage, points) : ["nothing to compare the motion with, so no ratio is claimed."];
    headlines.push(...sentences.map((sentence) => `**${title}**: ${sentence}`));
    const plots: string[] = [];
    const draw = (file: string, quality: string, value: (point: Point) => number): void => {
      writeFileSync(`${FOLDER}/${file}.svg`, drawCurves(title, quality, points, value));
      plots.push(`![${quality} against cost](${file}.svg)`);
    };
    const stem = `${name}-${scene.name}${size > 0 ? `-${size}` : ""}`;
    draw(`${stem}-strain`, `largest strain at ${scene.strain} [%]`, ({ strain }) => 100 * strain);
    if (hasTruth) draw(`${stem}-motion`, "motion error [cm]", ({ error }) => 100 * error);
    sections.push(
      [
        `## ${title}`,
        describeTruth(stage),
        ...(hasTruth ? [`The cloth itself, converged, strains by ${percent(truthStrain)} at ${scene.strain}.`] : []),
        plots.join("\n"),
        table(results.map(rowOf)),
        ...absent(results),
      ].join("\n\n"),
    );
  }
  const page = [
    "# The race of cloth engines",
    about.map((line) => `- ${line}`).join("\n"),
    "Milliseconds are of this machine; compare ratios. Solid lines are Drape's methods, dashed ones its rivals'; every dot is one setting.",
    "## Headlines",
    headlines.map((line) => `- ${line}`).join("\n"),
    ...sections,
    "## Contestants",
    contestants.map(({ name: who, about: what }) => `- **${who}**: ${what}`).join("\n"),
  ];
  writeFileSync(`${FOLDER}/${name}.md`, `${page.join("\n\n")}\n`);
  return headlines;
}

/** Drape's cheapest way against each rival's, at the headline's goal and at the tightest that both reach; who does not get there is named. */
function judge({ results, truthStrain, stillError }: FinishedStage, points: readonly Point[]): string[] {
  const ours = points.filter(({ team }) => team === "drape");
  const wanted: Goal = { strain: HEADLINE.strain, error: Math.min(HEADLINE.error, mostError(stillError)) };
  const rivals = new Set(results.filter(({ team, outcome }) => team === "rival" && outcome !== "cannot").map(nameOf));
  const sentences: string[] = [];
  if (wanted.strain >= truthStrain && cheapest(ours, wanted) === undefined) {
    const cut = results.some(({ team, outcome }) => team === "drape" && outcome === "out of time");
    sentences.push(`no method of Drape's gets to ${describeGoal(wanted)}${cut ? " in the time of this run" : ""}.`);
  }
  for (const rival of rivals) {
    const theirs = points.filter(({ name }) => name === rival);
    const cut = results.some(({ contestant, outcome }) => contestant === rival && outcome === "out of time");
    const never = cut ? "in the time of this run did not get" : "never gets";
    const tightest = duel(ours, theirs, goals(truthStrain, stillError));
    const asked = duel(ours, theirs, [wanted]);
    const parts: string[] = [];
    if (asked !== undefined) parts.push(`at ${describeGoal(wanted)} ${describeDuel(asked)}`);
    else if (cheapest(theirs, wanted) === undefined) parts.push(`${rival} ${never} to ${describeGoal(wanted)}`);
    if (tightest !== undefined) {
      parts.push(`at the tightest that both reach, ${describeGoal(tightest.goal)}, ${describeDuel(tightest)}`);
    } else parts.push(`there is no goal that ${rival} and a method of Drape's both reach`);
    sentences.push(`${parts.join("; ")}.`);
  }
  return sentences;
}

function describeDuel({ ours, theirs }: Duel): string {
  const ratio = theirs.ms / ours.ms;
  const verdict = ratio >= 1 ? `${ratio.toFixed(1)} times faster` : `${(1 / ratio).toFixed(1)} times slower`;
  return `${ours.name} (${ours.setting}) is ${verdict} than ${theirs.name} (${theirs.setting})`;
}

function nameOf({ contestant }: { contestant: string }): string {
  return contestant;
}

function describeGoal({ strain, error }: Goal): string {
  const motion = Number.isFinite(error)
    ? ` and ${Number((100 * error).toPrecision(2))} cm motion error`
    : " (strain alone)";
  return `${percent(strain)} max strain${motion}`;
}

function describeTruth({ hasTruth, truthChange, stillError, scene }: FinishedStage): string {
  if (!hasTruth)
    return "No converged motion to compare with: a method that freezes the cloth would look good here, so the curves say nothing of motion.";
  const checked = Number.isNaN(truthChange)
    ? "whether halving the step changes it was not looked at in this run"
    : `halving the step moves it by ${(1000 * truthChange).toFixed(1)} mm${truthChange > 0.005 ? ", so it is NOT converged" : ""}`;
  return `Motion error is from the implicit midpoint rule at 1/960 s over the first second; ${checked}. A cloth that did not move at all would be ${(100 * stillError).toFixed(1)} cm off, so at most half of that is asked for. Strain counts at ${scene.strain}.`;
}

function absent(results: FinishedStage["results"]): string[] {
  const unable = results.filter(({ outcome }) => outcome === "cannot").map(nameOf);
  return unable.length === 0 ? [] : [`Cannot run this scene: ${unable.join(", ")}.`];
}

function table(rows: readonly Row[]): string {
  const shown = rows.filter(({ outcome }) => outcome !== "cannot");
  if (shown.length === 0) return "";
  const columns = Object.keys(shown[0]).filter((column) => !["scene", "n", "particles"].includes(column));
  const lines = shown.map((row) => `| ${columns.map((column) => row[column]).join(" | ")} |`);
  return [`| ${columns.join(" | ")} |`, `|${columns.map(() => "---").join("|")}|`, ...lines].join("\n");
}

function percent(value: number): string {
  return `${Number((100 * value).toPrecision(2))} %`;
}
