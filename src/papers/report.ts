import { escapeText } from "./escape-text.ts";
import { type Experiment, judge, type Outcome, type Verdict } from "./experiment.ts";
import { PAPERS, type Paper } from "./papers.ts";
import { chip, formatExperiment } from "./report-experiment.ts";
import { REPORT_STYLE } from "./report-style.ts";
import type { Result } from "./run-experiments.ts";

/** Where and how a report was made. */
export interface ReportInfo {
  readonly version: string;
  readonly commit: string;
  readonly machine: string;
  readonly date: string;
  readonly isQuick: boolean;
  /** How many experiments there are, and how many were asked for; a report of fewer says so. */
  readonly all: number;
  readonly asked: number;
  /** Links to an experiment's source file and to its scene, as seen from the report; nothing where there is none. */
  linkSource(experiment: Experiment): string | undefined;
  linkScene(experiment: Experiment): string | undefined;
}

/** Where `npm start` serves the studio. */
const STUDIO = "http://localhost:4173/";

/** The report as one HTML file that needs nothing else. */
export function formatReport(results: readonly Result[], info: ReportInfo): string {
  const papers = PAPERS.filter(({ key }) => results.some(({ experiment }) => experiment.paper === key));
  const ofPaper = (paper: Paper): Result[] => results.filter(({ experiment }) => experiment.paper === paper.key);
  const title = "The papers, reproduced";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Drape: ${title.toLowerCase()}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<p class="product">Drape</p>
<h1>${title}</h1>
<p class="lead">Each claim of the papers that Drape implements was run again on this machine. A verdict is a measured number and a rule that was written
before the run; no number is typed in by hand but those of the papers and of physics, which stand <span class="paper">like this</span>.</p>
${formatTally(results)}
${formatFacts(results, info)}
</header>
<nav aria-label="contents"><h2>Contents</h2>${papers.map((paper) => formatContents(paper, ofPaper(paper))).join("\n")}</nav>
<main>
${papers
  .map(
    (paper) => `<section id="${paper.key}">
<h2><span class="key">${escapeText(paper.name)}</span> ${escapeText(paper.title)}</h2>
<p class="authors">${escapeText(paper.authors)} · ${escapeText(paper.where)}</p>
${ofPaper(paper)
  .map((result) =>
    formatExperiment(result, {
      isQuick: info.isQuick,
      source: info.linkSource(result.experiment),
      scene: info.linkScene(result.experiment),
      studio: `${STUDIO}#scene=${encodeURIComponent(sceneName(result.experiment))}`,
    }),
  )
  .join("\n")}
</section>`,
  )
  .join("\n")}
</main>
<footer>Made by <code>drape papers${info.isQuick ? " --quick" : ""}</code>, version ${escapeText(info.version)}.</footer>
</body>
</html>
`;
}

/** The name of an experiment's scene in the studio, and of its file in scenes/papers/. */
export function sceneName({ paper, name }: Experiment): string {
  return `${paper}-${name}`;
}

const OUTCOMES: readonly Outcome[] = ["holds", "holds with a difference", "does not hold"];

/** Whose claims there are. */
const SOURCES = ["Claims of the papers", "Textbook results", "Claims of our own beside them"] as const;
type Source = (typeof SOURCES)[number];

function sourceOf({ paper }: Experiment, { from }: Verdict): Source {
  if (from === "ours") return SOURCES[2];
  return paper === "physics" ? SOURCES[1] : SOURCES[0];
}

/** How many verdicts came out in each way, of one source or of all. */
export function countOutcomes(results: readonly Result[], source?: Source): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { holds: 0, "holds with a difference": 0, "does not hold": 0 };
  for (const { experiment, findings } of results) {
    for (const verdict of findings?.verdicts ?? []) {
      if (source === undefined || sourceOf(experiment, verdict) === source) counts[judge(verdict)]++;
    }
  }
  return counts;
}

const TALLY: Readonly<Record<Outcome, string>> = {
  holds: "hold",
  "holds with a difference": "hold with a difference",
  "does not hold": "do not hold",
};

function formatTally(results: readonly Result[]): string {
  const head = OUTCOMES.map((outcome) => `<th scope="col">${chip(outcome, "")} ${TALLY[outcome]}</th>`).join("");
  const rows = SOURCES.map((source) => {
    const counts = countOutcomes(results, source);
    const cells = OUTCOMES.map((outcome) => `<td>${counts[outcome]}</td>`).join("");
    return `<tr><th scope="row">${source}</th>${cells}</tr>`;
  });
  const failed = results.filter(({ findings }) => findings === undefined).length;
  const lost = failed === 0 ? "" : `<p class="failure"><strong>${failed}</strong> experiments could not be run</p>`;
  return `<div class="scroll"><table class="tally"><thead><tr><th></th>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>${lost}`;
}

function formatFacts(results: readonly Result[], info: ReportInfo): string {
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const extent = info.isQuick ? '<strong class="badge">quick</strong> fewer frames, sizes and values than the full report' : "full";
  const missing = results.length < info.asked ? `; ${results.length} of ${info.asked} experiments so far` : "";
  const chosen = info.asked < info.all ? `; ${info.asked} of ${info.all} experiments were asked for` : "";
  const facts = [
    ["Extent", `${extent}${chosen}${missing}`],
    ["Commit", `<code>${escapeText(info.commit)}</code>`],
    ["Machine", escapeText(info.machine)],
    ["Date", escapeText(info.date)],
    ["Took", `${minutes < 10 ? minutes.toFixed(1) : Math.round(minutes)} minutes`],
  ];
  return `<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>`;
}

function formatContents(paper: Paper, results: readonly Result[]): string {
  const items = results.map(({ experiment, findings }) => {
    const chips = (findings?.verdicts ?? []).map((verdict) => chip(judge(verdict), verdict.claim)).join("");
    return `<li><a href="#${escapeText(sceneName(experiment))}">${escapeText(experiment.title)}</a> <span class="chips">${chips}</span></li>`;
  });
  return `<h3><a href="#${paper.key}">${escapeText(paper.name)}</a></h3><ol>${items.join("")}</ol>`;
}
