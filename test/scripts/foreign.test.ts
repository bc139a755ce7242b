import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { isAccepted, isObj } from "../../scripts/foreign/accepts.mjs";
import { makeGlb, squareGltf } from "../input/gltf-files.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const { json, binary } = squareGltf();
// without these the validator does not accept it
Object.assign(json.accessors[json.meshes[0].primitives[0].attributes.POSITION], { min: [0, 0, 0], max: [1, 1, 0] });
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "clean.obj": `${SQUARE}f 1 2 3 4\n`,
  "copy.obj": `${SQUARE}f 1 2 3 4\n`,
  "cross.obj": `${SQUARE}v 1 1 1\nv 2 2 0\nnl 3\nf 1 2 3 4\nf 1 3 5\nf 6 3 1\n`,
  "index.obj": `${SQUARE}f 1 2 9\n`,
  "lines.obj": `${SQUARE}l 1 2\n`,
  "nothing.glb": new Uint8Array(40),
  "square.glb": makeGlb(json, binary),
};
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);

interface Report {
  readonly steps: number;
  readonly copies: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

test("the script of foreign files tells of each file whether it runs as a body and as cloth, and sums it up", async () => {
  const report = join(folder, "report.json");
  const args = ["scripts/foreign.mjs", folder, "--json", report, "--steps", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { steps, copies, rows: found } = JSON.parse(readFileSync(report, "utf8")) as Report;
  expect([steps, copies]).toEqual([1, 1]);
  // they are tried in the order of their digests
  const rows = found.toSorted((one, other) => `${one.file} ${one.use}`.localeCompare(`${other.file} ${other.use}`));
  expect(rows.map(({ file, use, accepted, result }) => [file, use, accepted, result])).toEqual([
    ["clean.obj", "body", true, "ran"],
    ["clean.obj", "cloth", true, "ran"],
    ["cross.obj", "body", true, "ran"],
    ["cross.obj", "cloth", true, "ran"],
    ["index.obj", "body", false, "refused"],
    ["index.obj", "cloth", false, "refused"],
    ["lines.obj", "body", false, "refused"],
    ["lines.obj", "cloth", false, "refused"],
    ["nothing.glb", "body", false, "refused"],
    ["nothing.glb", "cloth", false, "refused"],
    ["square.glb", "body", true, "ran"],
    ["square.glb", "cloth", true, "ran"],
  ]);
  for (const { result, line, cpuSeconds, megabytes } of rows) {
    expect(String(line)).not.toContain("\n");
    expect(line === undefined).toBe(result === "ran");
    expect(typeof cpuSeconds).toBe(result === "ran" ? "number" : "undefined");
    expect(megabytes).toBeGreaterThan(1);
  }
  for (const line of ["| obj | body | 4 | 2 | 2 (100.0 %) |", "| gltf | cloth | 2 | 1 | 1 (100.0 %) |", "| cloth | ran | 3 |"]) {
    expect(stdout).toContain(line);
  }
  const again = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(again.stdout).toBe(stdout.slice(stdout.indexOf("\n6 files")));
  expect(rows[3].notices).toContain("cloths[0].mesh: took apart 1 edge of three or more triangles, by 2 more vertices");
  expect(stdout).toContain("refused index.obj: index.obj:5: got vertex 9; use 1 to 4, the vertices of the file\n");
});

describe("what a plain reader accepts", () => {
  test.each([
    [`${SQUARE}f -1//2 -2/1/1 \\\n-3`, true],
    [`\ufeff# f 9 9 9\r\n${SQUARE}nl 1\nf 1 2 3 # 9`, true],
    [`f 1 2 3\n${SQUARE}`, true],
    [`${SQUARE}f 1 2 0`, false],
    [`${SQUARE}f 1 2 -5`, false],
    [`${SQUARE}f 1 2`, false],
    ["v 0 0 nan\nv 0 0 0\nv 1 1 1\nf 1 2 3", false],
  ])("%j: %s", (text, accepted) => {
    expect(isObj(text)).toBe(accepted);
  });

  test("other formats are not judged", async () => {
    expect(await isAccepted("a.stl")).toBeUndefined();
  });
});
