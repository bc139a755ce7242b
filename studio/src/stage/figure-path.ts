import type { Scene } from "drape";
import type { Ground } from "./framing.ts";

/** Where a scene's figures are and go, for the camera. */
export interface FigurePath {
  /** Corners of boxes around the figures at the start, packed x, y, z [m]. */
  readonly outline: readonly number[];
  /** What of the floor they walk on while the scene lasts; absent where they stay in their place. */
  readonly ground?: Ground;
  /** How far the first figure has come from its start: x, z [m], without the sway of its steps. */
  follow(time: number): readonly [number, number];
}

/** Half the width of what a figure fills, for a height of 1 m [m]. */
const REACH = 0.28;
const SAMPLES = 64;
/** A figure that comes no farther than this stays in its place [m]. */
const STAYS = 1;
/** Over this time the way is averaged [s]: about two steps. */
const WINDOW = 1.05;
const WINDOW_SAMPLES = 6;

export function createFigurePath({ figures, duration }: Pick<Scene, "figures" | "duration">): FigurePath {
  const ways = figures.map(createWay);
  const outline = figures.flatMap(({ figure: { height } }, k) => {
    const [x, z] = ways[k](0);
    const reach = REACH * height;
    return [x - reach, 0, z - reach, x + reach, height, z + reach];
  });
  const ground = findGround(ways, duration);
  const start = ways.length > 0 ? ways[0](0) : [0, 0];
  return {
    outline,
    ...(ground === undefined ? {} : { ground }),
    follow(time) {
      if (ground === undefined) return [0, 0];
      let [x, z] = [0, 0];
      for (let k = 0; k < WINDOW_SAMPLES; k++) {
        const at = ways[0](Math.max(0, time + WINDOW * ((k + 0.5) / WINDOW_SAMPLES - 0.5)));
        x += at[0] / WINDOW_SAMPLES;
        z += at[1] / WINDOW_SAMPLES;
      }
      return [x - start[0], z - start[1]];
    },
  };
}

/** Where the hips of a figure are: x, z at a time [s]. */
type Way = (time: number) => readonly [number, number];

function createWay({ figure, colliders }: Scene["figures"][number]): Way {
  const { motion } = colliders[0];
  if (motion === undefined || !("poses" in motion)) return () => [0, 0];
  const [x, y, z] = figure.bones[0].head;
  const poses = new Float64Array(12 * motion.poses.count);
  return (time) => {
    motion.poses.compute(time, poses);
    return [poses[0] * x + poses[1] * y + poses[2] * z + poses[9], poses[6] * x + poses[7] * y + poses[8] * z + poses[11]];
  };
}

function findGround(ways: readonly Way[], duration: number): Ground | undefined {
  const places = ways.flatMap((way) => Array.from({ length: SAMPLES + 1 }, (_, k) => way((duration * k) / SAMPLES)));
  const [xs, zs] = [places.map(([x]) => x), places.map(([, z]) => z)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [back, front] = [Math.min(...zs), Math.max(...zs)];
  const across = Math.max(right - left, front - back);
  if (!(across > STAYS)) return undefined;
  return { centre: [(left + right) / 2, (back + front) / 2], radius: 0.5 * across };
}
