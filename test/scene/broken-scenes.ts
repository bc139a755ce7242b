import fc from "fast-check";
import { METHODS } from "../../src/index.ts";
import type { Json } from "./sample-scenes.ts";

/** A small scene that uses as much of the format as fits. */
export function richScene(): Json {
  return {
    drape: 1,
    title: "everything",
    gravity: [0, -9.81, 0],
    timestep: 0.01,
    duration: 1,
    seed: 3,
    solver: {
      method: "implicit-euler",
      tolerance: 1e-6,
      jacobian: "clamped",
      bending: true,
      precision: "double",
      sweeps: 2,
    },
    cloths: [
      {
        name: "sheet",
        grid: {
          columns: 3,
          rows: 3,
          width: 1,
          height: 1,
          origin: [0, 1, 0],
          u: [1, 0, 0],
          v: [0, 0, 1],
          triangles: "right",
        },
        fabric: { base: "silk", density: 0.2 },
        pins: ["top-left", { vertex: 2, motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 1 } }, release: 0.5 }],
        velocity: [0, 0, 1],
      },
      { disk: { rings: 1, radius: 0.5 }, springs: { stretch: 50, shear: 5 }, masses: 1, bendModulus: 0.01 },
      { mesh: "m.obj", fabric: "cotton", damping: { viscous: 0.1, relative: 0.1 } },
      {
        network: {
          positions: [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
            [0, 1, 0],
          ],
          velocities: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          masses: [1, 2, 3, 4],
          springs: [
            [0, 1, 1, 10, "stretch"],
            [0, 2, 1.4, 10, "shear"],
            [1, 3, 1.4, 1, "bend"],
          ],
          triangles: [
            [0, 1, 2],
            [0, 2, 3],
          ],
          material: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
          triangleStiffness: { u: 10, v: 10, shearU: 1, shearV: 1 },
          hinges: [[1, 3, 0, 2, 0.5, 0.5, -0.5, -0.5, 0.1]],
        },
        pins: [
          {
            vertices: [0, 1],
            motion: {
              keyframes: [
                { at: 0, offset: [0, 0, 0] },
                { at: 1, offset: [0, 1, 0] },
              ],
            },
          },
          3,
        ],
        springModel: "asymmetric",
      },
      {
        mesh: {
          positions: [5, 0, 0, 6, 0, 0, 6, 1, 0, 5, 1, 0],
          triangles: [0, 1, 2, 0, 2, 3],
          uv: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
          colors: [1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1],
          groups: [{ names: ["low"], start: 0, count: 1 }],
          weld: 0.001,
        },
        pins: ["low"],
      },
    ],
    wind: { velocity: [1, 0, 0], airDensity: 0.5, until: 2, drag: 1, lift: 0.2, gusts: { strength: 0.3, period: 0.5 } },
    events: [
      { at: 0.02, release: [0, 9] },
      {
        at: 0,
        cut: [
          [1, 4],
          [4, 7],
          [20, 22],
        ],
      },
    ],
    colliders: [
      { plane: { point: [0, -1, 0], normal: [0, 1, 0] }, friction: 0.4, name: "floor" },
      {
        sphere: { center: [0, 0, 0], radius: 0.3 },
        motion: { rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: 1 } },
      },
      { box: { center: [0, 0, 1], halfSizes: [1, 0.1, 1], rotation: { axis: [0, 1, 0], angle: 1 }, rounding: 0.05 } },
      {
        cones: [
          { from: [0, 0, 0], to: [1, 0, 0], radii: [0.2, 0.1] },
          { from: [0, 0, 0], to: [0, 1, 0], radii: [0.2, 0.1] },
        ],
        blend: 0.1,
      },
      {
        heightField: {
          origin: [-1, -2, -1],
          u: [1, 0, 0],
          v: [0, 0, 1],
          spacing: 1,
          heights: [
            [0, 1],
            [1, 0],
          ],
        },
        thickness: 0.01,
      },
      {
        mesh: {
          positions: [
            [-2, -1, -2],
            [2, -1, -2],
            [0, -1, 2],
            [0, -2, 0],
          ],
          triangles: [
            [0, 1, 2],
            [0, 3, 1],
          ],
        },
        motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 1 } },
      },
      { mesh: "body.obj", friction: 0.1 },
    ],
    collision: { self: true, broadPhase: "grid", thickness: 0.01, friction: 0.2, restitution: 0.1, pushSpeed: 2 },
    camera: { position: [1, 1, 1], target: [0, 0, 0] },
    floor: 0,
  };
}

/** Values that break readers. Counts between what is quick to build and what is refused are left out. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, "", "top", [], {}, [[]], [{}], [null], -1, 0, 1, 2, 7),
  },
  fc.constantFrom<unknown>(1e308, -1e308, 5e-324, 1e-300, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, Number.POSITIVE_INFINITY, Number.NaN),
  fc.constantFrom<unknown>("__proto__", "constructor", "toString", "NaN", "../x.obj", "\u0000\u001b[2J\n", "x".repeat(5000)),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"polluted":1}}'), { toString: 1 }, { length: 1e9 }, { 0: 1, length: 1 }),
  fc.constantFrom<unknown>(...METHODS.map((method) => method.name), "leather", "symmetric", "asymmetric", "equilateral"),
  fc.double({ min: -1e3, max: 1e3 }),
  fc.integer({ min: -5, max: 12 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Replaces, adds or removes the value at a random place; the numbers of `path` choose the way there. */
function mutate(scene: Json, path: readonly number[], action: number, value: unknown): void {
  let place = scene;
  for (const [n, choice] of path.entries()) {
    const keys = Object.keys(place);
    if (keys.length === 0) return;
    const key = keys[choice % keys.length];
    const child = place[key];
    if (n < path.length - 1 && typeof child === "object" && child !== null) {
      place = child;
      continue;
    }
    if (action % 8 === 0) {
      if (Array.isArray(place)) place.splice(Number(key), 1);
      else delete place[key];
    } else if (action % 8 === 1) {
      if (Array.isArray(place)) place.push(value);
      else
        Object.defineProperty(place, ["x", "__proto__", "pins", "toString"][action % 4], {
          value,
          enumerable: true,
          writable: true,
          configurable: true,
        });
    } else place[key] = value;
    return;
  }
}

const BYTES = Buffer.from(JSON.stringify(richScene()));

/** Scenes as text in which some bytes are others. Half of the bytes are such that the text may stay JSON. */
export const flippedTexts: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.nat(BYTES.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('0123456789.-eE[]{},:"aet ')))), {
    minLength: 1,
    maxLength: 4,
  })
  .map((changes) => {
    const copy = Buffer.from(BYTES);
    for (const [at, value] of changes) copy[at] = value;
    return copy.toString("utf8");
  });

/** Scenes in which some values are others, are missing or are too many. */
export const strangeScenes: fc.Arbitrary<Json> = fc
  .array(fc.tuple(fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }), fc.nat(63), nasty), { minLength: 1, maxLength: 3 })
  .map((changes) => {
    const scene = richScene();
    for (const [path, action, value] of changes) mutate(scene, path, action, structuredClone(value));
    return scene;
  });
