import { type BodyMotion, POSE_SIZE } from "../../core/body-motion.ts";
import { boundClusters, type ClothClusters } from "./cloth-clusters.ts";

/**
 * Boxes around the clusters of the cloth, in the coordinates of each of some bodies: while the cloth stays in them, it meets nothing of those
 * bodies but what is near the boxes.
 */
export interface Surroundings {
  /** Makes room around the cloth at x, and on its way to `ends`, `margin` [m] on all sides. */
  choose(x: Float64Array, ends: Float64Array, margin: number): void;
  /** Whether all of the cloth at x, nearer to the bodies than `reach` or not, is within the room; bodies as at both ends of the step. */
  hold(x: Float64Array): boolean;
  /** The room in the coordinates of each body, six numbers a cluster. */
  readonly boxes: readonly Float64Array[];
}

/** A body that turns further than this in a step is met as a whole [rad, about]. */
const MOST_TURN = 0.05;

/** `numbers` of the bodies; cloth that is nearer than `reach` [m] to a body may meet it. */
export function createSurroundings(clusters: ClothClusters, bodies: BodyMotion, numbers: readonly number[], reach: number): Surroundings {
  const { count } = clusters;
  const world = new Float64Array(6 * count);
  const local = new Float64Array(6);
  const rooms = numbers.map(() => new Float64Array(6 * count));
  const seen = new Float64Array(6);

  /** The box of cluster k in the coordinates of a body; R ᵀ(x − t) of all its corners. */
  function toLocal(poses: Float64Array, pose: number, k: number): void {
    for (let c = 0; c < 3; c++) {
      let middle = 0;
      let half = 0;
      for (let d = 0; d < 3; d++) {
        const r = poses[pose + 3 * d + c];
        const low = world[6 * k + d];
        const high = world[6 * k + 3 + d];
        middle += r * (0.5 * (low + high) - poses[pose + 9 + d]);
        half += Math.abs(r) * 0.5 * (high - low);
      }
      local[c] = middle - half;
      local[3 + c] = middle + half;
    }
  }

  /**
   * With q₀ and q₁ where a particle is in the body's coordinates at both ends of a step, and R₁ = R₀ + D the body's rotation, its distance from a vertex b
   * on the way is at least (1 − |D|) |q − b| − |D| |q₁ − q₀|: a room must be so much larger than what is asked for.
   */
  function computeNeed(body: number, box: Float64Array, at: number): number {
    const { start, end } = bodies;
    let square = 0;
    for (let c = POSE_SIZE * body; c < POSE_SIZE * body + 9; c++) square += (end[c] - start[c]) * (end[c] - start[c]);
    const turn = Math.sqrt(square);
    if (!(turn < MOST_TURN)) return Number.POSITIVE_INFINITY;
    let diagonal = 0;
    for (let c = 0; c < 3; c++) diagonal += box[at + 3 + c] - box[at + c];
    return (reach + (turn > 0 ? turn * diagonal : 0)) / (1 - turn);
  }

  return {
    boxes: rooms,
    choose(x, ends, margin) {
      numbers.forEach((body, n) => {
        const room = rooms[n];
        for (let k = 0; k < count; k++) {
          room.fill(Number.POSITIVE_INFINITY, 6 * k, 6 * k + 3);
          room.fill(Number.NEGATIVE_INFINITY, 6 * k + 3, 6 * k + 6);
        }
        for (const places of [x, ends]) {
          boundClusters(clusters, places, world);
          for (let k = 0; k < count; k++) {
            for (const poses of [bodies.start, bodies.end]) {
              toLocal(poses, POSE_SIZE * body, k);
              for (let c = 0; c < 3; c++) {
                room[6 * k + c] = Math.min(room[6 * k + c], local[c]);
                room[6 * k + 3 + c] = Math.max(room[6 * k + 3 + c], local[3 + c]);
              }
            }
          }
        }
        for (let k = 0; k < count; k++) {
          seen.set(room.subarray(6 * k, 6 * k + 6));
          const wide = margin + 2 * computeNeed(body, seen, 0);
          for (let c = 0; c < 3; c++) {
            room[6 * k + c] -= wide;
            room[6 * k + 3 + c] += wide;
          }
        }
      });
    },
    hold(x) {
      boundClusters(clusters, x, world);
      for (let n = 0; n < numbers.length; n++) {
        const room = rooms[n];
        const pose = POSE_SIZE * numbers[n];
        for (let k = 0; k < count; k++) {
          const need = computeNeed(numbers[n], room, 6 * k);
          for (let side = 0; side < 2; side++) {
            toLocal(side === 0 ? bodies.start : bodies.end, pose, k);
            for (let c = 0; c < 3; c++) {
              if (local[c] - need < room[6 * k + c] || local[3 + c] + need > room[6 * k + 3 + c]) return false;
            }
          }
        }
      }
      return true;
    },
  };
}
