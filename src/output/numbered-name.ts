/** The name of a file of a sequence: FILE.obj after step 30 is FILE_000030.obj. */
export function numberedName(name: string, step: number): string {
  return name.replace(/(\.[^.]*)$/, `_${String(step).padStart(6, "0")}$1`);
}
