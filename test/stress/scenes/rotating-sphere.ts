import type { ClothInput } from "../../../src/scene/scene-input.ts";
import { icosphere } from "../icosphere.ts";
import { jitter } from "../jitter.ts";
import { levelSheet, meanOf, rangeOf } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { side: 65, width: 1.5, turnsFrom: 1, duration: 5, timestep: 1 / 60, dragged: 45 },
  short: { side: 20, width: 1.1, turnsFrom: 0.3, duration: 0.9, timestep: 1 / 60, dragged: 15 },
};

const RADIUS = 0.3;
const CENTRE = 0.4;
/** 180° a second. */
const SPEED = Math.PI;
const THICKNESS = 0.002;
/** The part of the cloth that lies on the top of the sphere at the start: so far from the axis [m]. */
const CAP = 0.2;

/** After Codimensional IPC's example 6. */
export const rotatingSphere: StressScene = {
  name: "rotating-sphere",
  shows: "a cloth falls over a sphere above a floor; the sphere begins to turn and drags it along",
  build({ size, seed }) {
    const { side, width, turnsFrom, duration, timestep, dragged } = FORMS[size];
    const top = CENTRE + RADIUS;
    const cloth: ClothInput = {
      grid: levelSheet({ side, width, centre: [0, top + 2 * THICKNESS, 0], turn: 0.2 }),
      fabric: "cotton",
    };
    const count = side * side;
    const { points, triangles } = icosphere(4);
    const sphere = {
      positions: points.map(([x, y, z]) => [RADIUS * x, CENTRE + RADIUS * y, RADIUS * z]),
      triangles,
    };
    const rotation = { axis: [0, 1, 0], center: [0, CENTRE, 0], speed: SPEED, from: turnsFrom };
    let cap: { vertex: number; x: number; z: number }[] = [];

    return {
      scene: {
        drape: 1,
        timestep,
        duration,
        cloths: [cloth],
        colliders: [
          { name: "floor", plane: { point: [0, 0, 0] } },
          { name: "sphere", mesh: sphere, motion: { rotation } },
        ],
        collision: { self: true, thickness: THICKNESS, friction: 0.4 },
      },
      place(x) {
        jitter(x, 0.2 * THICKNESS, seed);
        cap = [];
        for (let i = 0; i < count; i++) {
          if (Math.hypot(x[3 * i], x[3 * i + 2]) < CAP) cap.push({ vertex: i, x: x[3 * i], z: x[3 * i + 2] });
        }
      },
      watch({ x }) {
        let along = 0;
        let across = 0;
        const mx = cap.reduce((sum, { vertex }) => sum + x[3 * vertex], 0) / cap.length;
        const mz = cap.reduce((sum, { vertex }) => sum + x[3 * vertex + 2], 0) / cap.length;
        for (const start of cap) {
          const dx = x[3 * start.vertex] - mx;
          const dz = x[3 * start.vertex + 2] - mz;
          along += start.x * dx + start.z * dz;
          across += start.z * dx - start.x * dz; // positive for a turn about +y
        }
        return { angle: Math.atan2(across, along) };
      },
      progress({ end: { x }, watched }) {
        let angle = 0;
        for (let n = 1; n < watched.length; n++) {
          const change = watched[n].angle - watched[n - 1].angle;
          angle += change - 2 * Math.PI * Math.round(change / (2 * Math.PI));
        }
        const degrees = (180 / Math.PI) * angle;
        const turned = (180 / Math.PI) * SPEED * (duration - turnsFrom);
        const [low, high] = rangeOf(x, 1, 0, count);
        const mean = meanOf(x, 1, 0, count);
        const stays = high > top - 0.02;
        return {
          done: degrees > dragged && mean < top - 0.1,
          words:
            `dragged round by ${degrees.toFixed(0)}° of ${turned.toFixed(0)}°, ` +
            `${stays ? "lies on the sphere" : "slid off"}, from ${low.toFixed(3)} to ${high.toFixed(3)} m`,
          numbers: { degrees, low, high, mean },
        };
      },
    };
  },
};
