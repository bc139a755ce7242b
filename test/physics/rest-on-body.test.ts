import { describe, expect, it } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { fastest, readX, runFor } from "./contact-scenes.ts";

const LBFGS = { method: "linear-edge", acceleration: "lbfgs", iterations: 20 } as const;
const BODIES = {
  plane: { plane: {} },
  sphere: { sphere: { center: [0, -0.15, 0], radius: 0.15 } },
  box: { box: { center: [0, -0.1, 0], halfSizes: [0.15, 0.1, 0.15] } },
};

const DROPS = [
  ["plane", { method: "implicit-euler" }],
  ["sphere", { method: "bdf2" }],
  ["box", { method: "triangle-implicit" }],
  ["plane", LBFGS],
  ["plane", { method: "gauss-seidel" }],
  ["plane", { method: "bdf2" }],
  ["plane", { method: "block-jacobi" }],
  ["sphere", { method: "implicit-euler" }],
  ["sphere", { method: "triangle-implicit" }],
  ["box", { method: "implicit-euler" }],
  ["box", { method: "bdf2" }],
] as const;

describe.each(some(DROPS, 2))("a cloth that was dropped on a %s, with %o", (body, solver) => {
  it("comes to rest, and then stays under 1 mm/s for 5 s with the same contacts", async () => {
    const simulation = await createSimulation({
      drape: 1,
      solver,
      colliders: [BODIES[body]],
      collision: { thickness: 0.001, friction: 0.5 },
      cloths: [
        {
          grid: { columns: 13, rows: 13, width: 0.4, height: 0.4, origin: [-0.2, 0.002, -0.2], v: [0, 0, 1] },
          fabric: { base: "jersey", damping: 8 },
        },
      ],
    });
    runFor(simulation, 5);
    const { contacts } = simulation.view.measure();
    expect(contacts).toBeGreaterThan(50);
    const rest = readX(simulation);
    for (let n = 0; n < 300; n++) {
      simulation.step();
      expect(fastest(simulation)).toBeLessThan(1e-3);
      expect(simulation.view.measure().contacts).toBe(contacts);
    }
    readX(simulation).forEach((value, c) => {
      expect(Math.abs(value - rest[c])).toBeLessThan(1e-4);
    });
  });
});
