import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../scripts/check-imports.mjs", import.meta.url));
const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

/** Writes a small repository, runs the check over it and gives back its exit code and its lines. */
function check(files: Record<string, string>): { code: number | null; lines: string[] } {
  const root = mkdtempSync(join(tmpdir(), "drape-imports-"));
  made.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stdout } = spawnSync("node", [SCRIPT, root], { encoding: "utf8" });
  return { code: status, lines: stdout.split("\n").filter((line) => line !== "") };
}

test("imports that run one way pass", () => {
  const result = check({
    "src/index.ts": 'export { a } from "./core/a.ts";\nexport * from "./sim/step.ts";\n',
    "src/core/a.ts": "export const a = Math.sqrt(2) + Math.PI;\n",
    "src/core/b.ts": '// import { x } from "../sim/x.ts" and Math.sin and 2 ** 3\nconst s = "Math.sin(1) ** 2";\n',
    "src/sim/step.ts": 'import { a } from "../core/a.ts";\nimport type {\n  B,\n} from "../contact/b.ts";\n',
    "src/three/index.ts": 'import * as THREE from "three";\nimport { a } from "../index.ts";\n',
    "src/cli/main.ts": 'import { readFileSync } from "node:fs";\nimport { b } from "../output/b.ts";\n',
    "studio/main.ts":
      'import { a } from "../src/index.ts";\nimport { b } from "../src/files.ts";\nimport scene from "../scenes/a.json";\nimport "drape/three";\n',
    "test/core/a.test.ts": 'import { a } from "../../src/core/a.ts";\nconst x = Math.sin(1) ** 2;\n',
  });
  expect(result).toEqual({ code: 0, lines: [] });
});

test.each([
  ["upwards", "src/core/a.ts", 'import { x } from "../mesh/x.ts";', "folder core must not see folder mesh"],
  ["a type, upwards", "src/mesh/a.ts", 'import type { X } from "../sim/x.ts";', "folder mesh must not see folder sim"],
  ["sideways", "src/linalg/a.ts", 'export { x } from "../forces/x.ts";', "folder linalg must not see folder forces"],
  ["a leaf", "src/index.ts", 'export * from "./three/index.ts";', "folder index must not see folder three"],
  ["later", "src/sim/a.ts", 'const x = await import("../cli/x.ts");', "folder sim must not see folder cli"],
  ["a worker", "src/sim/a.ts", 'new URL("../cli/x.ts", import.meta.url)', "folder sim must not see folder cli"],
  ["out of the library", "src/core/a.ts", 'import "../../test/x.ts";', "folder core must not see folder test"],
  ["data", "src/scene/a.ts", 'import x from "../../scenes/x.json";', "folder scene must not see folder scenes"],
  ["a package", "src/core/a.ts", 'import "three";', "folder core must not import the package three"],
  ["a built-in", "src/scene/a.ts", 'import "node:fs";', "folder scene must not import the package node:fs"],
  ["a new folder", "src/new/a.ts", 'import "../core/x.ts";', "folder new has no row in scripts/check-imports.mjs"],
  ["past the door", "studio/a.ts", 'import "../src/sim/x.ts";', "folder studio must not see folder sim"],
  ["beside the door", "studio/a.ts", 'import "../src/three/x.ts";', "must import one of src/index.ts, "],
])("an import that must not be fails: %s", (_, path, line, message) => {
  const result = check({ [path]: `\n${line}\n` });
  expect(result.code).toBe(1);
  expect(result.lines).toHaveLength(1);
  expect(result.lines[0]).toContain(`${path}:2: `);
  expect(result.lines[0]).toContain(message);
});

test("arithmetic that differs between machines fails, unless the line says it is not in a step", () => {
  const result = check({
    "src/core/a.ts": [
      "const a = Math.hypot(1, 2);",
      "const b = 2 ** 0.5;",
      "const { sin } = Math;",
      "const c = Math.cos(1); // not in a step",
      "const d = Math.random() + Math.exp(Math.abs(1));",
    ].join("\n"),
  });
  expect(result.code).toBe(1);
  expect(result.lines.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
    "src/core/a.ts:1: Math.hypot",
    "src/core/a.ts:2: **",
    "src/core/a.ts:3: Math",
    "src/core/a.ts:5: Math.random",
    "src/core/a.ts:5: Math.exp",
  ]);
});
