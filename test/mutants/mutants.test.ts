import { expect, test } from "vitest";
import { CrowdedError, mostPairs } from "../../src/contact/search/crowded-error.ts";
import { addPair, createPairBuffer } from "../../src/contact/search/pair-list.ts";
import { createSimulation, InputError, NumericalError, type SceneInput } from "../../src/index.ts";
import type { Json } from "../scene/sample-scenes.ts";
import { FULL, repeats } from "../support/full.ts";
import { readBaseScenes } from "./base-scenes.ts";
import { createMutant } from "./mutate-scene.ts";
import { runMutant } from "./run-mutant.ts";

const SHEET = { columns: 41, rows: 41, width: 1, height: 1, origin: [-0.5, 1, -0.5], v: [0, 0, 1] };

/** Whether it takes a moment to make, three times over as well. */
function isSmall({ figures, cloths }: Json): boolean {
  const count = ({ grid }: Json): number => (grid === undefined ? 0 : grid.columns * grid.rows);
  return figures === undefined && cloths.every((cloth: Json) => count(cloth) <= 700);
}

/** What a run of three steps ends with. */
async function failureOf(scene: SceneInput): Promise<unknown> {
  try {
    const simulation = await createSimulation(scene);
    for (let n = 0; n < 3; n++) simulation.step();
    return undefined;
  } catch (error) {
    return error;
  }
}

test("mutated scenes end with a result or a sentence that says where, and advises nothing that has just failed", async () => {
  const bases = (await readBaseScenes()).filter(({ scene }) => FULL || isSmall(scene));
  const ends = new Map<string, number>();
  for (let index = 0; index < repeats(160); index++) {
    const { base, changes, scene } = createMutant(7, index, bases);
    const { end, message } = await runMutant(scene, 3);
    if (end === "bug") expect.fail(`${index}, ${base}: ${changes.join("; ")}: ${message}`);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  expect([...ends.keys()].sort()).toEqual(expect.arrayContaining(["input", "numerical", "result"]));
});

test("a mutant is the same whichever others are made", async () => {
  const bases = await readBaseScenes();
  for (let index = 0; index < 40; index++) expect(createMutant(3, index, bases)).toEqual(createMutant(3, index, bases));
});

test("any change can follow any other, also one that has taken the cloths away", async () => {
  const bases = await readBaseScenes();
  for (let index = 0; index < repeats(3000); index++) expect(createMutant(7, 1700 + index, bases).index).toBe(1700 + index);
});

test("a search takes no more pairs than it may", () => {
  const pairs = createPairBuffer(4, 20);
  expect(() => {
    for (let n = 0; n < 100; n++) addPair(pairs, n, n + 1);
  }).toThrow(CrowdedError);
  expect(pairs.data.length).toBeLessThan(100);
  expect(mostPairs(1000)).toBeLessThan((1000 * 1000) / 2);
});

test.each(["typescript", "auto"])(
  "cloth that flies apart ends the step at once, in sentences that name a vertex, kernels %s",
  async (kernels) => {
    const solver = { method: "symplectic-euler", kernels };
    const cloths = [{ grid: SHEET, springs: { stretch: 1e6, shear: 1e6 }, masses: 1e-9, velocity: [0, 0, 0], pins: ["top-left"] }];
    const error = await failureOf({ drape: 1, solver, cloths, wind: { velocity: [300, -600, 700] }, collision: { self: true } } as never);
    expect(error).toBeInstanceOf(NumericalError);
    expect((error as NumericalError).message).toMatch(
      /^symplectic-euler became unstable at step 1 .*: (the cloth flies apart, vertex \d+ at .* m\/s against the rest|a value is not finite).*the method implicit-euler\.$/,
    );
  },
);

test("what implicit Euler cannot do it does not advise itself for", async () => {
  const error = await failureOf({ drape: 1, solver: { method: "implicit-euler" }, cloths: [{ grid: SHEET }], gravity: [0, -1e13, 0] });
  expect((error as Error).message).toMatch(/^implicit-euler became unstable .* Try a smaller timestep than [\d.]+ s or softer springs\.$/);
});

test("many cloths in one place are told as such, and the state stays", async () => {
  const cloths = Array.from({ length: 24 }, () => ({ grid: { ...SHEET, columns: 11, rows: 11 } }));
  const simulation = await createSimulation({ drape: 1, solver: { method: "implicit-euler" }, cloths, collision: { self: true } });
  const before = simulation.hash();
  expect(() => simulation.step()).toThrow(
    /met too much at step 1 .*: too many triangles come near each other; the state of step 0 is kept\. Try less/,
  );
  expect(simulation.hash()).toBe(before);
  expect(simulation.steps).toBe(0);
});

test.each([
  [{ grid: { ...SHEET, origin: [0, 1.1e9, 0] } }, "cloths[0].grid"],
  [{ grid: { ...SHEET, columns: 2, rows: 2 }, positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1.1e9] }, "cloths[0].positions"],
  [
    {
      network: {
        positions: [
          [0, 0, 0],
          [0, -2e9, 0],
        ],
        masses: 1,
      },
    },
    "cloths[0].network",
  ],
])("coordinates beyond 1e9 are refused at the start, with their path", async (cloth, path) => {
  const error = await failureOf({ drape: 1, cloths: [cloth] } as never);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).path).toBe(path);
});
