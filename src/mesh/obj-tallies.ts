import { counted } from "../core/counted.ts";

/** How often something was met in a file, the line of the first time, and the word that stood there. */
interface Tally {
  count: number;
  line: number;
  word: string;
}

/** What is passed over or mended in reading an OBJ file. */
export interface ObjTallies {
  /** Lines that start with no statement of OBJ. */
  readonly unknown: Tally;
  /** Faces of fewer than three corners. */
  readonly thin: Tally;
  /** Faces that no plane shows as a simple outline. */
  readonly folded: Tally;
  /** Corners whose texture point is not there. */
  readonly untextured: Tally;
}

export function createObjTallies(): ObjTallies {
  const none = (): Tally => ({ count: 0, line: 0, word: "" });
  return { unknown: none(), thin: none(), folded: none(), untextured: none() };
}

/** Counts one more, on this line. */
export function tally(of: Tally, line: number, word: string = ""): void {
  if (of.count++ > 0) return;
  of.line = line;
  of.word = word;
}

/** A sentence for each kind that was met. */
export function tellTallies({ unknown, thin, folded, untextured }: ObjTallies): string[] {
  const tell = (of: Tally, words: (many: number) => string): string[] => (of.count === 0 ? [] : [words(of.count)]);
  return [
    ...tell(
      unknown,
      (n) => `passed over ${counted(n, "line")} unknown to OBJ, the first line ${unknown.line} (${JSON.stringify(unknown.word)})`,
    ),
    ...tell(thin, (n) => `passed over ${counted(n, "face")} of fewer than three corners, the first in line ${thin.line}`),
    ...tell(untextured, (n) => `passed over ${counted(n, "texture point")} not in the file, the first in line ${untextured.line}`),
    ...tell(folded, (n) => `cut ${counted(n, "face")} folded over, crossing or without area, the first in line ${folded.line}`),
  ];
}
