import { BackSide, FrontSide, type Mesh, type MeshStandardMaterial, Vector3 } from "three";
import { expect, test } from "vitest";
import { parseScene } from "../../src/index.ts";
import { createBodyView } from "../../studio/src/stage/body-view.ts";

const { colliders } = parseScene({
  drape: 1,
  cloths: [{ grid: { columns: 2, rows: 2, width: 1, height: 1 } }],
  colliders: [
    { sphere: { center: [0, -1, 0], radius: 0.5 } },
    { mesh: "a.obj" },
    { mesh: "later.obj" },
    { plane: { point: [0, -2, 0], normal: [1, 1, 0] } },
  ],
});
const surface = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
};

test("a mesh body is drawn with its own triangles, seen from both sides, where its pose puts it", () => {
  const view = createBodyView();
  view.setColliders(colliders, [null, surface, undefined, null], 1);
  expect(view.object.children.map(({ children }) => children.length)).toEqual([1, 1, 0, 1]);
  const drawn = view.object.children[1].children[0] as Mesh;
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1];
  expect(Array.from(drawn.geometry.getAttribute("position").array)).toEqual(corners);
  expect((drawn.material as MeshStandardMaterial[]).map(({ side }) => side)).toEqual([FrontSide, BackSide]);
  expect(drawn.geometry.groups.map(({ start, count }) => [start, count])).toEqual([
    [0, 6],
    [0, 6],
  ]);
  const poses = new Float32Array(48);
  for (let b = 0; b < 4; b++) poses.set([0, -1, 0, 1, 0, 0, 0, 0, 1, b, 2, 3], 12 * b); // a quarter turn about z, and a shift
  view.setPoses(poses);
  view.object.updateMatrixWorld();
  expect(drawn.localToWorld(new Vector3(1, 0, 0)).toArray()).toEqual([1, 3, 3]);
});

test("bodies of another scene take the place of the old ones", () => {
  const view = createBodyView();
  view.setColliders(colliders, [null, surface], 1);
  view.setColliders(colliders.slice(0, 1), [], 1);
  expect(view.object.children).toHaveLength(1);
});
