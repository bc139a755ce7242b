import type { CoverageRow } from "../coverage.ts";
import type { PaperKey } from "../experiment.ts";
import type { Paper } from "../papers.ts";
import type { Result } from "../run-experiments.ts";
import { escapeText } from "./escape-text.ts";
import type { LinkCode } from "./format-chapter.ts";
import { setText } from "./set-math.ts";

/** Every figure, table, equation and claim of the papers, with its experiment, its code and tests, or a reason. */
export function formatCoverage(
  papers: readonly Paper[],
  results: readonly Result[],
  { coverage, link }: { readonly coverage: Readonly<Partial<Record<PaperKey, readonly CoverageRow[]>>>; readonly link: LinkCode },
): string {
  const shown = new Set(results.map(({ experiment: { paper, name } }) => `${paper}-${name}`));
  const tables = papers.map(({ key, name }) => {
    const rows = coverage[key];
    if (rows === undefined) return "";
    const body = rows.map((row) => {
      const ids = (row.experiments ?? []).map((one) =>
        /^(kim06|ertekin14|oh04|kang02|choi13|methods|physics)-/.test(one) ? one : `${key}-${one}`,
      );
      const places = [
        ...ids.map((id) =>
          shown.has(id) ? `<a href="#${escapeText(id)}">${escapeText(id.slice(id.indexOf("-") + 1))}</a>` : escapeText(id),
        ),
        ...[...(row.code ?? []), ...(row.tests ?? [])].map((file) => formatFile(file, link)),
        ...(row.reason === undefined ? [] : [setText(row.reason)]),
      ];
      return `<tr><td>${escapeText(row.place)}</td><td>${row.kind}</td><td>${setText(row.what)}</td><td>${places.join(", ")}</td></tr>`;
    });
    return `<h3>${escapeText(name)}</h3><div class="scroll"><table class="coverage"><thead><tr><th>Place</th><th>Kind</th><th>What</th><th>Where it is dealt with</th></tr></thead><tbody>${body.join("")}</tbody></table></div>`;
  });
  return `<section id="coverage"><h2>What of the papers is covered</h2>
<p>Every figure, table, equation and claim of the papers, with the experiment that looks at it, the code that computes it and the tests that hold it, or the reason why there is none.</p>
${tables.join("\n")}</section>`;
}

function formatFile(file: string, link: LinkCode): string {
  const to = link(file);
  return to === undefined ? `<code>${escapeText(file)}</code>` : `<a href="${escapeText(to)}"><code>${escapeText(file)}</code></a>`;
}
