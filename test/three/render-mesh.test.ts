import { expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { createRenderMesh } from "../../src/three/render-mesh.ts";

const SCENE = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1, v: [0, 0, 1] }, pins: ["top"] }],
} as const;

test("a mesh is the cloth's subdivision, and takes up a cut with its next update", async () => {
  const simulation = await createSimulation(SCENE);
  const { mesh, update, dispose } = createRenderMesh(simulation);
  const { geometry } = mesh;
  expect(geometry.getAttribute("position").count).toBe(17 * 17);
  expect(geometry.getAttribute("uv").count).toBe(17 * 17);
  expect(geometry.getIndex()?.count).toBe(3 * 16 * 32);
  for (let step = 0; step < 20; step++) simulation.step();
  update();
  const [near, far] = [0, 24].map((v) => geometry.getAttribute("position").getY(v));
  const simulated = new Float64Array(75);
  simulation.readPositions(simulated);
  expect(near).toBeCloseTo(simulated[1], 6);
  expect(far).toBeCloseTo(simulated[73], 6);
  expect(far).toBeLessThan(-0.05);

  simulation.edit.cut([
    [22, 17],
    [17, 12],
    [12, 7],
  ]);
  simulation.step();
  update();
  expect(mesh.geometry).toBe(geometry);
  expect(geometry.getAttribute("position").count).toBe(17 * 17 + 12);
  expect(geometry.getAttribute("normal").count).toBe(17 * 17 + 12);
  expect(geometry.getIndex()?.count).toBe(3 * 16 * 32);

  simulation.restore((await createSimulation(SCENE)).snapshot());
  update();
  expect(geometry.getAttribute("position").count).toBe(17 * 17);
  dispose();
});

test("a mesh of one's own is carried along with its texture coordinates, through a cut and back", async () => {
  const simulation = await createSimulation(SCENE);
  const { positions, triangles } = createGrid({ columns: 31, rows: 31, width: 1, height: 1, v: [0, 0, 1] });
  const uv = Float32Array.from({ length: 2 * 961 }, (_, i) => i / 1922);
  const { mesh, update, dispose } = createRenderMesh(simulation, { surface: { positions, triangles, uv } });
  const { geometry } = mesh;
  expect(geometry.getAttribute("uv").array).toEqual(uv);
  expect(geometry.getIndex()?.array).toEqual(triangles);
  const start = geometry.getAttribute("position").array.slice();
  expect(start).toEqual(Float32Array.from(positions));

  simulation.edit.cut([
    [22, 17],
    [17, 12],
    [12, 7],
  ]);
  simulation.step();
  update();
  expect(geometry.getAttribute("position").count).toBe(961);
  expect(geometry.getAttribute("uv").array).toEqual(uv);
  expect(geometry.getIndex()?.count).toBeLessThan(triangles.length);
  expect(geometry.getIndex()?.count).toBeGreaterThan(0.95 * triangles.length);
  simulation.restore((await createSimulation(SCENE)).snapshot());
  update();
  expect(geometry.getIndex()?.array).toEqual(triangles);
  expect(geometry.getAttribute("position").array).toEqual(start);
  dispose();
});
