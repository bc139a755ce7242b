import { CHAPTERS, type ChapterEquation, type CodePlace } from "../chapter.ts";
import type { PaperKey } from "../experiment.ts";
import { escapeText } from "./escape-text.ts";
import { setDisplay, setText } from "./set-math.ts";

/** A link to a file of the project, or to the first line of it that has these words. */
export type LinkCode = (path: string, words?: string) => string | undefined;

/** The method of a paper in a page: its equations, each with its line of code and what is wrong with the printed one. */
export function formatChapter(key: PaperKey, link: LinkCode): string {
  const chapter = CHAPTERS[key];
  if (chapter === undefined) return "";
  const { intro, equations, slips } = chapter;
  const rows = slips.map(
    ({ place, printed, right }) => `<tr><td>${escapeText(place)}</td><td>${setText(printed)}</td><td>${setText(right)}</td></tr>`,
  );
  return `<div class="chapter">
<h3>The method</h3>
<p>${setText(intro)}</p>
${equations.map((equation) => formatEquation(equation, link)).join("\n")}
<h4>Other slips of the text</h4>
<div class="scroll"><table class="slips"><thead><tr><th>Where</th><th>Printed</th><th>Right</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>
</div>`;
}

function formatEquation({ place, text, tex, code, erratum }: ChapterEquation, link: LinkCode): string {
  const wrong =
    erratum === undefined
      ? ""
      : `<div class="erratum"><p><b>Printed</b></p>${setDisplay(erratum.printed)}<p>${setText(erratum.why)}</p></div>`;
  return `<p>${setText(text)}</p>
<div class="equation">${setDisplay(tex)}<p class="equation-place">${escapeText(place)}${formatCode(code, link)}</p></div>${wrong}`;
}

function formatCode({ file, words }: CodePlace, link: LinkCode): string {
  const to = link(file, words);
  const name = file.slice(file.lastIndexOf("/") + 1);
  return to === undefined ? "" : ` · <a href="${escapeText(to)}">${escapeText(name)}</a>`;
}
