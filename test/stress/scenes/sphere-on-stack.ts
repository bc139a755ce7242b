import { describeLayers, layersKeptOrder } from "../../../src/inspect/layer-order.ts";
import { ballCloth, icosphere } from "../icosphere.ts";
import { jitter } from "../jitter.ts";
import { cornerVertices, levelSheet, meanOf, meanSpeed } from "../sheet.ts";
import type { StressScene } from "../stress-scene.ts";

const FORMS = {
  long: { sheets: 10, side: 64, gap: 0.1, levels: 3, mass: 0.5, speed: 0, drop: 0.1, duration: 5, timestep: 1 / 50 },
  short: {
    sheets: 4,
    side: 10,
    gap: 0.05,
    levels: 2,
    mass: 0.2,
    speed: 2,
    drop: 0.02,
    duration: 0.8,
    timestep: 1 / 60,
  },
};

const WIDTH = 1;
const RADIUS = 0.15;
const THICKNESS = 0.001;
/** Slower than this is at rest [m/s], and slower by this part than it was; in a short run the ball only has the time to be thrown back. */
const REST = { long: { speed: 0.05, part: 0.1 }, short: { speed: 1.5, part: 0.75 } };

/** After the stack of Codimensional IPC's example 18, corners held: each sheet is turned by i · 90/11 degrees, so no two corners meet. */
export const sphereOnStack: StressScene = {
  name: "sphere-on-stack",
  shows: "a ball falls on a stack of sheets held at their corners, and is caught",
  build({ size, seed }) {
    const { sheets, side, gap, levels, mass, speed, drop, duration, timestep } = FORMS[size];
    const top = gap * (sheets - 1);
    const each = side * side;
    const ballStart = sheets * each;
    const ballEnd = ballStart + icosphere(levels).points.length; // without the particle in its middle
    const cloths: Record<string, unknown>[] = Array.from({ length: sheets }, (_, i) => ({
      grid: levelSheet({ side, width: WIDTH, centre: [0, gap * i, 0], turn: (i * Math.PI) / 22 }),
      fabric: { base: "jersey", damping: size === "long" ? 12 : 2 },
      pins: cornerVertices(side),
    }));
    const centre = [0, top + RADIUS + drop, 0];
    cloths.push(ballCloth({ centre, radius: RADIUS, mass, levels, stiffness: 2000, velocity: [0, -speed, 0] }));
    const pins = cloths.flatMap((_, i) => (i < sheets ? cornerVertices(side).map((vertex) => i * each + vertex) : []));

    return {
      scene: { drape: 1, timestep, duration, cloths, collision: { self: true, thickness: THICKNESS, friction: 0.1 } },
      place: (x) => jitter(x, 0.2 * THICKNESS, seed, [...pins, ballEnd]),
      watch: ({ x, v }) => ({
        height: meanOf(x, 1, ballStart, ballEnd),
        fall: -meanOf(v, 1, ballStart, ballEnd),
        below: sheetsBelow(x, sheets, each, ballStart, ballEnd),
      }),
      progress({ start, end: { x, v }, watched }) {
        const ballSpeed = meanSpeed(v, ballStart, ballEnd);
        const height = meanOf(x, 1, ballStart, ballEnd);
        const deepest = Math.min(...watched.map((row) => row.height)) - RADIUS;
        const fastest = Math.max(...watched.map(({ fall }) => fall));
        const above = Math.min(...watched.map(({ below }) => below));
        const layers = Array.from({ length: sheets }, (_, i) => sheetTriangles(side, i * each, start));
        const swaps = layersKeptOrder(x.subarray(0, 3 * ballStart), describeLayers(start, layers));
        const done =
          above === sheets &&
          swaps === 0 &&
          deepest < top - gap / 2 &&
          ballSpeed < REST[size].speed &&
          ballSpeed < REST[size].part * fastest;
        return {
          done,
          words:
            `ball went down to ${deepest.toFixed(3)} m, now ${(height - RADIUS).toFixed(3)} m, ` +
            `${(1000 * ballSpeed).toFixed(0)} mm/s after ${fastest.toFixed(2)} m/s, ` +
            `at least ${above} of ${sheets} sheets below it, ${swaps} swaps of layers`,
          numbers: { deepest, height, speed: ballSpeed, fastest, above, swaps },
        };
      },
    };
  },
};

/** How many sheets are below the middle of the ball, where they are nearest to its axis. */
function sheetsBelow(x: Float64Array, sheets: number, each: number, ballStart: number, ballEnd: number): number {
  const [cx, cy, cz] = [0, 1, 2].map((c) => meanOf(x, c, ballStart, ballEnd));
  let below = 0;
  for (let s = 0; s < sheets; s++) {
    let nearest = s * each;
    let least = Infinity;
    for (let i = s * each; i < (s + 1) * each; i++) {
      const distance = Math.hypot(x[3 * i] - cx, x[3 * i + 2] - cz);
      if (distance >= least) continue;
      least = distance;
      nearest = i;
    }
    if (x[3 * nearest + 1] < cy) below++;
  }
  return below;
}

/** So far from the axis every sheet has all others above or below it [m]; borders that hang free may fold round each other. */
const INNER = 0.4 * WIDTH;

/** The inner triangles of a grid whose first vertex is `from`; which diagonal they take does not matter for the order of layers. */
function sheetTriangles(side: number, from: number, start: Float64Array): Uint32Array {
  const triangles: number[] = [];
  for (let r = 0; r + 1 < side; r++) {
    for (let c = 0; c + 1 < side; c++) {
      const a = from + r * side + c;
      if (Math.hypot(start[3 * a], start[3 * a + 2]) > INNER) continue;
      triangles.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  }
  return Uint32Array.from(triangles);
}
