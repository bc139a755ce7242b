import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { KeptVerdicts } from "../../src/papers/report/report.ts";
import { ROOT } from "./pages.ts";

/** The full report of the papers as it is committed, docs/papers.html, and the folder beside it. */
const PAGE = join(ROOT, "docs/papers.html");
const FOLDER = join(ROOT, "docs/papers");

export function readReportPage(): string {
  return readFileSync(PAGE, "utf8");
}

export function readKeptVerdicts(): KeptVerdicts {
  return JSON.parse(readFileSync(join(FOLDER, "verdicts.json"), "utf8")) as KeptVerdicts;
}

/** What page and folder hold [bytes]. */
export function countReportBytes(): number {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, statSync(PAGE).size);
}

/** Every number that the report has of an experiment: of its tables as they were measured, and of its text as it is written. */
export function readFigures(experiment: string, page: string): readonly number[] {
  const start = page.indexOf(`<article id="${experiment}">`);
  if (start < 0) throw new Error(`docs/papers.html has no experiment ${experiment}`);
  const article = page.slice(start, page.indexOf("</article>", start));
  const text = article.replace(/<svg[\s\S]*?<\/svg>/g, " ").replace(/<[^>]*>/g, " ");
  const tables = readdirSync(join(FOLDER, "tables")).filter((name) => name.replace(/-\d+\.csv$/, "") === experiment);
  return [text, ...tables.map((name) => readFileSync(join(FOLDER, "tables", name), "utf8"))]
    .flatMap((one) => readNumbers(one))
    .map((one) => Number.parseFloat(one));
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The numbers of a text, as a program writes them: thousands may be parted by a comma or a space, and powers of ten be raised. "%" stays. */
export function readNumbers(text: string): string[] {
  const plain = text
    .replaceAll("−", "-")
    .replace(/(\d) million\b/g, "$1e6")
    .replace(/(\d)[ \u00a0\u202f\u2009,](?=\d{3}(?!\d))/g, "$1")
    .replace(/(?:(\d)\s?[·×]\s?|\b)10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, last = "1", minus: string, power: string) => {
      return `${last}e${minus === "" ? "" : "-"}${[...power].map((one) => SUPERSCRIPTS.indexOf(one)).join("")}`;
    });
  return plain.match(/(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)(?:\s?%)?/g) ?? [];
}

/** Whether a figure is a number that was measured, rounded to as many places as are written; per cent may be a share. */
export function isFigureOf(figure: string, measured: readonly number[]): boolean {
  const digits = figure.replace(/\s?%$/, "");
  const [mantissa, exponent = "0"] = digits.split("e");
  const place = 10 ** (Number(exponent) - (mantissa.split(".")[1]?.length ?? 0));
  const isNear = (one: number): boolean => Math.abs(Math.abs(one) - Math.abs(Number(digits))) <= 0.5001 * place;
  return measured.some((one) => isNear(one) || (digits !== figure && isNear(100 * one)));
}
