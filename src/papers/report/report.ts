import type { CoverageRow } from "../coverage.ts";
import { type Experiment, judge, type Outcome, type PaperKey, sceneName, type Verdict } from "../experiment.ts";
import { PAPERS, type Paper } from "../papers.ts";
import type { Result } from "../run-experiments.ts";
import { escapeText } from "./escape-text.ts";
import { formatChapter, type LinkCode } from "./format-chapter.ts";
import { formatCoverage } from "./format-coverage.ts";
import { chip, formatExperiment } from "./format-experiment.ts";
import { formatNotations } from "./format-notations.ts";
import { REPORT_STYLE } from "./report-style.ts";

/** Where and how a report was made. */
export interface ReportInfo {
  readonly version: string;
  readonly commit: string;
  readonly machine: string;
  readonly date: string;
  /** How long it took so far [s]: less than its experiments together, where they ran beside each other. */
  readonly seconds: number;
  readonly isQuick: boolean;
  /** How many experiments there are, and how many were asked for; a report of fewer says so. */
  readonly all: number;
  readonly asked: number;
  /** Name of the folder beside the page in which its pictures, tables and scripts lie. */
  readonly folder: string;
  /** Whether the script that runs experiments in the page lies in that folder. */
  readonly hasLive: boolean;
  /** A link to a file of the project, or a line of it, as seen from the report; nothing where there is none. */
  readonly link: LinkCode;
  readonly coverage: Readonly<Partial<Record<PaperKey, readonly CoverageRow[]>>>;
}

/** The page, and what lies beside it: by name, relative to the page. */
export interface Report {
  readonly html: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
}

/** Where `npm start` serves the studio. */
const STUDIO = "http://localhost:4173/";

/** The report: one page of text, tables and plots, whose pictures and scripts are loaded as they are come to. */
export function formatReport(results: readonly Result[], info: ReportInfo): Report {
  const papers = PAPERS.filter(({ key }) => results.some(({ experiment }) => experiment.paper === key));
  const files = new Map<string, string | Uint8Array>();
  const keep = (name: string, content: string | Uint8Array): string => {
    files.set(`${info.folder}/${name}`, content);
    return `${encodeURIComponent(info.folder)}/${name.split("/").map(encodeURIComponent).join("/")}`;
  };
  const sections = papers.map((paper) => formatSection(paper, ofPaper(results, paper), info, keep));
  keep("verdicts.json", formatVerdictFile(results, info));
  const title = "The papers, reproduced";
  const script = info.hasLive ? `<script type="module" src="${encodeURIComponent(info.folder)}/page/live.js"></script>` : "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Drape: ${title.toLowerCase()}</title>
<style>${REPORT_STYLE}</style>
${script}
</head>
<body>
<header>
<p class="product">Drape</p>
<h1>${title}</h1>
<p class="lead">Each claim of the papers that Drape implements was run again on this machine. A verdict is a measured number, the range over which it was
measured, a rule that can fail, and a reason; no number is typed in by hand but those of the papers and of physics, which stand <span class="paper">like this</span>, and those of earlier rules.
This is the second edition. Rules that it took over were written before their first run; a rule that was changed since says what it was, what came out by it and why it was changed.</p>
${formatTally(results)}
${formatFacts(results, info)}
</header>
<nav aria-label="contents"><h2>Contents</h2>${papers.map((paper) => formatContents(paper, ofPaper(results, paper))).join("\n")}
<p><a href="#notations">One table of the five notations</a> · <a href="#coverage">What of the papers is covered</a></p></nav>
<main>
${sections.join("\n")}
${formatNotations()}
${formatCoverage(papers, results, info)}
</main>
<footer>Made by <code>drape papers${info.isQuick ? " --quick" : ""}</code>, version ${escapeText(info.version)}, commit <code>${escapeText(info.commit)}</code>.</footer>
</body>
</html>
`;
  return { html, files };
}

function ofPaper(results: readonly Result[], paper: Paper): readonly Result[] {
  return results.filter(({ experiment }) => experiment.paper === paper.key);
}

/** A chapter: the paper, its method, and its experiments. */
function formatSection(
  paper: Paper,
  results: readonly Result[],
  info: ReportInfo,
  keep: (name: string, content: string | Uint8Array) => string,
): string {
  const parts = results.map((result) => {
    const { experiment } = result;
    const { paper, name } = experiment;
    return formatExperiment(result, {
      isQuick: info.isQuick,
      hasLive: info.hasLive,
      source: info.link(`src/papers/${paper}/${name}.ts`),
      scene: info.link(`scenes/papers/${sceneName(experiment)}.json`),
      studio: `${STUDIO}#scene=${encodeURIComponent(sceneName(experiment))}`,
      keep,
    });
  });
  return `<section id="${paper.key}">
<h2><span class="key">${escapeText(paper.name)}</span> ${escapeText(paper.title)}</h2>
<p class="authors">${escapeText(paper.authors)} · ${escapeText(paper.where)}</p>
${formatChapter(paper.key, info.link)}
${parts.join("\n")}
</section>`;
}

/** A verdict as it is kept beside the page, to be compared with that of a later run. */
export interface KeptVerdict {
  readonly experiment: string;
  readonly claim: string;
  readonly outcome: Outcome;
  readonly measured: number | null;
  readonly kind: Verdict["kind"];
}

export interface KeptVerdicts {
  readonly commit: string;
  readonly isQuick: boolean;
  readonly verdicts: readonly KeptVerdict[];
}

export function keepVerdicts(results: readonly Result[]): KeptVerdict[] {
  return results.flatMap(({ experiment, findings }) =>
    (findings?.verdicts ?? []).map((verdict) => ({
      experiment: sceneName(experiment),
      claim: verdict.claim,
      outcome: judge(verdict),
      measured: Number.isFinite(verdict.measured) ? Number(verdict.measured.toPrecision(6)) : null,
      kind: verdict.kind,
    })),
  );
}

function formatVerdictFile(results: readonly Result[], { commit, isQuick }: ReportInfo): string {
  const kept: KeptVerdicts = { commit, isQuick, verdicts: keepVerdicts(results) };
  return `${JSON.stringify(kept, undefined, 1)}\n`;
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
  const minutes = info.seconds / 60;
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
