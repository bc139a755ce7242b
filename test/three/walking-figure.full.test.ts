import { Bone, BufferAttribute, BufferGeometry, Matrix4, Skeleton, SkinnedMesh } from "three";
import { expect, test } from "vitest";
import { computePoses, createFigure, type Figure, skinSurface } from "../../src/figure.ts";
import { createWorld } from "../../src/index.ts";
import { measurePenetration } from "../../src/inspect/penetration.ts";
import { createCloth, followObject } from "../../src/three/index.ts";

/** The skin of a figure as three.js has it, with bones that are told where they are. */
function createSkin({ surface, skinBones, skinWeights, bones }: Figure): SkinnedMesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(surface.positions), 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  geometry.setAttribute("skinIndex", new BufferAttribute(skinBones, 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(Float32Array.from(skinWeights), 4));
  const mesh = new SkinnedMesh(geometry);
  const own = bones.map(({ name }) => Object.assign(new Bone(), { name, matrixAutoUpdate: false }));
  const inverses = own.map(() => new Matrix4());
  mesh.add(...own);
  mesh.bind(new Skeleton(own, inverses), new Matrix4());
  return mesh;
}

test("a cape goes with the chest of a figure that walks, live, and stays outside of its skin", async () => {
  using world = await createWorld();
  const figure = createFigure();
  const mesh = createSkin(figure);
  const { bones } = mesh.skeleton;
  const poses = new Float64Array(12 * bones.length);
  const walkTo = (time: number): void => {
    computePoses(figure, { cycle: "walk" }, time, poses);
    for (const [b, { matrix }] of bones.entries()) {
      const [a, c, d, e, f, g, h, i, j, x, y, z] = poses.subarray(12 * b, 12 * b + 12);
      matrix.set(a, c, d, x, e, f, g, y, h, i, j, z, 0, 0, 0, 1);
    }
  };
  walkTo(0);
  const body = await followObject(world, mesh);
  const grid = { columns: 21, rows: 31, width: 0.5, height: 1, origin: [-0.25, 1.45, -0.16] };
  const { cloth } = await createCloth(world, { grid, attachTo: { object: body, bone: "chest", vertices: "top" } });
  const start = cloth.positions.slice(0, 3);
  for (let n = 1; n <= 150; n++) {
    walkTo(n / 60);
    world.update(1 / 60);
  }
  world.update(1 / 30); // what is shown lies up to a step behind
  const chest = bones[figure.bones.findIndex(({ name }) => name === "chest")].matrix;
  const [x, y, z] = start;
  const { elements: m } = chest;
  for (let c = 0; c < 3; c++) expect(cloth.positions[c]).toBeCloseTo(m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c], 5);
  expect(cloth.positions[2] - start[2]).toBeGreaterThan(1); // it has walked
  const positions = new Float64Array(figure.surface.positions.length);
  skinSurface(figure, poses, positions);
  const skin = { mesh: { positions, triangles: figure.surface.triangles } };
  expect(measurePenetration(Float64Array.from(cloth.positions), [skin]).maxPenetration).toBeLessThan(1e-4);
});
