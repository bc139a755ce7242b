import fc from "fast-check";
import { expect, test } from "vitest";
import { setPath } from "../../src/cli/set-path.ts";
import { DrapeError } from "../../src/core/errors.ts";
import { parseJson } from "../../src/files.ts";
import { createSimulation } from "../../src/index.ts";
import { flippedTexts, richScene, strangeScenes } from "./broken-scenes.ts";
import type { Json } from "./sample-scenes.ts";

const MESH = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

/** Everything that a scene goes through; true when it ran, false when it was refused. Anything but a DrapeError escapes. */
async function survives(make: () => unknown): Promise<boolean> {
  try {
    const simulation = await createSimulation(make() as Json, { loadMesh: async () => MESH });
    simulation.step();
    simulation.step();
    simulation.view.measure();
    return true;
  } catch (error) {
    if (!(error instanceof DrapeError)) throw error;
    expect(error.message).toMatch(/^[^\p{Cc}]+$/u);
    expect(error.message.length).toBeLessThan(2500);
    return false;
  }
}

test("a thousand scenes with flipped bytes are read or refused, nothing else", async () => {
  let sound = 0;
  await fc.assert(
    fc.asyncProperty(flippedTexts, async (text) => {
      if (await survives(() => parseJson(text, "scene.json"))) sound++;
    }),
    { numRuns: 1000 },
  );
  expect(sound).toBeGreaterThan(5);
  expect(sound).toBeLessThan(900);
});

test("a thousand scenes with strange values are run or refused, nothing else", async () => {
  let sound = 0;
  await fc.assert(
    fc.asyncProperty(strangeScenes, async (scene) => {
      if (await survives(() => scene)) sound++;
    }),
    { numRuns: 1000 },
  );
  expect(sound).toBeGreaterThan(20);
  expect(sound).toBeLessThan(900);
  expect(({} as Json).polluted).toBeUndefined();
});

test("a thousand assignments of --set are made or refused, and reach no prototype", () => {
  const word = fc.constantFrom("cloths", "0", "[0]", "pins", "solver", "__proto__", "constructor", "prototype", "toString", "", "x");
  const path = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join("."));
  const value = fc.oneof(fc.json({ maxDepth: 2 }), fc.string(), fc.constant('{"__proto__":{"polluted":1}}'));
  const assignment = fc.oneof(
    fc.tuple(path, value).map(([p, v]) => `${p}=${v}`),
    fc.string(),
  );
  fc.assert(
    fc.property(assignment, (text) => {
      try {
        setPath(richScene(), text);
      } catch (error) {
        expect(error).toBeInstanceOf(DrapeError);
      }
      expect(({} as Json).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
