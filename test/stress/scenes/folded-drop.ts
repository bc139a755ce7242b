import type { ClothInput } from "../../../src/scene/scene-input.ts";
import { jitter } from "../jitter.ts";
import { levelSheet, meanOf, meanSpeed, rangeOf } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { side: 64, width: 1, strip: 9, drop: 0.2, duration: 5, timestep: 1 / 60, rest: 0.01 },
  short: { side: 21, width: 0.5, strip: 5, drop: 0.05, duration: 0.8, timestep: 1 / 60, rest: 0.1 },
};

const THICKNESS = 0.001;
/** How much a layer rises from one crease to the next [m]. */
const RISE = 0.008;
/** It falls on its edge first: turned by so much about the z axis [rad]. */
const TILT = 0.25;

/** A sheet folded to and fro like a fan, no edge stretched, every `strip` cells a sharp crease. */
export const foldedDrop: StressScene = {
  name: "folded-drop",
  shows: "a sheet folded in layers a few millimetres apart falls on the floor",
  build({ size, seed }) {
    const { side, width, strip, drop, duration, timestep, rest } = FORMS[size];
    const count = side * side;
    const layers = Math.ceil((side - 1) / strip);
    const cloth: ClothInput = { grid: levelSheet({ side, width, centre: [0, 1, 0] }), fabric: "cotton" };

    return {
      scene: {
        drape: 1,
        timestep,
        duration,
        cloths: [cloth],
        colliders: [{ name: "floor", plane: { point: [0, 0, 0] } }],
        collision: { self: true, thickness: THICKNESS, friction: 0.5 },
      },
      place(x) {
        fold(x, side, width / (side - 1), strip);
        jitter(x, 0.1 * THICKNESS, seed);
        const [low] = rangeOf(x, 1, 0, count);
        for (let i = 0; i < count; i++) x[3 * i + 1] += drop - low;
      },
      watch: ({ x, v }) => ({ height: meanOf(x, 1, 0, count), speed: meanSpeed(v, 0, count) }),
      progress({ start, end: { x, v } }) {
        const speed = meanSpeed(v, 0, count);
        const [low, high] = rangeOf(x, 1, 0, count);
        const mean = meanOf(x, 1, 0, count);
        const fallen = meanOf(start, 1, 0, count) - mean;
        return {
          done: low < 0.01 && fallen > 0.8 * drop && speed < rest,
          words:
            `${layers} layers fell ${fallen.toFixed(3)} m, lie up to ${(1000 * high).toFixed(0)} mm high ` +
            `(mean ${(1000 * mean).toFixed(0)} mm), ${(1000 * speed).toFixed(1)} mm/s`,
          numbers: { low, high, mean, fallen, speed },
        };
      },
    };
  },
};

/** Puts column c of the sheet where the fan has it; the creases run along z. */
function fold(x: Float64Array, side: number, edge: number, strip: number): void {
  const slope = RISE / (strip * edge);
  const step = edge * Math.sqrt(1 - slope * slope); // along x, for each cell
  for (let i = 0; 3 * i < x.length; i++) {
    const column = i % side;
    const layer = Math.floor(column / strip);
    const within = column % strip;
    const across = step * (layer % 2 === 0 ? within : strip - within) - (step * strip) / 2;
    const up = edge * slope * column;
    x[3 * i] = across * Math.cos(TILT) - up * Math.sin(TILT);
    x[3 * i + 1] = across * Math.sin(TILT) + up * Math.cos(TILT);
  }
}
