import type { ClothInput } from "../../../src/scene/scene-input.ts";
import { type Ring, revolve, tetrahedron } from "../body-meshes.ts";
import { jitter } from "../jitter.ts";
import { levelSheet, middleVertex, rangeOf } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { sheets: 3, side: 64, width: 0.6, sides: 48, speed: 0.3, duration: 5, timestep: 1 / 60 },
  short: { sheets: 2, side: 14, width: 0.5, sides: 16, speed: 1, duration: 0.8, timestep: 1 / 60 },
};

/** From the rim to the lower end of the neck. */
const PROFILE: readonly Ring[] = [
  [0.45, 0.15],
  [0.34, 0.033],
  [0.23, -0.083],
  [0.12, -0.2],
  [0.12, -0.25],
  [0.12, -0.3],
];
const NECK = -0.3;
const THICKNESS = 0.002;
/** Where the pusher starts, and how far down it goes [m]. */
const PUSHER = 0.42;
const WAY = 0.95;

/** After Codimensional IPC's example 7: a tetrahedron pushes sheets through a fixed funnel. */
export const funnel: StressScene = {
  name: "funnel",
  shows: "a tetrahedron pushes sheets, one above the other, through a funnel",
  build({ size, seed }) {
    const { sheets, side, width, sides, speed, duration, timestep } = FORMS[size];
    const each = side * side;
    const cloths = Array.from(
      { length: sheets },
      (_, i): ClothInput => ({
        grid: levelSheet({ side, width, centre: [0, 0.2 + 0.05 * i, 0], turn: (i * Math.PI) / 4 }),
        fabric: "polyester",
      }),
    );
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: WAY / speed, offset: [0, -WAY, 0] },
      ],
    };
    const middles = cloths.map((_, i) => i * each + middleVertex(side));

    return {
      scene: {
        drape: 1,
        timestep,
        duration,
        cloths,
        colliders: [
          { name: "funnel", mesh: revolve(PROFILE, sides) },
          { name: "pusher", mesh: tetrahedron([0, PUSHER, 0], 0.06), motion },
        ],
        collision: { self: true, thickness: THICKNESS, friction: 0.4 },
      },
      place: (x) => jitter(x, 0.2 * THICKNESS, seed),
      watch: ({ x, contacts }) => ({ contacts, middle: Math.max(...middles.map((i) => x[3 * i + 1])) }),
      progress({ end: { x } }) {
        const heights = middles.map((i) => x[3 * i + 1]);
        const through = heights.filter((y) => y < NECK).length;
        const [low, high] = rangeOf(x, 1, 0, sheets * each);
        return {
          done: through === sheets && low > -20,
          words:
            `the middles of ${through} of ${sheets} sheets are through the neck, the highest at ` +
            `${Math.max(...heights).toFixed(3)} m; cloth from ${low.toFixed(2)} to ${high.toFixed(2)} m`,
          numbers: { through, middle: Math.max(...heights), low, high },
        };
      },
    };
  },
};
