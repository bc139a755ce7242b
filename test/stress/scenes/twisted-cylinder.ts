import type { ClothInput, PinInput } from "../../../src/scene/scene-input.ts";
import { formatObj, revolve } from "../body-meshes.ts";
import { jitter } from "../jitter.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { sides: 64, rings: 160, length: 1, turns: 4, turning: 4.5, duration: 5, timestep: 1 / 100 },
  short: { sides: 20, rings: 25, length: 0.5, turns: 1, turning: 0.8, duration: 0.8, timestep: 1 / 60 },
};

const RADIUS = 0.1;
const THICKNESS = 0.0015;
/** How fast each end comes in [m/s]. */
const CLOSING = 0.005;

/** After Codimensional IPC's example 2, faster: both ends of a tube of jersey turn, one against the other. */
export const twistedCylinder: StressScene = {
  name: "twisted-cylinder",
  shows: "the ends of a tube turn against each other and wring it to a rope",
  build({ size, seed }) {
    const { sides, rings, length, turns, turning, duration, timestep } = FORMS[size];
    const tube = revolve(
      Array.from({ length: rings }, (_, r) => [RADIUS, length * (r / (rings - 1) - 0.5)] as const),
      sides,
    );
    const ring = (r: number): number[] => Array.from({ length: sides }, (_, s) => r * sides + s);
    const end = (r: number, way: number): PinInput => ({
      vertices: ring(r),
      motion: {
        rotation: { axis: [0, 1, 0], center: [0, 0, 0], speed: (way * Math.PI * turns) / turning, until: turning },
        keyframes: [
          { at: 0, offset: [0, 0, 0] },
          { at: turning, offset: [0, -way * CLOSING * turning, 0] },
        ],
      },
    });
    const cloth: ClothInput = { mesh: "tube.obj", fabric: "jersey", pins: [end(0, -1), end(rings - 1, 1)] };

    return {
      scene: {
        drape: 1,
        gravity: [0, 0, 0],
        timestep,
        duration,
        cloths: [cloth],
        collision: { self: true, thickness: THICKNESS, friction: 0.1 },
      },
      meshes: { "tube.obj": formatObj(tube) },
      place: (x) => jitter(x, 0.2 * THICKNESS, seed, [...ring(0), ...ring(rings - 1)]),
      watch: ({ x }) => ({ angle: turnBetween(x, 0, (rings - 1) * sides, sides) }),
      progress({ end: { x }, watched }) {
        let angle = 0;
        for (let n = 1; n < watched.length; n++) {
          const change = watched[n].angle - watched[n - 1].angle;
          angle += change - 2 * Math.PI * Math.round(change / (2 * Math.PI));
        }
        const turned = Math.abs(angle + watched[0].angle) / (2 * Math.PI);
        const radii = Array.from({ length: rings }, (_, r) => meanRadius(x, r * sides, sides));
        const waist = Math.min(...radii);
        const wrung = radii.filter((radius) => radius < RADIUS / 2).length / rings;
        return {
          done: turned > 0.99 * turns && wrung > 0.3,
          words:
            `ends turned ${turned.toFixed(2)} times against each other, ` +
            `${(100 * wrung).toFixed(0)} % of the tube wrung to less than half, waist ${(1000 * waist).toFixed(0)} mm of ${1000 * RADIUS} mm`,
          numbers: { turned, wrung, waist },
        };
      },
    };
  },
};

/** By how much one ring of vertices is turned against another about the y axis [rad]. */
function turnBetween(x: Float64Array, first: number, second: number, sides: number): number {
  let along = 0;
  let across = 0;
  for (let s = 0; s < sides; s++) {
    const i = 3 * (first + s);
    const j = 3 * (second + s);
    along += x[i] * x[j] + x[i + 2] * x[j + 2];
    across += x[i + 2] * x[j] - x[i] * x[j + 2];
  }
  return Math.atan2(across, along);
}

function meanRadius(x: Float64Array, first: number, sides: number): number {
  let sum = 0;
  for (let i = first; i < first + sides; i++) sum += Math.hypot(x[3 * i], x[3 * i + 2]);
  return sum / sides;
}
