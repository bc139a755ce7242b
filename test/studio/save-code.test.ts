import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatHash } from "../../src/core/hash.ts";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { formatCode, meshFiles } from "../../studio/src/files/save-code.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/drape"), "dir");
});
afterAll(remove);

const readScene = (name: string): SceneInput => JSON.parse(readFileSync(join(ROOT, "scenes", name), "utf8"));

/** What the code prints in a folder that has the package. */
function runCode(code: string): string {
  const file = join(folder, "scene.mjs");
  writeFileSync(file, code);
  return execFileSync(process.execPath, [file], { encoding: "utf8", cwd: folder }).trim();
}

async function hashAfter(scene: SceneInput, steps: number): Promise<string> {
  const simulation = await createSimulation(scene);
  while (simulation.steps < steps) simulation.step();
  return formatHash(simulation.hash());
}

describe("a scene as code", () => {
  test("a small scene stands in the code itself, without what is only shown", async () => {
    const scene = readScene("hanging-sheet.json");
    const code = formatCode({ scene, changes: {}, path: "hanging-sheet.json", steps: 7, hash: "0" });
    expect(code).not.toContain("description");
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
    expect(runCode(code)).toBe(await hashAfter(scene, 7));
  });

  test("a large scene of the package is named, with what was changed", async () => {
    const changes = { solver: { method: "implicit-euler", tolerance: 0.001 }, wind: undefined, timestep: 0.01 } as const;
    const scene = { ...readScene("skirt.json"), ...changes };
    const code = formatCode({ scene, changes, path: "skirt.json", steps: 2, hash: "abc" });
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
    expect(code.length).toBeLessThan(900);
    expect(code).toContain("// abc in the studio");
    expect(runCode(code)).toBe(await hashAfter(scene, 2));
  });

  test("a scene around an opened file runs beside that file", async () => {
    const mesh = readFileSync(join(ROOT, "scenes/meshes/pennant.obj"), "utf8");
    const scene: SceneInput = { drape: 1, cloths: [{ mesh: { file: "my flag.obj" }, pins: [0, 1] }] };
    expect(meshFiles(scene)).toEqual(["my flag.obj"]);
    const code = formatCode({ scene, changes: {}, steps: 3, hash: "0" });
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
    writeFileSync(join(folder, "my flag.obj"), mesh);
    const embedded = `data:model/obj;base64,${Buffer.from(mesh).toString("base64")}`;
    const held: SceneInput = { drape: 1, cloths: [{ mesh: { file: embedded }, pins: [0, 1] }] };
    expect(meshFiles(held)).toEqual([]);
    expect(runCode(code)).toBe(await hashAfter(held, 3));
  });

  test("a large scene from elsewhere stands in the code whole", () => {
    const code = formatCode({ scene: readScene("skirt.json"), changes: {}, steps: 1, hash: "0" });
    expect(code).not.toContain("import.meta");
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  });
});
