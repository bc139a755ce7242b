import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { column, place, run, sheet } from "./cut-sheet.ts";

describe("what holds a vertex", () => {
  const motion = { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 2 } };

  it("as a pin holds its copies too, with the same motion and release", async () => {
    const pins = [{ vertex: 3, motion, release: 0.1 }, 0];
    const simulation = run(await createSimulation(sheet("implicit-euler", 7, { pins })), 5);
    simulation.edit.cut(column(3, 7));
    for (let n = 0; n < 18; n++) {
      simulation.step();
      expect(place(simulation, 49)).toEqual(place(simulation, 3));
    }
    run(simulation, 20); // released: the halves part
    expect(place(simulation, 49)).not.toEqual(place(simulation, 3));
  });

  it("as a handle goes on with the vertex, not with its copies", async () => {
    const simulation = await createSimulation(sheet("implicit-euler", 7, { stretch: "free" }));
    simulation.edit.grab(10, [0.4, 0.2, 0.1]);
    run(simulation, 10).edit.cut(column(3, 7));
    run(simulation, 10);
    expect(place(simulation, 10)).toEqual([0.4, 0.2, 0.1]);
    expect(place(simulation, 50)[1]).toBeLessThan(0.19);
    simulation.edit.grab(10, [0.5, 0.5, 0.5]);
    expect(place(run(simulation, 1), 10)).toEqual([0.5, 0.5, 0.5]);
    simulation.edit.release(10);
    expect(place(run(simulation, 1), 10)).not.toEqual([0.5, 0.5, 0.5]);
  });

  it("as a pin that a hand has dragged leaves its copies where they are", async () => {
    const simulation = await createSimulation(sheet("implicit-euler", 7, { pins: [3] }));
    simulation.edit.grab(3, [0.3, 0.2, 0.1]);
    run(simulation, 5).edit.cut(column(3, 7));
    simulation.edit.grab(3, [0.2, 0.2, 0.1]);
    run(simulation, 5);
    expect(place(simulation, 3)).toEqual([0.2, 0.2, 0.1]);
    const copy = place(simulation, 49);
    for (const [c, value] of [0.3, 0.2, 0.1].entries()) expect(copy[c]).toBeCloseTo(value, 12);
  });
});
