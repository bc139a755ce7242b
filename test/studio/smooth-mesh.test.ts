import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import type { NetworkInput } from "../../src/scene/scene-input.ts";

const { createSmoothMesh } = await import("../../studio/src/stage/smooth-mesh.ts");

async function show(scene: SceneInput, steps: number) {
  const simulation = await createSimulation(scene);
  const positions = new Float32Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  const { triangles, origin } = simulation;
  const uv = Float32Array.from(simulation.uv);
  const cloths = Uint16Array.from(origin, (vertex) => simulation.cloths.findIndex(({ end }) => vertex < end));
  const mesh = createSmoothMesh();
  const shown = { positions: positions.slice(), triangles, uv, cloths };
  const fits = mesh.fit(shown, false);
  for (let n = 0; n < steps; n++) simulation.step();
  simulation.readPositions(positions);
  return { mesh, fits, shown, positions, triangles };
}

const sheet = (columns: number, x: number, rows = 11) => ({
  grid: { columns, rows, width: 1, height: 1, origin: [x, 0, 0], v: [0, 0, 1] },
  pins: ["top-left", "top-right"],
});

test("a coarse cloth is drawn with four times its triangles, near the simulated ones, each cloth by itself", async () => {
  const { mesh, fits, positions, triangles } = await show({ drape: 1, cloths: [sheet(11, 0), sheet(5, 2)] }, 20);
  expect(fits).toBe(true);
  expect(mesh.runs.map(({ cloth }) => cloth)).toEqual([0, 1]);
  expect(mesh.runs.reduce((sum, { count }) => sum + count, 0)).toBe(4 * triangles.length);
  mesh.update(positions);
  const drawn = mesh.object.geometry.getAttribute("position").array;
  for (let c = 0; c < positions.length; c++) expect(Math.abs(drawn[c] - positions[c])).toBeLessThan(0.02);
  const normals = mesh.object.geometry.getAttribute("normal").array;
  for (let c = 0; c < normals.length; c += 3) expect(Math.hypot(normals[c], normals[c + 1], normals[c + 2])).toBeCloseTo(1, 4);
});

test("a fine cloth, and one without triangles, is drawn as it is", async () => {
  expect((await show({ drape: 1, cloths: [sheet(41, 0, 41)] }, 0)).fits).toBe(false);
  const network: NetworkInput = {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    masses: 1,
    springs: [[0, 1, 1, 1, "stretch"]],
  };
  expect((await show({ drape: 1, cloths: [{ network }] }, 0)).fits).toBe(false);
});

test("at once it takes up the mesh that it knows, and no other", async () => {
  const { mesh, shown } = await show({ drape: 1, cloths: [sheet(11, 0)] }, 0);
  const cut = { ...shown, triangles: shown.triangles.slice(3) };
  expect([mesh.fit(cut, true), mesh.object.visible]).toEqual([false, false]);
  expect([mesh.fit(shown, true), mesh.object.visible]).toEqual([true, true]);
  expect([mesh.fit(cut, false), mesh.object.visible]).toEqual([true, true]);
});

test("a dress is drawn smoother than it is simulated", async () => {
  const scene = JSON.parse(readFileSync(new URL("../../scenes/dress.json", import.meta.url), "utf8")) as SceneInput;
  const { mesh, fits, positions } = await show(scene, 0);
  expect(fits).toBe(true);
  mesh.update(positions);
  const drawn = mesh.object.geometry.getAttribute("position").array;
  expect(drawn.length).toBeGreaterThan(3 * positions.length);
  expect(Array.from(drawn).every(Number.isFinite)).toBe(true);
});
