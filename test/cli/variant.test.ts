import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, type StateFile, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

const variants = [
  { name: "few sweeps", solver: { method: "gauss-seidel", sweeps: 1 } },
  { name: "desbrun", title: "Desbrun", solver: { method: "desbrun", momentum: true } },
];
const scene = writeScene(folder, "scene.json", { ...squareScene(), variants });

async function stateOf(...args: string[]): Promise<StateFile> {
  const result = await callCli(["run", scene, "--steps", "4", "--quiet", "--state", "s.json", ...args], folder);
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return JSON.parse(readFileSync(join(folder, "s.json"), "utf8"));
}

describe("drape run --variant", () => {
  test("runs the scene with the variant's solver and none of the scene's options", async () => {
    const state = await stateOf("--variant", "few sweeps");
    expect(state.run).toMatchObject({ method: "gauss-seidel", options: { sweeps: 1, tolerance: 0 } });
    const byHand = await stateOf("--method", "gauss-seidel", "--set", "solver.sweeps=1", "--set", "solver.tolerance=0");
    expect(byHand.positions).toEqual(state.positions);
    expect((await stateOf()).run.method).toBe("implicit-euler");
  });

  test("--set and --method change the variant's solver", async () => {
    const set = await stateOf("--variant=few sweeps", "--set", "solver.sweeps=3");
    expect(set.run).toMatchObject({ method: "gauss-seidel", options: { sweeps: 3 } });
    const method = await stateOf("--variant", "few sweeps", "--method", "block-jacobi");
    expect(method.run).toMatchObject({ method: "block-jacobi", options: { sweeps: 1 } });
  });

  test.each([
    ["desbrum", 'drape: variant: got "desbrum"; did you mean "desbrun"? choose one of few sweeps, desbrun\n'],
    ["9", 'drape: variant: got "9"; choose one of few sweeps, desbrun\n'],
  ])("a name that is none (%s) ends with 1 and the names there are", async (name, stderr) => {
    expect(await callCli(["run", scene, "--variant", name], folder)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("a scene without variants has none to choose", async () => {
    const plain = writeScene(folder, "plain.json", squareScene());
    const { code, stderr } = await callCli(["run", plain, "--variant", "a"], folder);
    expect([code, stderr]).toEqual([1, 'drape: variant: got "a"; this scene has no variants\n']);
  });

  test("a variant of a broken scene is refused for what is broken", async () => {
    const broken = writeScene(folder, "broken.json", { ...squareScene(), variants, timestep: -1 });
    const { code, stderr } = await callCli(["run", broken, "--variant", "desbrun"], folder);
    expect(code).toBe(1);
    expect(stderr).toContain("timestep: got -1");
    const list = await callCli(["run", writeScene(folder, "list.json", "[1]"), "--variant", "a"], folder);
    expect(list.code).toBe(1);
    expect(list.stderr.split("\n")).toHaveLength(2);
  });
});
