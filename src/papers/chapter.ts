import { CHOI_CHAPTER } from "./choi13/chapter.ts";
import { ERTEKIN_CHAPTER } from "./ertekin14/chapter.ts";
import type { PaperKey } from "./experiment.ts";
import { KANG_CHAPTER } from "./kang02/chapter.ts";
import { KIM_CHAPTER } from "./kim06/chapter.ts";
import { OH_CHAPTER } from "./oh04/chapter.ts";

/** The method of a paper in a page, in the notation of the code; text may have mathematics between dollar signs. */
export interface Chapter {
  readonly intro: string;
  readonly equations: readonly ChapterEquation[];
  /** Slips of the paper that are not in an equation above. */
  readonly slips: readonly Slip[];
}

export interface ChapterEquation {
  /** As the paper numbers it: "eq. 8". */
  readonly place: string;
  /** What it says, before it is written. */
  readonly text: string;
  /** The right form, in TeX. */
  readonly tex: string;
  /** The line of code that computes it. */
  readonly code: CodePlace;
  /** Where the printed form is wrong: that form, and why it cannot be meant. */
  readonly erratum?: { readonly printed: string; readonly why: string };
}

/** A line of a file of the project: the first that has these words. */
export interface CodePlace {
  readonly file: string;
  readonly words: string;
}

export interface Slip {
  readonly place: string;
  readonly printed: string;
  readonly right: string;
}

export const CHAPTERS: Readonly<Partial<Record<PaperKey, Chapter>>> = {
  kim06: KIM_CHAPTER,
  ertekin14: ERTEKIN_CHAPTER,
  oh04: OH_CHAPTER,
  kang02: KANG_CHAPTER,
  choi13: CHOI_CHAPTER,
};

/** The pieces of a text: words, and mathematics between dollar signs at every second place. */
export function splitMath(text: string): readonly string[] {
  return text.split("$");
}

/** Every formula of the chapters and of the table of notations, for the program that sets them; display says that it stands alone. */
export function* formulasOf(texts: readonly string[]): Generator<{ readonly tex: string; readonly display: boolean }> {
  for (const { intro, equations, slips } of Object.values(CHAPTERS)) {
    for (const { tex, erratum } of equations) {
      for (const one of [tex, erratum?.printed ?? ""].flatMap(splitFormula)) yield { tex: one, display: true };
    }
    const prose = [
      intro,
      ...equations.flatMap(({ text, erratum }) => [text, erratum?.why ?? ""]),
      ...slips.flatMap(({ printed, right }) => [printed, right]),
    ];
    for (const text of prose) yield* inlineFormulas(text);
  }
  for (const text of texts) yield* inlineFormulas(text);
}

/** Formulas that stand beside each other, parted by `\\qquad`, and below each other where there is no room. */
export function splitFormula(tex: string): string[] {
  return tex
    .split("\\qquad")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function* inlineFormulas(text: string): Generator<{ readonly tex: string; readonly display: boolean }> {
  for (const [n, tex] of splitMath(text).entries()) if (n % 2 === 1) yield { tex, display: false };
}
