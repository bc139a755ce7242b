/** A symmetric matrix out of a Matrix Market file: the entries of its lower triangle by "row column", both from 1. */
export interface MatrixFile {
  readonly header: string;
  readonly comments: readonly string[];
  readonly rowCount: number;
  readonly entries: ReadonlyMap<string, number>;
}

/** Reads what `formatMatrixMarket` writes and complains about all else: the judge of the writer, so it shares nothing with it. */
export function readMatrixMarket(text: string): MatrixFile {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const lines = text.slice(0, -1).split("\n");
  const header = lines[0];
  let at = 1;
  while (lines[at].startsWith("%")) at++;
  const comments = lines.slice(1, at);
  const [rows, columns, count] = lines[at].split(" ").map(Number);
  if (rows !== columns) throw new Error(`${rows} rows and ${columns} columns`);
  const entries = new Map<string, number>();
  for (const line of lines.slice(at + 1)) {
    const words = line.split(" ");
    const [row, column] = words.map(Number);
    const value = Number(words[2]);
    if (words.length !== 3 || !Number.isFinite(value)) throw new Error(`not an entry: ${line}`);
    if (!(1 <= column && column <= row && row <= rows)) throw new Error(`not in the lower triangle: ${line}`);
    if (entries.has(`${row} ${column}`)) throw new Error(`twice: ${line}`);
    entries.set(`${row} ${column}`, value);
  }
  if (entries.size !== count) throw new Error(`${count} entries announced, ${entries.size} there`);
  return { header, comments, rowCount: rows, entries };
}
