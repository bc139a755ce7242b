import { expect, expectTypeOf, test } from "vitest";
import type { GarmentOptions } from "../../src/garment/garment.ts";
import { type ClothInput, createSimulation, type FabricName, parseScene, type SceneInput, type SolverInput } from "../../src/index.ts";
import type { GarmentInput } from "../../src/scene/scene-input.ts";

/**
 * What must not compile. Each line below `@ts-expect-error` is a mistake that the types find: without one, tsc fails here. The parser refuses
 * the same values, or has no use for them.
 */
const grid = { columns: 3, rows: 3, width: 1, height: 1, v: [0, 0, 1] };

const MISTAKES: readonly SceneInput[] = [
  // @ts-expect-error a misspelt field of the scene
  { drape: 1, gravty: [0, 0, 0], cloths: [{ grid }] },
  // @ts-expect-error a misspelt field of a cloth
  { drape: 1, cloths: [{ gird: grid }] },
  // @ts-expect-error a misspelt field of a grid
  { drape: 1, cloths: [{ grid: { columns: 3, rows: 3, with: 1 } }] },
  // @ts-expect-error a misspelt field of a collider
  { drape: 1, cloths: [{ grid }], colliders: [{ sphere: { centre: [0, 0, 0], radius: 1 } }] },
  // @ts-expect-error a misspelt field of a figure
  { drape: 1, cloths: [{ grid }], figures: [{ heigth: 1.7 }] },
  // @ts-expect-error another version
  { drape: 2, cloths: [{ grid }] },
  // @ts-expect-error no cloths
  { drape: 1 },
  // @ts-expect-error a word for a number
  { drape: 1, timestep: "0.01", cloths: [{ grid }] },
  // @ts-expect-error a number for a vector
  { drape: 1, gravity: -9.81, cloths: [{ grid }] },
  // @ts-expect-error words in a vector
  { drape: 1, gravity: ["down"], cloths: [{ grid }] },
  // @ts-expect-error a grid without rows
  { drape: 1, cloths: [{ grid: { columns: 3, width: 1 } }] },
  // @ts-expect-error a fabric that nobody knows
  { drape: 1, cloths: [{ grid, fabric: "coton" }] },
  // @ts-expect-error a fabric with a word for a number
  { drape: 1, cloths: [{ grid, fabric: { base: "silk", density: "light" } }] },
  // @ts-expect-error a choice that is none
  { drape: 1, cloths: [{ grid, springModel: "symetric" }] },
  // @ts-expect-error a spring of an unknown kind
  { drape: 1, cloths: [{ network: { positions: [[0, 0, 0]], masses: 1, springs: [[0, 1, 1, 1, "strech"]] } }] },
  // @ts-expect-error an option of another kind of garment
  { drape: 1, cloths: [{ garment: { kind: "skirt", hole: 0.1 } }] },
  // @ts-expect-error a cycle that no figure knows
  { drape: 1, cloths: [{ grid }], figures: [{ motion: { cycle: "hop" } }] },
];

const SOLVERS: readonly SolverInput[] = [
  { method: "bdf2", tolerance: 1e-4 },
  { budget: 2 },
  { method: "gauss-seidel", order: "coloured", precision: "double" },
  { method: "linear-edge", order: 2 },
  // @ts-expect-error a method that nobody knows
  { method: "implicit-eular" },
  // @ts-expect-error an option that no method has
  { method: "bdf2", tolerence: 1e-4 },
  // @ts-expect-error an option of another method
  { method: "bdf2", sweeps: 4 },
  // @ts-expect-error an option of the method that `auto` may choose
  { tolerance: 1e-4 },
  // @ts-expect-error what the same option is in another method
  { method: "linear-edge", order: "coloured" },
  // @ts-expect-error a word for a number
  { method: "bdf2", tolerance: "exact" },
];

test("what does not compile is refused by the parser as well, but for options without effect", () => {
  for (const scene of MISTAKES) expect(() => parseScene(scene), JSON.stringify(scene)).toThrow();
  const verdicts = SOLVERS.map((solver) => {
    try {
      parseScene({ drape: 1, cloths: [{ grid }], solver });
      return true;
    } catch {
      return false;
    }
  });
  expect(verdicts).toEqual([true, true, true, true, false, false, true, true, true, false]);
});

test("values that a program has computed are taken as they are", async () => {
  const pins = ["top-left", "top-right"];
  const motion = {
    keyframes: [
      { at: 0, offset: [0, 0, 0] },
      { at: 1, offset: new Float64Array(3) },
    ],
  };
  const fabrics: FabricName[] = ["cotton", "silk"];
  const cloths: ClothInput[] = fabrics.map((fabric, n) => ({ grid: { ...grid, origin: [0, n, 0] }, fabric, pins }));
  const scene: SceneInput = {
    drape: 1,
    cloths,
    colliders: [{ plane: {}, motion }],
    wind: undefined,
    gravity: new Float64Array([0, -1, 0]),
  };
  const simulation = await createSimulation(scene);
  simulation.step();
  expect(simulation.steps).toBe(1);
});

test("garments of a scene have the options of those that the library makes", () => {
  type Options<T> = T extends { readonly kind: infer K }
    ? { readonly [P in K & string]: Exclude<keyof T, "kind" | "figure" | "body"> }
    : never;
  expectTypeOf<Options<GarmentInput>>().toEqualTypeOf<Options<GarmentOptions>>();
});
