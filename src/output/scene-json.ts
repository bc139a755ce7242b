/** Lines are no longer than this, as in the scenes of the repository. */
const LINE_WIDTH = 140;

/**
 * A scene as the text of a file. Objects have a line a field, indented by two; a list without objects stands on one line where it fits, and
 * long lists of numbers fill their lines.
 */
export function formatScene(scene: object): string {
  return `${formatValue(scene, "", 0)}\n`;
}

/** A value that begins after `used` characters of its line, whose further lines begin with `indent`. */
function formatValue(value: unknown, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    if (fields.length === 0) return "{}";
    const lines = fields.map(([key, field]) => {
      const start = `${inner}${JSON.stringify(key)}: `;
      return start + formatValue(field, inner, start.length);
    });
    return `{\n${lines.join(",\n")}\n${indent}}`;
  }
  const line = `[${value.map((entry) => formatValue(entry, "", 0)).join(", ")}]`;
  // a comma may follow
  if (!line.includes("\n") && used + line.length < LINE_WIDTH) return line;
  const isNumbers = value.every((entry) => typeof entry === "number");
  const lines = isNumbers ? fillLines(value, inner) : value.map((entry) => inner + formatValue(entry, inner, inner.length));
  return `[\n${lines.join(isNumbers ? "\n" : ",\n")}\n${indent}]`;
}

/** Numbers with commas between them, as many on a line as fit. */
function fillLines(numbers: readonly number[], indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  numbers.forEach((number, n) => {
    const word = JSON.stringify(number) + (n + 1 < numbers.length ? "," : "");
    if (line !== indent && line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  });
  lines.push(line);
  return lines;
}
