import type { Row } from "../support/table.ts";

export function centimetres(metres: number): string {
  return `${Number((100 * metres).toPrecision(2))} cm`;
}

export function percent(value: number): string {
  return `${Number((100 * value).toPrecision(2))} %`;
}

/** Empty without rows. */
export function markdownTable(rows: readonly Row[], without: readonly string[] = []): string {
  if (rows.length === 0) return "";
  const columns = Object.keys(rows[0]).filter((column) => !without.includes(column));
  const lines = rows.map((row) => `| ${columns.map((column) => row[column]).join(" | ")} |`);
  return [`| ${columns.join(" | ")} |`, `|${columns.map(() => "---").join("|")}|`, ...lines].join("\n");
}
