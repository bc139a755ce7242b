import { afterEach, expect, test, vi } from "vitest";
import { createProgress } from "../../src/cli/progress.ts";

const { stderr } = process;
const terminal = stderr.isTTY;
afterEach(() => {
  stderr.isTTY = terminal;
  vi.restoreAllMocks();
});

/** What a run's progress writes to stderr. */
function written(isTerminal: boolean, quiet = false): string[] {
  stderr.isTTY = isTerminal;
  const pieces: string[] = [];
  vi.spyOn(stderr, "write").mockImplementation((piece) => pieces.push(String(piece)) > 0);
  const progress = createProgress(!quiet);
  progress.show(0, 200, "1.0 ms a step");
  progress.show(1, 200, "1.0 ms a step"); // too soon after the last to be drawn
  progress.show(200, 200, "2.5 ms a step");
  progress.clear();
  return pieces;
}

test("on a terminal a bar grows in place and is wiped away", () => {
  const pieces = written(true);
  expect(pieces.length).toBe(3);
  expect(pieces[0]).toContain(`${"·".repeat(28)} 0/200 1.0 ms a step`);
  expect(pieces[1]).toContain(`${"█".repeat(28)} 200/200 2.5 ms a step`);
  expect(pieces.every((piece) => piece.startsWith("\r\x1b[K") && !piece.includes("\n"))).toBe(true);
  expect(pieces[2]).toBe("\r\x1b[K");
});

test("elsewhere, or when quiet, nothing", () => {
  expect(written(false)).toEqual([]);
  expect(written(true, true)).toEqual([]);
});
