/** What a run should take. */
export const GOALS = { cpuSeconds: 10, megabytes: 1024 };

/** @typedef {{ file: string, set: string, format: string, use: "body" | "cloth", accepted?: boolean | undefined, result: string, line?: string, vertices?: number, triangles?: number, seconds?: number, cpuSeconds?: number, megabytes?: number, steps?: number, notices?: string[] }} Row */

/** The totals of some rows. Shares go by the files that a plain reader accepts; cloth of too many vertices was not tried. @param {readonly Row[]} rows */
export function sum(rows) {
  const tried = rows.filter(({ result }) => result !== "too large to try");
  const accepted = tried.filter((row) => row.accepted !== false);
  const ran = accepted.filter(({ result }) => result === "ran").length;
  const isSlow = (/** @type {Row} */ { result, cpuSeconds = 0 }) => result === "too slow" || cpuSeconds > GOALS.cpuSeconds;
  const isLarge = (/** @type {Row} */ { result, megabytes = 0 }) => result === "too much memory" || megabytes > GOALS.megabytes;
  const isBad = (/** @type {Row} */ { result, line = "" }) =>
    /crashed|not finite/.test(result) || (result === "refused" && line.includes("\n"));
  return {
    files: rows.length,
    accepted: accepted.length,
    ran,
    share: accepted.length === 0 ? 1 : ran / accepted.length,
    unstable: rows.filter(({ result }) => result === "unstable").length,
    slow: rows.filter(isSlow).length,
    large: rows.filter(isLarge).length,
    bad: rows.filter(isBad).length,
  };
}

/** A table of the totals by a key of the rows and by use, as lines of markdown. @param {readonly Row[]} rows @param {"format" | "set"} key */
export function tableBy(rows, key) {
  const lines = [
    `| ${key} | use | files | accepted (or not judged), tried | ran | unstable | over ${GOALS.cpuSeconds} s | over 1 GB | crashed, not finite or more than a line |`,
    "|---|---|--:|--:|--:|--:|--:|--:|--:|",
  ];
  for (const value of [...new Set(rows.map((row) => row[key]))].sort())
    for (const use of ["body", "cloth"]) {
      const { files, accepted, ran, share, unstable, slow, large, bad } = sum(rows.filter((row) => row[key] === value && row.use === use));
      const cells = [value, use, files, accepted, `${ran} (${(100 * share).toFixed(1)} %)`, unstable, slow, large, bad];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  return lines;
}

/** How often each result came out, by use. @param {readonly Row[]} rows */
export function tableOfEnds(rows) {
  const lines = ["| use | result | files |", "|---|---|--:|"];
  for (const use of ["body", "cloth"]) {
    const results = rows.filter((row) => row.use === use).map(({ result }) => result);
    for (const result of [...new Set(results)].sort())
      lines.push(`| ${use} | ${result} | ${results.filter((other) => other === result).length} |`);
  }
  return lines;
}

/** The rows of which a number is the largest. @param {readonly Row[]} rows @param {"cpuSeconds" | "megabytes"} key @param {number} count */
export function tableOfMost(rows, key, count) {
  const most = [...rows].sort((a, b) => (b[key] ?? 0) - (a[key] ?? 0)).slice(0, count);
  const numbers = (/** @type {Row} */ { vertices, cpuSeconds = 0, megabytes }) => `${vertices} | ${cpuSeconds.toFixed(1)} | ${megabytes}`;
  return [
    "| file | use | result | vertices | seconds of the processor | MB |",
    "|---|---|---|--:|--:|--:|",
    ...most.map((row) => `| ${row.file} | ${row.use} | ${row.result} | ${numbers(row)} |`),
  ];
}
