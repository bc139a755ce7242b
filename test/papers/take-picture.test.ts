import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { drawSimulation } from "../../src/output/draw-simulation.ts";
import { takePicture } from "../../src/papers/take-picture.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";

const SIZE = { width: 48, height: 36 };
const SCENE: SceneInput = {
  drape: 1,
  cloths: [{ grid: { columns: 6, rows: 6, width: 1, height: 1, origin: [-0.5, 1.5, 0] }, pins: ["top"] }],
  camera: { position: [0, 1, 4], target: [0, 1, 0] },
};

/** How many pixels of a picture look like this. */
async function count(scene: SceneInput, view: object, isIt: (r: number, g: number, b: number) => boolean): Promise<number> {
  const parsed = parseScene(scene);
  const simulation = await createSimulation(scene);
  const rgb = drawSimulation(simulation, parsed, await buildScene(parsed, refuseMesh), view, SIZE);
  let found = 0;
  for (let p = 0; p < rgb.length; p += 3) if (isIt(rgb[p], rgb[p + 1], rgb[p + 2])) found++;
  return found;
}

const isRed = (r: number, g: number, b: number): boolean => r > 1.3 * g && r > 1.3 * b;
const isGrey = (r: number, g: number, b: number): boolean => r < 215 && Math.abs(r - g) < 14 && Math.abs(g - b) < 14;
const isBlue = (r: number, _: number, b: number): boolean => b > 1.3 * r;
const isYellow = (r: number, g: number, b: number): boolean => r > 2 * b && g > 2 * b;

test("a picture shows the cloth, and bodies where there are some", async () => {
  const ball = { ...SCENE, colliders: [{ sphere: { center: [1, 1, 0], radius: 0.4 } }] };
  expect(await count(SCENE, {}, isRed)).toBeGreaterThan(100);
  expect(await count(SCENE, {}, isGrey)).toBe(0);
  expect(await count(ball, {}, isGrey)).toBeGreaterThan(50);
});

test("a figure is drawn by its skin, moved with its bones", async () => {
  const figure = { ...SCENE, figures: [{ name: "walker" }], camera: { position: [0, 1, -4], target: [0, 1, 0] } };
  const skin = await count(figure, {}, (r, g, b) => r > g && g > b && r < 235 && r < 1.3 * g);
  expect(skin).toBeGreaterThan(40);
});

test("colours tell the strain, or any number of each vertex", async () => {
  const stretched: SceneInput = {
    ...SCENE,
    cloths: [
      {
        network: {
          positions: [
            [-0.5, 1.5, 0],
            [0.5, 1.5, 0],
            [0, 0.6, 0],
          ],
          springs: [
            [0, 1, 0.5, 1, "stretch"],
            [1, 2, 0.5, 1, "stretch"],
            [2, 0, 0.5, 1, "stretch"],
          ],
          triangles: [[0, 2, 1]],
          masses: 1,
          material: [
            [0, 0],
            [0.5, 0],
            [0.25, 0.45],
          ],
        },
      },
    ],
  };
  expect(await count(SCENE, { colour: "strain" }, isBlue)).toBeGreaterThan(100);
  expect(await count(stretched, { colour: "strain" }, isYellow)).toBeGreaterThan(40);
  expect(await count(SCENE, { colour: new Float64Array(36).fill(3), colourRange: [0, 3] }, isYellow)).toBeGreaterThan(100);
});

test("takePicture gives the same file each time, of the size that is asked for", async () => {
  const simulation = await createSimulation(SCENE);
  const shots = [];
  for (let n = 0; n < 2; n++) shots.push(await takePicture(simulation, SCENE, { caption: "c", ...SIZE }));
  expect(shots[0]).toEqual(shots[1]);
  expect(shots[0]).toMatchObject({ caption: "c", ...SIZE });
});
