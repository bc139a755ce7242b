import type { MethodInfo } from "drape";
import type { Spy } from "drape/inspect";
import type { MatrixView } from "../commands.ts";

/** A whole number with its thousands apart. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-GB");
}

/** An ordering's name for people: "reverse-cuthill-mckee" is "reverse Cuthill–McKee". */
export function orderingTitle(name: string): string {
  return name.replace("cuthill-mckee", "Cuthill–McKee").replaceAll("-", " ");
}

/** The ordering as it was asked for, with what `auto` chose. */
export function describeOrdering({ ordering, spy }: MatrixView): string {
  const title = orderingTitle(ordering);
  return spy === undefined || spy.ordering === ordering ? title : `${title}: ${orderingTitle(spy.ordering)}`;
}

/** "1,225 rows · matrix 15,293 non-zeros · factor 45,707 (auto: minimum degree)" */
export function describeCounts(view: MatrixView, { rowCount, matrixEntries, factorEntries }: Spy): string {
  const rows = `${formatCount(rowCount)} ${rowCount === 1 ? "row" : "rows"}`;
  const matrix = `matrix ${formatCount(matrixEntries)} non-zeros`;
  return `${rows} · ${matrix} · factor ${formatCount(factorEntries)} (${describeOrdering(view)})`;
}

/** What the section says for a method that has nothing to show. Who factors a constant matrix can be told its ordering. */
export function describeNoMatrix(methods: readonly MethodInfo[]): string {
  const titles = methods.filter(({ options }) => options.some(({ name }) => name === "ordering")).map(({ title }) => `“${title}”`);
  const listed = `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
  return `This method has no constant matrix; those that have one are ${listed}.`;
}
