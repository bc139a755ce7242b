import { describe, expect, it } from "vitest";
import { readState, simulate, type TestScene } from "../solvers/run-scene.ts";
import type { NetworkCloth } from "../support/reference.ts";

/**
 * A strip clamped horizontally bends under its weight: θ'' = −G(1 − s) cos θ with G = σgL³/B. Tip angle [°], reach W/L and drop
 * H/L of the continuous elastica, to five digits.
 */
const ELASTICA: [G: number, angle: number, reach: number, drop: number][] = [
  [1, 9.46, 0.99125, 0.12347],
  [5, 39.935, 0.84666, 0.49591],
  [10, 60.312, 0.65635, 0.7002],
];

const GRAVITY = 9.81;
const DENSITY = 0.1;
/** Stiff enough not to stretch (10⁻⁴), soft enough to be solved quickly [N/m]. */
const MEMBRANE = 1e4;
const ROWS = 3;

/** Places of the columns: two are clamped. Bending is felt over half a cell on either side of a column, so L = 1 starts in
 *  the middle of the clamped cell. */
function layout(cells: number): { spacing: number; columns: number; pins: number[] } {
  const columns = cells + 2;
  return {
    spacing: 1 / (cells + 0.5),
    columns,
    pins: Array.from({ length: ROWS }, (_, r) => [r * columns, r * columns + 1]).flat(),
  };
}

/** The strip as a fabric on a generated grid. */
function fabricStrip(cells: number, rigidity: number): unknown {
  const { spacing, columns, pins } = layout(cells);
  return {
    grid: {
      columns,
      rows: ROWS,
      width: spacing * (columns - 1),
      height: spacing * (ROWS - 1),
      origin: [-spacing, 0, 0],
      v: [0, 0, 1],
    },
    fabric: {
      ...{ base: "cotton", density: DENSITY, bending: rigidity, damping: 1 },
      ...{ stretchWarp: MEMBRANE, stretchWeft: MEMBRANE, shear: MEMBRANE / 10 },
    },
    pins,
  };
}

/** The strip as a network whose hinges are the differences of a plate: κ along the rows, along the columns, and twist. */
function networkStrip(cells: number, rigidity: number): NetworkCloth {
  const { spacing: a, columns, pins } = layout(cells);
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
      if (r > 0 && below)
        hinges.push([i - columns, i + columns, i, c > 0 ? i - 1 : i + 1, 0.5, 0.5, -1, 0, columnShare * lambda]);
    }
  }
  return { network, pins, damping: { viscous: DENSITY * a * a } };
}

interface Shape {
  angle: number;
  reach: number;
  drop: number;
}

/** Lets the strip settle in a few long implicit steps. */
async function bend(cloth: unknown, cells: number): Promise<Shape> {
  const { spacing, columns } = layout(cells);
  const solver = { method: "newton-euler", tolerance: 1e-7 };
  const scene = { drape: 1, gravity: [0, -GRAVITY, 0], timestep: 0.1, solver, cloths: [cloth] } as TestScene;
  const simulation = await simulate(scene);
  for (let n = 0; n < 50; n++) simulation.step();
  expect(simulation.measure().kinetic).toBeLessThan(1e-6);
  const { x } = readState(simulation);
  const tip = 3 * (columns + columns - 1); // of the middle row
  return {
    angle: (180 / Math.PI) * Math.atan2(x[tip - 2] - x[tip + 1], x[tip] - x[tip - 3]),
    reach: x[tip] + spacing / 2,
    drop: -x[tip + 1],
  };
}

describe.each([
  ["a network with the hinges of a plate", networkStrip],
  ["a fabric on a grid", fabricStrip],
])("a cantilever of %s follows the elastica", (_, strip) => {
  it.each(ELASTICA)("at G = %d: tip angle %d°, reach %d, drop %d", async (G, angle, reach, drop) => {
    const rigidity = (DENSITY * GRAVITY) / G;
    const worst = async (cells: number): Promise<number> => {
      const shape = await bend(strip(cells, rigidity), cells);
      return Math.max(
        Math.abs(shape.angle / angle - 1),
        Math.abs(shape.reach / reach - 1),
        Math.abs(shape.drop / drop - 1),
      );
    };
    const coarse = await worst(8);
    const fine = await worst(16);
    expect(coarse).toBeLessThan(0.01); // measured 0.7 %
    expect(fine).toBeLessThan(0.004); // measured 0.2 %: second order in the spacing
    expect(fine).toBeLessThan(0.6 * coarse);
  });
});
