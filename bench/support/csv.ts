import type { Row } from "./table.ts";

/** Rows of a CSV that `writeCsv` wrote, by the names of the first line; a cell in quotes may have commas, and every cell is a string. */
export function parseCsv(text: string): Row[] {
  const [header, ...lines] = text.trim().split("\n").map(cellsOf);
  return lines.map((cells) => Object.fromEntries(header.map((name, c) => [name, cells[c]])));
}

/** One that an even number of quotes follows. */
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

function cellsOf(line: string): string[] {
  return line.split(COMMA).map((cell) => cell.replace(/^"(.*)"$/, "$1"));
}
