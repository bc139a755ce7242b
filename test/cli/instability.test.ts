import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gridScene, type Json, particleScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, type StateFile, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

async function run(scene: Json, ...args: string[]): Promise<{ code: number | null; stderr: string; state: StateFile }> {
  writeScene(folder, "scene.json", scene);
  const { code, stdout, stderr } = await callCli(["run", "scene.json", "--quiet", "--state", "s.json", ...args], folder);
  expect(stdout).toBe("");
  return { code, stderr, state: JSON.parse(readFileSync(join(folder, "s.json"), "utf8")) };
}

describe("a run that blows up", () => {
  test.each(["explicit-euler", "symplectic-euler", "verlet", "rk4"])(
    "%s on a stiff cloth: exit code 2, one line with step and time, and the last good state",
    async (method) => {
      const scene = {
        ...gridScene(8, 8, { springs: { stretch: 1e4, shear: 1e4 } }),
        solver: { method },
        timestep: 0.5,
      };
      const { code, stderr, state } = await run(scene, "--metrics", "m.csv", "--steps", "5000");
      expect(code).toBe(2);
      const said = /^drape: (\S+) became unstable at step (\d+) \(t = (\S+) s\): .+; the state of step (\d+) is kept\. .+\n$/;
      const [, name, step, time, kept] = said.exec(stderr) ?? [];
      expect(name).toBe(method);
      expect(Number(time)).toBeCloseTo(0.5 * Number(step), 9);
      expect(state.steps).toBe(Number(step) - 1);
      expect(Number(kept)).toBe(state.steps);
      expect(state.time).toBeCloseTo(0.5 * state.steps, 12);
      const values = [...state.positions, ...state.velocities].flat();
      expect(values.every((value) => Number.isFinite(value) && Math.abs(value) <= 1e9)).toBe(true);
      expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(100); // nothing was clamped on the way
      const rows = readFileSync(join(folder, "m.csv"), "utf8").trimEnd().split("\n");
      expect(rows.length).toBe(1 + state.steps);

      const again = await run(scene, "--steps", String(state.steps));
      expect(again.code).toBe(0);
      expect(again.state).toEqual(state);
    },
  );

  test("the same cloth stands with an implicit method", async () => {
    const scene = { ...gridScene(8, 8, { springs: { stretch: 1e4, shear: 1e4 } }), timestep: 0.5 };
    expect((await run(scene, "--steps", "100")).code).toBe(0);
  });
});

describe("the limit is 1e9 and nothing before it", () => {
  test("a velocity of exactly 1e9 is sound, one beyond is not", async () => {
    const sound = await run(particleScene([0, 0, 0], [1e9, 0, 0]), "--steps", "3");
    expect([sound.code, sound.stderr, sound.state.velocities]).toEqual([0, "", [[1e9, 0, 0]]]);
    const beyond = await run(particleScene([0, 0, 0], [0, 1.000001e9, 0]), "--steps", "3");
    expect(beyond.code).toBe(2);
    expect(beyond.stderr).toContain("became unstable at step 1 (t = 0.01 s)");
    expect(beyond.state.steps).toBe(0);
    expect(beyond.state.velocities).toEqual([[0, 1.000001e9, 0]]);
  });

  test("a particle flies on until it is 1e9 m away", async () => {
    const scene = particleScene([0, 0, 0], [0, 0, -1e9]);
    const there = await run(scene, "--steps", "100");
    expect([there.code, there.state.positions]).toEqual([0, [[0, 0, -1e9]]]);
    const gone = await run(scene, "--steps", "101");
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain("at step 101 (t = 1.01 s)");
    expect(gone.state.positions).toEqual([[0, 0, -1e9]]);
  });

  test("a force that overflows is caught, not written", async () => {
    const scene = particleScene([0, 0, 0], [0, 0, 0]);
    scene.gravity = [0, -1e308, 0];
    scene.timestep = 100;
    const { code, stderr, state } = await run(scene, "--steps", "2");
    expect([code, state.steps, state.positions]).toEqual([2, 0, [[0, 0, 0]]]);
    expect(stderr.split("\n").length).toBe(2);
  });
});
