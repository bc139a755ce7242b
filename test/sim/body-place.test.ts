import { Matrix4, Object3D, Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { bodyFrame } from "../../src/contact/shapes/body-frame.ts";
import { type ColliderInput, createSimulation, type Simulation } from "../../src/index.ts";

const HEIGHTS = [
  [0, 0],
  [0, 0.1],
];

/** A body of each kind, away from the origin and turned, and a point of each in its own frame with where the scene has that. */
const BODIES: readonly (readonly [name: string, body: ColliderInput, own: Vector3, scene: Vector3])[] = [
  ["plane", { plane: { point: [1, 2, 3], normal: [0, 0, 2] } }, new Vector3(0, 1, 0), new Vector3(1, 2, 4)],
  ["sphere", { sphere: { center: [1, 2, 3], radius: 0.1 } }, new Vector3(0.1, 0, 0), new Vector3(1.1, 2, 3)],
  ["capsule", { capsule: { from: [1, 1, 1], to: [3, 1, 1], radius: 0.1 } }, new Vector3(0, 1, 0), new Vector3(3, 1, 1)],
  ["cone", { cone: { from: [1, 3, 1], to: [1, 1, 1], radii: [0.1, 0.2] } }, new Vector3(0, 1, 0), new Vector3(1, 1, 1)],
  [
    "box",
    { box: { center: [1, 2, 3], halfSizes: [1, 2, 3], u: [0, 1, 0], v: [0, 0, 1] } },
    new Vector3(1, 2, 3),
    new Vector3(1 + 3, 2 + 1, 3 + 2),
  ],
  [
    "heightField",
    { heightField: { origin: [1, 2, 3], u: [0, 0, 1], v: [1, 0, 0], spacing: 1, heights: HEIGHTS } },
    new Vector3(1, 0.1, 1),
    new Vector3(2, 1.9, 4),
  ],
  [
    "cones",
    {
      cones: [
        { from: [0, 0, 0], to: [0, 2, 0], radii: [0.5, 0.5] },
        { from: [0, 2, 0], to: [2, 2, 0], radii: [0.5, 1] },
      ],
    },
    new Vector3(0, 0, 0),
    new Vector3(1.25, 1.25, 0),
  ],
  [
    "mesh",
    {
      mesh: {
        positions: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        triangles: [[0, 1, 2]],
      },
    },
    new Vector3(1, 0, 0),
    new Vector3(1, 0, 0),
  ],
];

function create(...colliders: ColliderInput[]): Promise<Simulation> {
  return createSimulation({ drape: 1, cloths: [{ grid: { columns: 3, rows: 3, width: 1, height: 1, origin: [50, 50, 50] } }], colliders });
}

/** Where the frame of the only body is, as shown. */
function place(simulation: Simulation): Matrix4 {
  const out = new Float64Array(16);
  simulation.bodies.readPlaces(out);
  return new Matrix4().fromArray(out);
}

/** Where the pose of the only body takes a point of the scene. */
function moved(simulation: Simulation, point: Vector3): Vector3 {
  const p = new Float64Array(12);
  simulation.bodies.readPoses(p);
  const matrix = new Matrix4().set(p[0], p[1], p[2], p[9], p[3], p[4], p[5], p[10], p[6], p[7], p[8], p[11], 0, 0, 0, 1);
  return point.clone().applyMatrix4(matrix);
}

const TURN = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 2).normalize(), 2.5);
const WORLD = new Matrix4().compose(new Vector3(-3, 5, 7), TURN, new Vector3(1, 1, 1));

describe.each(BODIES)("a %s", (_, body, own, scene) => {
  test("has a frame of its own where the scene has it", async () => {
    const frame = place(await create(body));
    expect(frame.determinant()).toBeCloseTo(1, 12);
    expect(own.clone().applyMatrix4(frame).distanceTo(scene)).toBeLessThan(1e-12);
  });

  test("is placed: each point of it is where the place has it, however it is given", async () => {
    const simulation = await create(body);
    const object = new Object3D();
    object.position.set(-3, 5, 7);
    object.quaternion.copy(TURN);
    const expected = own.clone().applyMatrix4(WORLD);
    for (const given of [WORLD, WORLD.toArray(), Float32Array.from(WORLD.elements), object, { position: [-3, 5, 7], quaternion: TURN }]) {
      simulation.reset();
      simulation.bodies.place(0, given);
      simulation.step();
      expect(moved(simulation, scene).distanceTo(expected)).toBeLessThan(1e-6);
      const read = place(simulation);
      for (const [k, value] of read.elements.entries()) expect(value).toBeCloseTo(WORLD.elements[k], 6);
    }
  });
});

test("a place that is read, given back, leaves the body where it is", async () => {
  const simulation = await create({ capsule: { from: [1, 1, 1], to: [2, 3, 4], radius: 0.1 } });
  const poses = new Float64Array(12);
  simulation.bodies.place(0, place(simulation));
  simulation.step();
  simulation.bodies.readPoses(poses);
  expect(Array.from(poses)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].map((value) => expect.closeTo(value, 12)));
});

test("between two steps the place is shown turned properly, and goes with update", async () => {
  const simulation = await create({ sphere: { center: [1, 0, 0], radius: 0.1 } });
  const h = simulation.timestep;
  simulation.bodies.place(0, new Matrix4());
  simulation.step();
  simulation.bodies.place(0, new Matrix4().makeRotationZ(2).setPosition(0, 3, 0));
  simulation.update(3 * h);
  simulation.update(0.5 * h);
  const shown = place(simulation);
  expect(shown.determinant()).toBeCloseTo(1, 12);
  expect(shown.elements[13]).toBeCloseTo(2.5, 9);
});

test("a place that is none is refused, and nothing moves", async () => {
  const simulation = await create({ sphere: { center: [1, 0, 0], radius: 0.1 } });
  const before = place(simulation).toArray();
  const scaled = new Matrix4().makeScale(1, 2, 1);
  for (const [wrong, message] of [
    [scaled, "place.elements: got a matrix with scale, shear or a reflection; give one that turns and shifts only"],
    [new Matrix4().makeScale(-1, 1, 1), "place.elements: got a matrix with scale, shear or a reflection"],
    [new Matrix4().makeShear(0.1, 0, 0, 0, 0, 0), "place.elements: got a matrix with scale, shear or a reflection"],
    [new Matrix4().makeTranslation(1, 2, 3).transpose(), "place.elements: got a last row with 1; give a matrix, column by column"],
    [[1, 2, 3], "place: got 3 numbers; give a matrix of 16 numbers"],
    [new Array(16), "place[0]: got nothing; give a finite number"],
    [{ position: [0, 0, 0] }, "place.quaternion: got nothing; give four numbers"],
    [{ position: [0, 0], quaternion: [0, 0, 0, 1] }, "place.position: got 2 entries; give three numbers"],
    [undefined, "place: got nothing; give a matrix of 16 numbers, column by column, or { position, quaternion }"],
    ["here", 'place: got "here"; give a matrix'],
  ] as const) {
    expect(() => simulation.bodies.place(0, wrong as never)).toThrow(message);
  }
  simulation.step();
  expect(place(simulation).toArray()).toEqual(before);
});

test("a body without a direction is not turned, and one straight down is turned about x", () => {
  const at = [0, 0, 0] as const;
  const rotation = (frame: Float64Array): number[] => Array.from(frame.subarray(0, 9), (value) => value + 0);
  expect(rotation(bodyFrame({ kind: "capsule", from: at, to: at, radius: 1 } as never))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(rotation(bodyFrame({ kind: "plane", point: at, normal: [0, -1, 0] } as never))).toEqual([1, 0, 0, 0, -1, 0, 0, 0, -1]);
});
