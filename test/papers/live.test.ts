import { describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { assignFields } from "../../src/papers/page/assign-fields.ts";
import { createLiveRun } from "../../src/papers/page/live-run.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import type { SceneInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";

const PENDULUM: SceneInput = {
  drape: 1,
  timestep: 0.01,
  duration: 1,
  solver: { method: "verlet" },
  cloths: [
    {
      network: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        masses: 2,
        springs: [[0, 1, 1, 1000, "stretch"]],
      },
      pins: [0],
    },
  ],
};

describe("what an experiment runs in the page", () => {
  it.each(EXPERIMENTS.map((experiment) => [sceneName(experiment), experiment] as const))("%s: every choice is a scene", (_, experiment) => {
    const { live: part, scene } = experiment;
    expect(part.knobs.length).toBeGreaterThan(0);
    expect(part.knobs.length).toBeLessThanOrEqual(2);
    expect(part.gauges.length).toBeGreaterThan(0);
    expect(part.look.length).toBeGreaterThan(30);
    if (part.gauges.includes("distance")) expect(part.beside).toBeDefined();
    const [first, second = { label: "", choices: [{ name: "", set: {} }] }] = part.knobs;
    for (const one of first.choices) {
      for (const other of second.choices) {
        const chosen = assignFields(part.scene ?? scene, one.set, other.set);
        expect(() => parseScene(chosen)).not.toThrow();
        if (part.beside !== undefined) expect(() => parseScene(assignFields(chosen, part.beside?.set ?? {}))).not.toThrow();
      }
    }
  });

  it.each(some(EXPERIMENTS, 4).map((experiment) => [sceneName(experiment), experiment] as const))(
    "%s: moves, and its gauges show numbers",
    async (_, experiment) => {
      const { live: part, scene } = experiment;
      const set = part.knobs.map(({ choices, start = 0 }) => choices[start].set);
      const chosen = assignFields(part.scene ?? scene, ...set);
      const run = await createLiveRun(chosen);
      expect(run.simulation.particleCount).toBeLessThanOrEqual(7000);
      const beside = part.beside === undefined ? undefined : await createLiveRun(assignFields(chosen, part.beside.set));
      const before = run.simulation.hash();
      for (const one of [run, beside]) one?.advance();
      expect(run.simulation.hash()).not.toBe(before);
      for (const gauge of part.gauges) expect([gauge, Number.isFinite(run.read(gauge, beside))]).toEqual([gauge, true]);
      expect(run.picture().content.surfaces.length + (run.picture().content.lines ?? []).length).toBeGreaterThan(0);
    },
  );
});

describe("a run of the page", () => {
  it("sets fields by their paths, in a copy", () => {
    const set = assignFields(PENDULUM, { timestep: 0.02, "solver.method": "rk4" }, { "cloths.0.network.masses": 3 });
    expect([set.timestep, set.solver, PENDULUM.solver]).toEqual([0.02, { method: "rk4" }, { method: "verlet" }]);
    expect(JSON.stringify(set.cloths)).toContain(`"masses":3`);
    expect(() => assignFields(PENDULUM, { "wind.velocity": [1, 0, 0] })).toThrow("the scene has no wind.velocity");
  });

  it("measures what its gauges say, by hand", async () => {
    const run = await createLiveRun(PENDULUM);
    const beside = await createLiveRun(assignFields(PENDULUM, { gravity: [0, 0, 0] }));
    expect([run.steps, run.stepsPerFrame]).toEqual([100, 1]);
    for (let n = 0; n < 10; n++) for (const one of [run, beside]) one.advance();
    // the free mass falls ½ g t² in 0.1 s, the spring hardly turned; the mean of two heights is half of it
    const fall = 0.5 * 9.81 * 0.01;
    expect(run.read("fall")).toBeCloseTo(fall / 2, 3);
    expect(run.read("speed")).toBeCloseTo(0.981, 2);
    expect(run.read("kinetic")).toBeCloseTo(0.981 * 0.981, 1);
    expect(run.read("distance", beside)).toBeCloseTo(fall / Math.sqrt(2), 3);
    expect(run.read("peak strain")).toBeGreaterThanOrEqual(run.read("strain"));
    expect(run.read("distance")).toBeNaN();
  });

  it("ends where the method is lost", async () => {
    const run = await createLiveRun(
      assignFields(PENDULUM, {
        timestep: 0.3,
        duration: 60,
        "cloths.0.network.velocities": [
          [0, 0, 0],
          [1, 0, 0],
        ],
      }),
    );
    for (let n = 0; n < 200; n++) run.advance();
    expect(run.lostAt).toBeGreaterThan(0);
    expect(run.simulation.time / 0.3).toBeLessThan(run.lostAt + 1);
  });
});
