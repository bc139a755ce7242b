const ENDING = /(\.[^.]*)$/;

/** The name of a file of a sequence: frame 30 of FILE.obj is FILE_000030.obj. */
export function numberedName(name: string, frame: number): string {
  return name.replace(ENDING, (ending) => `_${String(frame).padStart(6, "0")}${ending}`);
}

/** The number of the frame that a file of the sequence `name` is called after; none where it belongs to no such sequence. */
export function frameNumber(name: string, file: string): number | undefined {
  const ending = ENDING.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - ending.length);
  if (!file.startsWith(`${stem}_`) || !file.endsWith(ending)) return undefined;
  const digits = file.slice(stem.length + 1, file.length - ending.length);
  const frame = Number(digits);
  return /^\d+$/.test(digits) && numberedName(name, frame) === file ? frame : undefined;
}
