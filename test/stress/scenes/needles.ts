import type { ClothInput } from "../../../src/scene/scene-input.ts";
import { repeatMesh, revolve } from "../body-meshes.ts";
import { jitter } from "../jitter.ts";
import { levelSheet, meanOf, rangeOf } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { side: 64, needles: 10, pullFrom: 1, pullFor: 1, duration: 5, timestep: 1 / 240 },
  short: { side: 18, needles: 4, pullFrom: 0.25, pullFor: 0.35, duration: 0.6, timestep: 1 / 240 },
};

/** Between needles [m]. */
const SPACING = 0.1;
const HEIGHT = 0.3;
/** Radius of a needle at its foot [m]. */
const FOOT = 0.006;
const THICKNESS = 0.001;
/** Sideways, and a little up so that what sags between the tips comes free [m/s]. */
const PULL = 1;
const LIFT = 0.15;

/** After Codimensional IPC's example 9: a sheet is dropped from 1 mm above the tips and then pulled away by one side. */
export const needles: StressScene = {
  name: "needles",
  shows: "a sheet falls on a bed of needles and is pulled away over their tips",
  build({ size, seed }) {
    const { side, needles: rows, pullFrom, pullFor, duration, timestep } = FORMS[size];
    const width = SPACING * (rows - 1) + 0.03;
    const count = side * side;
    const places = Array.from({ length: rows * rows }, (_, n) => [
      SPACING * (Math.floor(n / rows) - (rows - 1) / 2),
      0,
      SPACING * ((n % rows) - (rows - 1) / 2),
    ]);
    const needle = revolve(
      [
        [FOOT, 0],
        [0, HEIGHT],
      ],
      4,
    );
    const held = Array.from({ length: side }, (_, r) => r * side + side - 1);
    const motion = {
      keyframes: [
        { at: pullFrom, offset: [0, 0, 0] },
        { at: pullFrom + pullFor, offset: [PULL * pullFor, LIFT * pullFor, 0] },
      ],
    };
    const cloth: ClothInput = {
      grid: levelSheet({ side, width, centre: [0.003, HEIGHT + 0.001 + THICKNESS, 0.002], turn: 0 }),
      fabric: "cotton",
      pins: [{ vertices: held, motion, release: pullFrom + pullFor }],
    };

    return {
      scene: {
        drape: 1,
        timestep,
        duration,
        cloths: [cloth],
        colliders: [
          { name: "floor", plane: { point: [0, 0, 0] } },
          { name: "needles", mesh: repeatMesh(needle, places) },
        ],
        collision: { self: true, thickness: THICKNESS, friction: 0 },
      },
      place: (x) => jitter(x, 0.2 * THICKNESS, seed, held),
      watch: ({ time, x }) => ({ time, mean: meanOf(x, 1, 0, count), east: meanOf(x, 0, 0, count) }),
      progress({ end: { x }, watched }) {
        const before = watched.filter(({ time }) => time <= pullFrom).at(-1) ?? watched[0];
        const sag = HEIGHT - before.mean;
        const pulled = meanOf(x, 0, 0, count) - before.east;
        const [low] = rangeOf(x, 1, 0, count);
        return {
          done: sag > -0.01 && sag < 0.1 && pulled > 0.6 * PULL * pullFor,
          words:
            `lay ${(1000 * sag).toFixed(0)} mm below the tips on average, ` +
            `was pulled ${pulled.toFixed(2)} m, lowest vertex at ${low.toFixed(3)} m`,
          numbers: { sag, pulled, low },
        };
      },
    };
  },
};
