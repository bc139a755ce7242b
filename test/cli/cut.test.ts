import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, ROOT, type StateFile } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

test("the scene of the cut runs, and its files have a row for each copy", async () => {
  const [state, mesh] = [join(folder, "cut.json"), join(folder, "cut.obj")];
  const args = ["run", join(ROOT, "scenes/cut.json"), "--seconds", "2.2", "--state", state, "--out", mesh, "--every", "66"];
  const { code, stderr } = await callCli(args);
  expect([code, stderr]).toEqual([0, ""]);
  const { positions, velocities } = JSON.parse(readFileSync(state, "utf8")) as StateFile;
  expect([positions.length, velocities.length]).toEqual([441 + 21, 441 + 21]);
  expect(positions.flat().every(Number.isFinite)).toBe(true);
  const rows = (frame: string, kind: string): number =>
    readFileSync(join(folder, `cut_${frame}.obj`), "utf8")
      .split("\n")
      .filter((line) => line.startsWith(`${kind} `)).length;
  // uncut, slit to the sixth row, and through
  expect(["000000", "000001", "000002"].map((step) => rows(step, "v"))).toEqual([441, 441 + 15, 441 + 21]);
  expect(["000000", "000002"].map((step) => rows(step, "f"))).toEqual([800, 800]);
  // the two sides of the cut at the lower border: the last copy that the first cut made
  const [left, right] = [positions[430], positions[441 + 14]];
  expect(Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])).toBeGreaterThan(0.1);
});
