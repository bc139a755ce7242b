import { Bone, CylinderGeometry, Float32BufferAttribute, Group, Skeleton, SkinnedMesh, Uint16BufferAttribute, Vector3 } from "three";
import { expect, test } from "vitest";
import { createWorld, type WorldColliderInput } from "../../src/index.ts";
import { followSkin } from "../../src/three/follow-skin.ts";
import { attach, createCloth, followObject } from "../../src/three/index.ts";

/** A limb of two bones along y, each 1 long, the second called "tip". */
function createLimb(bindMode: "attached" | "detached" = "attached"): SkinnedMesh {
  const geometry = new CylinderGeometry(0.2, 0.2, 2, 8, 8).translate(0, 1, 0);
  const position = geometry.getAttribute("position");
  const indices: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const share = Math.min(Math.max(position.getY(i) - 0.5, 0), 1);
    indices.push(0, 1, 0, 0);
    weights.push(1 - share, share, 0, 0);
  }
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute("skinWeight", new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry);
  mesh.bindMode = bindMode;
  const [root, tip] = [new Bone(), new Bone()];
  tip.name = "tip";
  tip.position.y = 1;
  root.add(tip);
  mesh.add(root);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton([root, tip]));
  return mesh;
}

/** Where a body's skin puts its vertices. */
function skinned({ mesh, skin }: WorldColliderInput): Vector3[] {
  const { positions } = mesh as { positions: Float64Array };
  const { indices, weights, matrices = [] } = skin as NonNullable<typeof skin>;
  return Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = new Vector3();
    for (let e = 4 * v; e < 4 * v + 4; e++) {
      const m = Array.from({ length: 16 }, (_, c) => matrices[16 * indices[e] + c]);
      const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
      for (let c = 0; c < 3; c++) {
        place.setComponent(c, place.getComponent(c) + weights[e] * (m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c]));
      }
    }
    return place;
  });
}

test.each(["attached", "detached"] as const)(
  "bones bend a skin that is %s as three.js does, whatever the size of the figure",
  (bindMode) => {
    const mesh = createLimb(bindMode);
    const figure = new Group().add(mesh);
    figure.scale.setScalar(0.01);
    figure.position.set(1, 2, 3);
    mesh.rotation.x = 0.4;
    mesh.skeleton.bones[1].rotation.z = 0.9;
    figure.updateMatrixWorld(true);
    const [body] = followSkin([mesh]).missing();
    const places = skinned(body);
    const count = mesh.geometry.getAttribute("position").count;
    expect(places.length).toBeLessThan(count); // seams are welded
    const vertex = new Vector3();
    for (let v = 0; v < count; v++) {
      mesh.getVertexPosition(v, vertex).applyMatrix4(mesh.matrixWorld);
      expect(Math.min(...places.map((place) => place.distanceTo(vertex)))).toBeLessThan(1e-8);
    }
    // bones turn and shift alone, so that what lies between two frames can be found
    const matrices = Array.from(body.skin?.matrices ?? []);
    for (const at of [0, 16]) expect(Math.hypot(...matrices.slice(at, at + 3))).toBeCloseTo(1, 6);
  },
);

test("skins on the same bones are one body", async () => {
  using world = await createWorld();
  const limb = createLimb();
  const sleeve = new SkinnedMesh(limb.geometry);
  sleeve.bind(limb.skeleton, limb.bindMatrix);
  const stranger = createLimb();
  const { colliders } = await followObject(world, new Group().add(limb, sleeve, stranger));
  expect(colliders).toHaveLength(2);
  const [alone] = followSkin([limb]).missing();
  const [both] = followSkin([limb, sleeve]).missing();
  expect(skinned(both)).toEqual([...skinned(alone), ...skinned(alone)]);
});

test("cloth lies on a live skin, and rises with its bones", async () => {
  using world = await createWorld();
  const limb = createLimb();
  limb.rotation.z = -Math.PI / 2;
  limb.position.set(-1, 0.5, 0);
  const body = await followObject(world, limb);
  expect(body.colliders.map(({ kind }) => kind)).toEqual(["mesh"]);
  const { cloth } = await createCloth(world, {
    grid: { columns: 9, rows: 9, width: 0.8, height: 0.8, origin: [-0.4, 0.75, -0.4], v: [0, 0, 1] },
  });
  for (let n = 0; n < 30; n++) world.update(1 / 60);
  const before = cloth.positions[3 * 40 + 1];
  expect(before).toBeGreaterThan(0.65);
  expect(before).toBeLessThan(0.76);
  for (let n = 0; n < 30; n++) {
    limb.skeleton.bones[0].position.x -= 0.01;
    world.update(1 / 60);
  }
  expect(cloth.positions[3 * 40 + 1] - before).toBeGreaterThan(0.25);
});

test("a cape goes with a bone of a followed skin, by name or as an object, and with any other object", async () => {
  using world = await createWorld();
  const limb = createLimb();
  const stick = new Group();
  const body = await followObject(world, limb);
  const grid = { columns: 5, rows: 5, width: 0.4, height: 0.4, origin: [-0.2, 2.3, 0] };
  const byName = await createCloth(world, { grid, attachTo: { object: body, bone: "tip", vertices: "top" } });
  const byBone = await createCloth(world, { grid, attachTo: { object: limb.skeleton.bones[1], vertices: [0, 4] } });
  const byStick = await createCloth(world, { grid });
  await attach(byStick, [0, 4], stick);
  expect(world.colliders).toHaveLength(2); // the skin, and an anchor for the stick
  const top = byName.cloth.positions.slice(0, 15);
  for (let n = 0; n < 10; n++) {
    limb.position.x += 0.02;
    stick.position.y += 0.02;
    world.update(1 / 60);
  }
  world.update(1 / 30); // what is shown lies up to a step behind
  for (let i = 0; i < 5; i++) expect(byName.cloth.positions[3 * i]).toBeCloseTo(top[3 * i] + 0.2, 5);
  for (const i of [0, 4]) {
    expect(byBone.cloth.positions[3 * i]).toBeCloseTo(top[3 * i] + 0.2, 5);
    expect(byStick.cloth.positions[3 * i + 1]).toBeCloseTo(2.5, 5);
  }
  expect(Math.abs(byName.cloth.positions[3 * 22] - 0.2)).toBeGreaterThan(1e-3); // the rest swings
});

test.each<[string, object, string]>([
  ["a bone that is not there", { bone: "tipp", vertices: "top" }, 'cloth.attachTo.bone: got "tipp"; did you mean "tip"?'],
  ["no bone", { vertices: "top" }, "cloth.attachTo.bone: got nothing; name one of"],
  ["a side that is not there", { bone: "tip", vertices: "topp" }, 'got "topp"; did you mean "top"?'],
])("%s is refused in one sentence", async (_name, wish, sentence) => {
  using world = await createWorld();
  const object = await followObject(world, createLimb());
  const grid = { columns: 3, rows: 3, width: 1, height: 1 };
  await expect(createCloth(world, { grid, attachTo: { object, ...wish } as never })).rejects.toThrow(sentence);
  expect(world.cloths).toEqual([]);
});
