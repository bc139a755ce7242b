import { escapeText } from "./escape-text.ts";
import {
  type Cell,
  type Column,
  judge,
  type Outcome,
  type Picture,
  type PictureStrip,
  type Rule,
  type Table,
  type Verdict,
} from "./experiment.ts";
import { formatNumber } from "./format-number.ts";
import { formatPlot } from "./plot.ts";
import type { Result } from "./run-experiments.ts";

/** What the report knows of an experiment besides its result. */
export interface ExperimentLinks {
  readonly isQuick: boolean;
  readonly source: string | undefined;
  readonly scene: string | undefined;
  readonly studio: string;
}

const SIGNS: Readonly<Record<Outcome, readonly [name: string, sign: string]>> = {
  holds: ["yes", "✓"],
  "holds with a difference": ["partly", "≈"],
  "does not hold": ["no", "✗"],
};

/** A small mark for an outcome, told apart by its sign as well as by its colour. */
export function chip(outcome: Outcome, title: string): string {
  const [name, sign] = SIGNS[outcome];
  const spoken = escapeText(title === "" ? outcome : `${outcome}: ${title}`);
  return `<span class="chip ${name}" title="${spoken}" role="img" aria-label="${spoken}">${sign}</span>`;
}

/** One experiment as a part of the report. */
export function formatExperiment({ experiment, findings, failure, seconds }: Result, links: ExperimentLinks): string {
  const { paper, name, title, place, claim, setup } = experiment;
  const places = [
    links.source === undefined ? "" : `<a href="${escapeText(links.source)}">source</a>`,
    links.scene === undefined ? "" : `<a href="${escapeText(links.scene)}">scene file</a>`,
    `<a href="${escapeText(links.studio)}" title="while npm start runs">open in the studio</a>`,
    `took ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  ].filter((part) => part !== "");
  const quick = links.isQuick ? ' <strong class="badge">quick</strong>' : "";
  const body =
    findings === undefined
      ? `<p class="failure">It could not be run: ${escapeText(failure ?? "no reason is known")}</p>`
      : [
          formatVerdicts(findings.verdicts, paper === "physics" ? "Known" : "Paper", links.isQuick),
          paragraphs(findings.reason, "reason"),
          findings.pictures.length === 0 ? "" : `<div class="strips">${findings.pictures.map(formatStrip).join("")}</div>`,
          ...findings.tables.map((table) => formatTable(table, links.isQuick)),
          findings.plots.length === 0 ? "" : `<div class="plots">${findings.plots.map(formatPlot).join("")}</div>`,
        ].join("\n");
  return `<article id="${escapeText(`${paper}-${name}`)}">
<h3>${escapeText(title)}${quick}</h3>
<p class="place">${escapeText(place)} · ${places.join(" · ")}</p>
<p class="claim">${escapeText(claim)}</p>
${paragraphs(setup, "setup")}
${body}
</article>`;
}

function paragraphs(text: string, name: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p class="${name}">${escapeText(part.trim())}</p>`)
    .join("\n");
}

function formatVerdicts(verdicts: readonly Verdict[], known: string, isQuick: boolean): string {
  const rows = verdicts.map((verdict) => {
    const outcome = judge(verdict);
    const { claim, from, quantity, paper, measured, holds, differs, kind, why } = verdict;
    const rule = [`holds: ${formatRule(holds)}`, ...(differs === undefined ? [] : [`with a difference: ${formatRule(differs)}`])];
    const printed = paper === undefined ? "" : typeof paper === "number" ? formatNumber(paper) : escapeText(paper);
    const own = from === "ours" ? ' <span class="note">(our own)</span>' : "";
    const because = outcome === "holds" || why === undefined ? "" : `<p class="why">${escapeText(why)}</p>`;
    const unasserted = kind === "time" ? ' <span class="note">(time: reported only)</span>' : "";
    return `<tr><td class="verdict">${chip(outcome, "")} <span>${outcome}</span></td><td>${escapeText(claim)}${own}${because}</td><td>${escapeText(quantity)}${unasserted}</td><td class="number paper">${printed}</td><td class="number">${formatNumber(measured)}</td><td class="rule">${rule.join("<br>")}</td></tr>`;
  });
  return `<div class="scroll"><table class="verdicts"><thead><tr><th>Verdict</th><th>Claim</th><th>Measured quantity</th><th class="number paper">${known}</th><th class="number">Ours${isQuick ? ', <span class="badge">quick</span>' : ""}</th><th>Rule</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** A rule in signs: ≤ 0.1, ≥ 2, or 1 to 3. */
export function formatRule({ atMost, atLeast }: Rule): string {
  if (atMost !== undefined && atLeast !== undefined) return `${formatNumber(atLeast, 6)} to ${formatNumber(atMost, 6)}`;
  if (atMost !== undefined) return `≤ ${formatNumber(atMost, 6)}`;
  return atLeast !== undefined ? `≥ ${formatNumber(atLeast, 6)}` : "any number";
}

function formatTable({ title, columns, rows, note }: Table, isQuick: boolean): string {
  const looks = columns.map((column, c) =>
    classOf(
      rows.some((row) => typeof row[c] === "number"),
      column,
    ),
  );
  const head = columns.map(({ heading }, c) => `<th${looks[c]}>${escapeText(heading)}</th>`);
  const body = rows.map((row, r) => {
    const cells = row.map((cell, c) => `<td${looks[c] ?? ""}>${formatCell(cell, columns[c])}</td>`);
    const isFirst = r > 0 && row[0] !== rows[r - 1][0];
    return `<tr${isFirst && isGrouped(rows) ? ' class="first"' : ""}>${cells.join("")}</tr>`;
  });
  const quick = isQuick ? ' <span class="badge">quick</span>' : "";
  return `<figure class="table"><figcaption>${escapeText(title)}${quick}</figcaption><div class="scroll"><table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>${note === undefined ? "" : `<p class="note">${escapeText(note)}</p>`}</figure>`;
}

/** Rows that begin alike stand together, and a line parts them from the next. */
function isGrouped(rows: Table["rows"]): boolean {
  return rows.some((row, r) => r > 0 && row[0] === rows[r - 1][0]);
}

function formatCell(cell: Cell, column: Column | undefined): string {
  return typeof cell === "number" ? formatNumber(cell, column?.digits) : escapeText(cell);
}

function classOf(isNumber: boolean, column: Column | undefined): string {
  const names = [isNumber ? "number" : "", column?.isPaper === true ? "paper" : ""].filter((name) => name !== "");
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

function formatStrip({ title, pictures }: PictureStrip): string {
  return `<figure class="strip"><figcaption>${escapeText(title)}</figcaption><div class="pictures">${pictures.map(formatPicture).join("")}</div></figure>`;
}

function formatPicture({ caption, png, width, height }: Picture): string {
  return `<figure style="width:${width}px"><img src="data:image/png;base64,${toBase64(png)}" width="${width}" height="${height}" alt="${escapeText(caption)}" loading="lazy"><figcaption>${escapeText(caption)}</figcaption></figure>`;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
