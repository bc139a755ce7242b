import { splitFormula, splitMath } from "../chapter.ts";
import { escapeText } from "./escape-text.ts";
import { MATHML } from "./mathml.ts";

/** Formulas on a line of their own; those that do not fit stand below each other. */
export function setDisplay(tex: string): string {
  return `<div class="formula">${splitFormula(tex)
    .map((one) => setFormula(one, true))
    .join("")}</div>`;
}

/** A formula as MathML; `npm run build:equations` sets those of the chapters once and for all. */
export function setFormula(tex: string, display: boolean): string {
  const set = MATHML[`${display ? "display" : "inline"} ${tex}`];
  if (set === undefined) throw new Error(`the formula ${tex} is not set: run npm run build:equations`);
  return set;
}

/** A text with mathematics between dollar signs, and code between backticks, as HTML. */
export function setText(text: string): string {
  return splitMath(text)
    .map((piece, n) => (n % 2 === 1 ? setFormula(piece, false) : escapeText(piece).replace(/`([^`]*)`/g, "<code>$1</code>")))
    .join("");
}
