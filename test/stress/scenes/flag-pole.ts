import type { ClothInput } from "../../../src/scene/scene-input.ts";
import { revolve } from "../body-meshes.ts";
import { jitter } from "../jitter.ts";
import { meanOf } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { side: 65, sides: 16, duration: 5, timestep: 1 / 100 },
  short: { side: 33, sides: 10, duration: 0.6, timestep: 1 / 60 },
};

const POLE = 0.03;
const THICKNESS = 0.002;
/** From the pole to the side by which the flag is held [m]. */
const AWAY = 0.02;
const SIZE = 1;
/** How much the flag's direction turns from the pole to its free side at the start [rad]. */
const BEND = 2;

/** [Kang02]'s flag of 2,048 triangles, or a finer one, starts upwind of its pole: the wind folds it over and carries it past the pole. */
export const flagPole: StressScene = {
  name: "flag-pole",
  shows: "wind blows a flag against its pole and past it",
  build({ size, seed }) {
    const { side, sides, duration, timestep } = FORMS[size];
    const count = side * side;
    const held = Array.from({ length: side }, (_, r) => r * side);
    const cloth: ClothInput = {
      grid: { columns: side, rows: side, width: SIZE, height: SIZE, origin: [POLE + AWAY, SIZE, 0] },
      fabric: "polyester",
      pins: held,
    };
    const rings = Array.from({ length: 13 }, (_, k) => [POLE, -0.1 + 0.1 * k] as const);
    const pole = revolve([[0, -0.1], ...rings, [0, 1.1]], sides);

    return {
      scene: {
        drape: 1,
        timestep,
        duration,
        seed,
        cloths: [cloth],
        colliders: [{ name: "pole", mesh: pole }],
        collision: { self: true, thickness: THICKNESS, friction: 0.3 },
        wind: { velocity: [-8, 0, 1], airDensity: 1.2, drag: 1, lift: 0.8, gusts: { strength: 0.2, period: 0.5 } },
      },
      place(x) {
        // it has begun to turn: bent evenly, not stretched
        let [east, south] = [POLE + AWAY, 0];
        for (let c = 0; c < side; c++) {
          for (let i = c; i < count; i += side) {
            x[3 * i] = east;
            x[3 * i + 2] = south;
          }
          const heading = (BEND * (c + 0.5)) / (side - 1);
          east += (SIZE / (side - 1)) * Math.cos(heading);
          south += (SIZE / (side - 1)) * Math.sin(heading);
        }
        jitter(x, 0.2 * THICKNESS, seed, held);
      },
      watch: ({ x }) => ({ touching: touching(x, count), east: meanOf(x, 0, 0, count) }),
      progress({ start, watched }) {
        const touched = Math.max(...watched.map((row) => row.touching));
        const firstTouch = watched.findIndex((row) => row.touching > 0);
        const west = Math.min(...watched.map((row) => row.east));
        const moved = meanOf(start, 0, 0, count) - west;
        return {
          done: touched > 0 && west < -0.1,
          words:
            `up to ${touched} vertices at the pole` +
            (firstTouch < 0 ? "" : `, the first after ${(timestep * (firstTouch + 1)).toFixed(2)} s`) +
            `; blown ${moved.toFixed(2)} m downwind, its middle ${(-west).toFixed(2)} m past the pole`,
          numbers: { touched, west, moved },
        };
      },
    };
  },
};

/** Vertices within two thicknesses of the pole, which is a prism inside the round one. */
function touching(x: Float64Array, count: number): number {
  let near = 0;
  for (let i = 0; i < count; i++) {
    if (x[3 * i + 1] > -0.1 && x[3 * i + 1] < 1.1 && Math.hypot(x[3 * i], x[3 * i + 2]) < POLE + 2 * THICKNESS) near++;
  }
  return near;
}
