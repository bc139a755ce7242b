import { expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { createClothMesh } from "../../src/three/index.ts";

const SCENE = {
  drape: 1,
  timestep: 0.01,
  solver: { method: "implicit-euler" },
  cloths: [{ grid: { columns: 5, rows: 5, width: 1, height: 1 }, pins: ["top"] }],
} as const;

test("a mesh takes up a cut with its next update, in the same geometry", async () => {
  const simulation = await createSimulation(SCENE);
  const { mesh, update, dispose } = createClothMesh(simulation);
  const { geometry } = mesh;
  let disposed = 0;
  geometry.addEventListener("dispose", () => disposed++);
  const index = geometry.getIndex();
  simulation.step();
  update();
  expect(geometry.getIndex()).toBe(index);
  expect(disposed).toBe(0);

  simulation.edit.cut([
    [22, 17],
    [17, 12],
    [12, 7],
  ]);
  simulation.step();
  update();
  expect(mesh.geometry).toBe(geometry);
  expect(disposed).toBe(1); // the renderer lets go of the old arrays
  expect([...(geometry.getIndex()?.array ?? [])]).toEqual([...simulation.triangles]);
  const positions = new Float32Array(3 * 28);
  simulation.readPositions(positions);
  expect(geometry.getAttribute("position").array).toEqual(positions);
  expect(geometry.getAttribute("normal").count).toBe(28);
  expect(geometry.getAttribute("uv").array).toEqual(simulation.uv);

  simulation.restore((await createSimulation(SCENE)).snapshot());
  update();
  expect(geometry.getAttribute("position").count).toBe(25);
  dispose();
  expect(disposed).toBe(3);
});

test("removed springs leave the mesh's arrays alone", async () => {
  const simulation = await createSimulation(SCENE);
  const { mesh, update } = createClothMesh(simulation);
  const index = mesh.geometry.getIndex();
  expect(simulation.edit.removeSprings([[12, 13]])).toBe(1);
  update();
  expect(mesh.geometry.getIndex()).toBe(index);
});
