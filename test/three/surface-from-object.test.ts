import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  Group,
  InstancedMesh,
  Line,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Skeleton,
  SkinnedMesh,
} from "three";
import { expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { surfaceFromObject } from "../../src/three/index.ts";

const numbers = (list: ArrayLike<number> | undefined): number[] => Array.from(list ?? [], (value) => Math.round(1e6 * value) / 1e6 + 0);

function named<T extends Mesh>(mesh: T, name: string): T {
  mesh.name = name;
  return mesh;
}

test("meshes below an object are one surface in world coordinates, by the names of mesh and material", () => {
  const silk = new MeshBasicMaterial();
  silk.name = "silk";
  const left = named(new Mesh(new PlaneGeometry(2, 2), silk), "left");
  const right = named(new Mesh(new PlaneGeometry(2, 2).deleteAttribute("uv"), new MeshBasicMaterial()), "right");
  right.position.x = 3;
  right.visible = false;
  const parent = new Group();
  const group = new Group();
  parent.position.y = 10;
  parent.add(group);
  group.scale.setScalar(2);
  group.add(left, right, new Line());
  const { positions, triangles, uv, groups } = surfaceFromObject(group);
  expect(numbers(positions)).toEqual([-2, 12, 0, 2, 12, 0, -2, 8, 0, 2, 8, 0, 4, 12, 0, 8, 12, 0, 4, 8, 0, 8, 8, 0]);
  expect(numbers(triangles)).toEqual([0, 2, 1, 2, 3, 1, 4, 6, 5, 6, 7, 5]);
  expect(numbers(uv)).toEqual([0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(groups).toEqual([
    { names: ["left", "silk"], start: 0, count: 2 },
    { names: ["right"], start: 2, count: 2 },
  ]);
});

test("a mirrored mesh faces the way it is seen to face", () => {
  const mesh = new Mesh(new PlaneGeometry(1, 1));
  mesh.scale.x = -1;
  const { positions, triangles } = surfaceFromObject(mesh);
  const [a, b, c] = triangles;
  const cross =
    (positions[3 * b] - positions[3 * a]) * (positions[3 * c + 1] - positions[3 * a + 1]) -
    (positions[3 * b + 1] - positions[3 * a + 1]) * (positions[3 * c] - positions[3 * a]);
  expect(cross).toBeGreaterThan(0);
});

test("of a mesh with several materials there is what is drawn", () => {
  const [top, side] = ["top", "side"].map((name) => Object.assign(new MeshBasicMaterial(), { name }));
  const box = new Mesh(new BoxGeometry(1, 1, 1), [side, side, top]);
  const { triangles, groups } = surfaceFromObject(box);
  expect(triangles).toHaveLength(3 * 6);
  expect(groups).toEqual([
    { names: ["side"], start: 0, count: 4 },
    { names: ["top"], start: 4, count: 2 },
  ]);
});

test("a skinned mesh is taken in its present pose", () => {
  const geometry = new PlaneGeometry(1, 1);
  // the upper two vertices follow the second bone
  geometry.setAttribute("skinIndex", new BufferAttribute(Uint16Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 4));
  const mesh = new SkinnedMesh(geometry);
  const [root, tip] = [new Bone(), new Bone()];
  root.add(tip);
  mesh.add(root);
  mesh.bind(new Skeleton([root, tip]));
  mesh.position.z = 4;
  tip.position.y = 1;
  expect(numbers(surfaceFromObject(mesh).positions)).toEqual([-0.5, 1.5, 4, 0.5, 1.5, 4, -0.5, -0.5, 4, 0.5, -0.5, 4]);
});

test("an instanced mesh is there as often as it is drawn, under one name", () => {
  const mesh = named(new InstancedMesh(new PlaneGeometry(1, 1), new MeshBasicMaterial(), 3), "tile");
  for (let n = 0; n < 3; n++) mesh.setMatrixAt(n, new Matrix4().makeTranslation(2 * n, 0, 0));
  mesh.position.y = 1;
  const { positions, triangles, groups } = surfaceFromObject(mesh);
  expect(positions).toHaveLength(3 * 12);
  expect(numbers(positions.subarray(24, 27))).toEqual([3.5, 1.5, 0]);
  expect(numbers(triangles.subarray(12, 15))).toEqual([8, 10, 9]);
  expect(groups).toEqual([{ names: ["tile"], start: 0, count: 6 }]);
});

test("cloth and bodies are made of objects of a three.js scene", async () => {
  const sheet = named(new Mesh(new PlaneGeometry(1, 1, 4, 4)), "sheet");
  sheet.rotation.x = -Math.PI / 2;
  sheet.position.y = 1;
  const table = new Mesh(new BoxGeometry(1, 1, 1));
  const simulation = await createSimulation({
    drape: 1,
    solver: { method: "implicit-euler" },
    cloths: [{ mesh: surfaceFromObject(sheet), pins: [{ vertices: "sheet", release: 0.1 }] }],
    colliders: [{ name: "table", mesh: surfaceFromObject(table) }],
  });
  for (let n = 0; n < 60; n++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  expect(simulation.particleCount).toBe(25);
  // the middle has fallen, and lies on the table
  expect(positions[3 * 12 + 1]).toBeGreaterThan(0.499);
  expect(positions[3 * 12 + 1]).toBeLessThan(0.6);
});

test.each<[string, () => Group | Mesh, string]>([
  ["an object without meshes", () => new Group(), "Group: got no triangles; give an object with meshes"],
  ["a batched mesh", () => named(new BatchedMesh(1, 4, 6, new MeshBasicMaterial()), "many"), 'Mesh "many": got a batched mesh'],
])("%s is refused in one sentence", (_name, make, sentence) => {
  expect(() => surfaceFromObject(make())).toThrow(sentence);
});
