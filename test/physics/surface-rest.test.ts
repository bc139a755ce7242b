import { describe, expect, it } from "vitest";
import { createSimulation, METHODS, type Simulation } from "../../src/index.ts";
import type { ClothInput, ColliderInput, SolverInput } from "../../src/scene/scene-input.ts";
import { setPositions } from "../stress/jitter.ts";
import { some } from "../support/full.ts";
import { readX, type Scene } from "./contact-scenes.ts";
import { levelCloth, meshBox, meshPlate, watchRest } from "./surface-scenes.ts";

const JERSEY = { fabric: { base: "jersey", damping: 8 } };
const PLANE = { plane: {}, friction: 0.5 };
const QUIET = 1e-3;

function scene(cloths: ClothInput[], colliders: ColliderInput[], friction = 0.5): Scene {
  return { drape: 1, cloths, colliders, collision: { self: true, thickness: 0.001, friction } };
}

/** Cloth 9 × 9 half on a table, half over its edge. */
function overEdge(friction: number): Scene {
  const table = { mesh: meshBox([-0.2, -0.1, 0], [0.2, 0.1, 0.2]), friction };
  return scene([levelCloth(9, 0.3, [-0.05, 0.003, 0], JERSEY)], [table], friction);
}

/** The scenes, with the time that they may take to come to rest [s] and the fewest contacts that they must have. */
const SCENES: readonly [name: string, settling: number, contacts: number, scene: Scene][] = [
  ["a cloth on a mesh table", 1, 50, scene([levelCloth(9, 0.3, [0, 0.003, 0], JERSEY)], [{ mesh: meshPlate(1), friction: 0.5 }])],
  [
    "a cloth on a mesh table of many triangles",
    1,
    50,
    scene([levelCloth(7, 0.2, [0.003, 0.003, 0.007], JERSEY)], [{ mesh: meshPlate(0.15, 5), friction: 0.5 }]),
  ],
  [
    "a cloth draped over a mesh box",
    4,
    20,
    scene([levelCloth(9, 0.35, [0, 0.003, 0], JERSEY)], [{ mesh: meshBox([0, -0.1, 0], [0.1, 0.1, 0.1]), friction: 0.5 }]),
  ],
  ["a cloth half over the edge of a mesh box", 4, 20, overEdge(0.8)],
  ["a cloth half over the edge of a rough mesh box", 4, 20, overEdge(2)],
  [
    "three sheets on a plane",
    3,
    200,
    scene(
      [
        levelCloth(7, 0.2, [0, 0.002, 0], JERSEY),
        levelCloth(7, 0.2, [0.011, 0.005, 0.004], JERSEY),
        levelCloth(7, 0.2, [0.005, 0.008, 0.0083], JERSEY),
      ],
      [PLANE],
    ),
  ],
  [
    "two sheets on a plane, the vertices of one over the diagonals of the other",
    3,
    100,
    scene([levelCloth(7, 0.2, [0, 0.002, 0], JERSEY), levelCloth(7, 0.2, [0.011, 0.005, 0.011], JERSEY)], [PLANE]),
  ],
  [
    "two sheets on a plane, vertex over vertex",
    3,
    100,
    scene([levelCloth(7, 0.2, [0, 0.002, 0], JERSEY), levelCloth(7, 0.2, [0, 0.005, 0], JERSEY)], [PLANE]),
  ],
];

function expectRest(simulation: Simulation, settling: number, contacts: number, watched = 2): void {
  const rest = watchRest(simulation, settling, watched);
  expect(rest.intersections).toBe(0);
  expect(Math.max(...rest.speeds), `${rest.speeds.map((v) => (1000 * v).toFixed(3)).join(", ")} mm/s`).toBeLessThan(QUIET);
  const [fewest, most] = rest.contacts;
  expect(fewest).toBeGreaterThan(contacts);
  expect(most - fewest, `${fewest} to ${most} contacts`).toBeLessThanOrEqual(0.1 * most);
}

describe.each(some(SCENES, 3))("%s, with implicit-euler", (_name, settling, contacts, input) => {
  it("comes to rest and stays under 1 mm/s with steady contacts", async () => {
    expectRest(await createSimulation(input), settling, contacts);
  });
});

describe("a sheet folded in two on a plane, with implicit-euler", () => {
  it("lies on itself under 1 mm/s with steady contacts", async () => {
    const side = 9;
    const edge = 0.03;
    const simulation = await createSimulation(scene([levelCloth(side, edge * (side - 1), [0, 0.1, 0], JERSEY)], [PLANE]));
    const x = readX(simulation);
    const radius = 0.012;
    const arc = Math.PI * radius;
    const flat = (edge * (side - 1) - arc) / 2;
    for (let i = 0; i < side * side; i++) {
      const along = edge * (i % side) + 0.002 * (Math.floor(i / side) / side); // a little askew: no vertex over a vertex
      const turn = Math.min(Math.PI, Math.max(0, (along - flat) / radius));
      x[3 * i] = Math.min(along, flat) + radius * Math.sin(turn) - Math.max(0, along - flat - arc);
      x[3 * i + 1] = 0.002 + radius * (1 - Math.cos(turn));
    }
    setPositions(simulation, x);
    expect(simulation.view.inspect().intersections).toBe(0);
    expectRest(simulation, 3, 100);
  });
});

/**
 * Soft cloth in small steps, so that all methods can have it: there mass outweighs stiffness, and whatever is thrown up stays up for a
 * while.
 */
describe.each(
  some(
    METHODS.map(({ name }) => name).filter((name) => name !== "explicit-euler"),
    5,
  ),
)("a soft sheet that falls on a mesh table, with %s", (method) => {
  it("comes to rest and stays there", async () => {
    const soft = {
      springs: { stretch: 20, shear: 10 },
      triangleStiffness: { u: 20, v: 20, shearU: 20, shearV: 20 },
      bendModulus: 1e-4,
      masses: 0.02,
      springModel: "symmetric",
      damping: { viscous: 0.05 },
    };
    const simulation = await createSimulation({
      drape: 1,
      timestep: 0.004,
      solver: { method } as SolverInput,
      colliders: [{ mesh: meshPlate(1) }],
      collision: { self: true, thickness: 0.005 },
      cloths: [levelCloth(5, 0.5, [0.01, 0.006, 0.02], soft)],
    });
    expectRest(simulation, 0.4, 20, 0.4);
  });
});
