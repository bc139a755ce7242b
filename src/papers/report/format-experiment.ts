import {
  type Cell,
  type Column,
  type Drawing,
  judge,
  type Outcome,
  type Picture,
  type PictureStrip,
  type Rule,
  type Table,
  type Verdict,
} from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import type { Result } from "../run-experiments.ts";
import { escapeText } from "./escape-text.ts";
import { formatPlot } from "./plot.ts";

/** What the report knows of an experiment besides its result. */
export interface ExperimentPlace {
  readonly isQuick: boolean;
  readonly hasLive: boolean;
  readonly source: string | undefined;
  readonly scene: string | undefined;
  readonly studio: string;
  /** Keeps a file beside the page; its link as seen from there. */
  keep(name: string, content: string | Uint8Array): string;
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
export function formatExperiment({ experiment, findings, failure, seconds }: Result, place: ExperimentPlace): string {
  const { paper, name, title, claim, setup, live, scene } = experiment;
  const id = `${paper}-${name}`;
  const places = [
    place.source === undefined ? "" : `<a href="${escapeText(place.source)}">source</a>`,
    place.scene === undefined ? "" : `<a href="${escapeText(place.scene)}">scene file</a>`,
    `<a href="${escapeText(place.studio)}" title="while npm start runs">open in the studio</a>`,
    `took ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`,
  ].filter((part) => part !== "");
  const quick = place.isQuick ? ' <strong class="badge">quick</strong>' : "";
  const running = !place.hasLive
    ? ""
    : `<div class="live" data-live="${escapeText(place.keep(`live/${id}.json`, JSON.stringify({ scene, ...live })))}"><p class="look">${escapeText(live.look)}</p><p class="sentence">It runs here where the page comes from a web server and scripts are on.</p></div>`;
  const body =
    findings === undefined
      ? `<p class="failure">It could not be run: ${escapeText(failure ?? "no reason is known")}</p>`
      : [
          formatVerdicts(findings.verdicts, paper === "physics" ? "Known" : "Paper", place.isQuick),
          paragraphs(findings.reason, "reason"),
          running,
          findings.pictures.length === 0
            ? ""
            : `<div class="strips">${findings.pictures.map((strip, n) => formatStrip(strip, `pictures/${id}-${n + 1}`, place)).join("")}</div>`,
          ...(findings.drawings ?? []).map(formatDrawing),
          ...findings.tables.map((table, n) => formatTable(table, `tables/${id}-${n + 1}.csv`, place)),
          findings.plots.length === 0 ? "" : `<div class="plots">${findings.plots.map(formatPlot).join("")}</div>`,
        ].join("\n");
  return `<article id="${escapeText(id)}">
<h3>${escapeText(title)}${quick}</h3>
<p class="place">${escapeText(experiment.place)} · ${places.join(" · ")}</p>
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

/** The verdicts one below the other: claim, numbers and rule, range, reason. Narrow screens show the same. */
function formatVerdicts(verdicts: readonly Verdict[], known: string, isQuick: boolean): string {
  const items = verdicts.map((verdict) => {
    const outcome = judge(verdict);
    const { claim, from, range, quantity, paper, measured, holds, differs, kind, why, revised } = verdict;
    const rule = [`holds: ${formatRule(holds)}`, ...(differs === undefined ? [] : [`with a difference: ${formatRule(differs)}`])];
    const printed = paper === undefined ? undefined : typeof paper === "number" ? formatNumber(paper) : escapeText(paper);
    const numbers = [
      printed === undefined ? "" : `<div class="paper"><dt>${known}</dt><dd>${printed}</dd></div>`,
      `<div class="ours"><dt>Ours${isQuick ? ', <span class="badge">quick</span>' : ""}</dt><dd>${formatNumber(measured)}</dd></div>`,
      `<div class="rule"><dt>Rule</dt><dd>${rule.join("<br>")}</dd></div>`,
    ];
    const notes = [
      `<p class="range"><b>Range</b> ${escapeText(range)}</p>`,
      `<p class="why"><b>Why</b> ${escapeText(why)}</p>`,
      revised === undefined ? "" : `<p class="revised"><b>Rule revised</b> ${escapeText(revised)}</p>`,
    ];
    const own = from === "ours" ? ' <span class="note">(our own)</span>' : "";
    const unasserted = kind === "time" ? ' <span class="note">(time, on the machine and commit above: not compared)</span>' : "";
    return `<li><p class="verdict">${chip(outcome, "")} <b>${escapeText(claim)}</b>${own} <span class="outcome">${outcome}</span></p>
<div class="measure"><p class="quantity">${escapeText(quantity)}${unasserted}</p><dl class="numbers">${numbers.join("")}</dl></div>${notes.join("")}</li>`;
  });
  return `<ol class="verdicts">${items.join("\n")}</ol>`;
}

/** A rule in signs: ≤ 0.1, ≥ 2, or 1 to 3. */
export function formatRule({ atMost, atLeast }: Rule): string {
  if (atMost !== undefined && atLeast !== undefined) return `${formatNumber(atLeast, 6)} to ${formatNumber(atMost, 6)}`;
  if (atMost !== undefined) return `≤ ${formatNumber(atMost, 6)}`;
  return atLeast !== undefined ? `≥ ${formatNumber(atLeast, 6)}` : "any number";
}

function formatTable(table: Table, name: string, place: ExperimentPlace): string {
  const { title, columns, rows, note } = table;
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
  const quick = place.isQuick ? ' <span class="badge">quick</span>' : "";
  const file = place.keep(name, formatCsv(table));
  return `<figure class="table"><figcaption>${escapeText(title)}${quick} <a class="csv" href="${escapeText(file)}">CSV</a></figcaption><div class="scroll"><table><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table></div>${note === undefined ? "" : `<p class="note">${escapeText(note)}</p>`}</figure>`;
}

/** The numbers of a table with all their digits. */
function formatCsv({ columns, rows }: Table): string {
  const quote = (cell: Cell): string => {
    const text = typeof cell === "number" ? (Number.isFinite(cell) ? String(cell) : "") : cell;
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${[columns.map(({ heading }) => heading), ...rows].map((row) => row.map(quote).join(",")).join("\n")}\n`;
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

/** A drawing is our own markup: the catalogue's experiments make it of numbers. */
function formatDrawing({ title, svg }: Drawing): string {
  return `<figure class="drawing"><figcaption>${escapeText(title)}</figcaption>${svg}</figure>`;
}

function formatStrip({ title, pictures }: PictureStrip, name: string, place: ExperimentPlace): string {
  const shown = pictures.map((picture, n) => formatPicture(picture, place.keep(`${name}-${n + 1}.png`, picture.png)));
  return `<figure class="strip"><figcaption>${escapeText(title)}</figcaption><div class="pictures">${shown.join("")}</div></figure>`;
}

function formatPicture({ caption, width, height }: Picture, file: string): string {
  return `<figure style="width:${width}px"><img src="${escapeText(file)}" width="${width}" height="${height}" alt="${escapeText(caption)}" loading="lazy"><figcaption>${escapeText(caption)}</figcaption></figure>`;
}
