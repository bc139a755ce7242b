import { describe, expect, it } from "vitest";
import { clampedLayout, DENSITY, GRAVITY, MEMBRANE, ROWS, rigidityFor } from "../../src/papers/physics/bending-strip.ts";
import { type BentShape, cantileverScene, ELASTICA, measureBend } from "../../src/papers/physics/cantilever.ts";
import { readState, simulate, type TestScene } from "../methods/run-scene.ts";
import type { NetworkCloth } from "../support/reference.ts";

const TESTED = ELASTICA.filter(([G]) => [1, 5, 10].includes(G));

/** The strip as a network whose hinges are the differences of a plate: κ along the rows, along the columns, and twist. */
function networkStrip(cells: number, rigidity: number): NetworkCloth {
  const { spacing: a, columns, pins } = clampedLayout(cells);
  const network: NetworkCloth["network"] = { positions: [], masses: [], springs: [], hinges: [] };
  const { positions, springs } = network;
  const masses = network.masses as number[];
  const hinges = network.hinges as number[][];
  const lambda = (4 * rigidity) / a ** 2;
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const rowShare = r === 0 || r === ROWS - 1 ? 0.5 : 1;
      const columnShare = c === 0 || c === columns - 1 ? 0.5 : 1;
      const right = c + 1 < columns;
      const below = r + 1 < ROWS;
      positions.push([(c - 1) * a, 0, r * a]);
      masses.push(DENSITY * a * a * rowShare * columnShare);
      if (right) springs.push([i, i + 1, a, MEMBRANE * rowShare, "stretch"]);
      if (below) springs.push([i, i + columns, a, MEMBRANE * columnShare, "stretch"]);
      if (right && below) {
        springs.push([i, i + columns + 1, a * Math.SQRT2, MEMBRANE / 10, "shear"]);
        springs.push([i + 1, i + columns, a * Math.SQRT2, MEMBRANE / 10, "shear"]);
        hinges.push([i, i + columns + 1, i + 1, i + columns, 0.5, 0.5, -0.5, -0.5, 2 * lambda]);
      }
      const idle = below ? i + columns : i - columns; // the fourth particle of a hinge, without weight
      if (c > 0 && right) hinges.push([i - 1, i + 1, i, idle, 0.5, 0.5, -1, 0, rowShare * lambda]);
      if (r > 0 && below) hinges.push([i - columns, i + columns, i, c > 0 ? i - 1 : i + 1, 0.5, 0.5, -1, 0, columnShare * lambda]);
    }
  }
  return { network, pins, damping: { viscous: DENSITY * a * a } };
}

/** Lets the strip settle in a few long implicit steps. */
async function bend(cloth: unknown, cells: number): Promise<BentShape> {
  const solver = { method: "newton-euler", tolerance: 1e-7 };
  const scene = { drape: 1, gravity: [0, -GRAVITY, 0], timestep: 0.1, solver, cloths: [cloth] } as TestScene;
  const simulation = await simulate(scene);
  for (let n = 0; n < 50; n++) simulation.step();
  expect(simulation.view.measure().kinetic).toBeLessThan(1e-6);
  return measureBend(readState(simulation).x, cells);
}

/** The strip as a fabric on a generated grid: that of the experiment. */
function fabricStrip(cells: number, rigidity: number): unknown {
  return cantileverScene(cells, (DENSITY * GRAVITY) / rigidity).cloths[0];
}

describe.each([
  ["a network with the hinges of a plate", networkStrip],
  ["a fabric on a grid", fabricStrip],
])("a cantilever of %s follows the elastica", (_, strip) => {
  it.each(TESTED)("at G = %d: tip angle %d°, reach %d, drop %d", async (G, angle, reach, drop) => {
    const rigidity = rigidityFor(G);
    const worst = async (cells: number): Promise<number> => {
      const shape = await bend(strip(cells, rigidity), cells);
      return Math.max(Math.abs(shape.angle / angle - 1), Math.abs(shape.reach / reach - 1), Math.abs(shape.drop / drop - 1));
    };
    const coarse = await worst(8);
    const fine = await worst(16);
    expect(coarse).toBeLessThan(0.01); // measured 0.7 %
    expect(fine).toBeLessThan(0.004); // measured 0.2 %: second order in the spacing
    expect(fine).toBeLessThan(0.6 * coarse);
  });
});
