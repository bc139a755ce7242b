/**
 * Milliseconds to find what may touch in a sheet that folds or crumples onto itself, with the tree and with the grid: `update` makes the boxes
 * and refits or fills, `pairs` finds the pairs and sorts them. `growth` is the time over that of n log n from the smallest sheet.
 *    npm run bench -- broad-phase [VERTICES…] [budget=1000]
 */

import { computeElementBoxes, createElementBoxes } from "../src/contact/search/bounding-boxes.ts";
import { type BroadPhaseKind, createBroadPhase } from "../src/contact/search/broad-phase.ts";
import { type CollisionMesh, createCollisionMesh } from "../src/contact/search/collision-mesh.ts";
import { createPairBuffer, createPairList, sortPairs } from "../src/contact/search/pair-list.ts";
import { smoothNoise } from "../src/core/random.ts";
import { minAndMedian } from "../src/core/time-runs.ts";
import { createGrid } from "../src/mesh/grid.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const PLEATS = 8;
const STEPS = 8;
/** How near counts as touching, in spacings. */
const MARGIN = 0.1;

/** Where vertex (u, v) of a sheet of 1 m is when it has gone the share s of its way from flat to done [m]. */
type Pose = (u: number, v: number, s: number, spacing: number) => [number, number, number];

/** Eight pleats that close until they are a spacing apart; turned, so that nothing lies along an axis. */
const fold: Pose = (u, v, s, spacing) => {
  const cosine = 1 - s * (1 - spacing * PLEATS);
  const sine = Math.sqrt(1 - cosine * cosine);
  const pleat = Math.min(PLEATS - 1, Math.floor(u * PLEATS));
  const along = u - pleat / PLEATS;
  const height = sine * (pleat % 2 === 0 ? along : 1 / PLEATS - along);
  const x = cosine * u;
  return [0.8 * x - 0.6 * height, 0.6 * (0.6 * x + 0.8 * height) - 0.8 * v, 0.8 * (0.6 * x + 0.8 * height) + 0.6 * v];
};

/** A ball of a third of a metre, with waves of different length in all directions. */
const crumple: Pose = (u, v, s) => {
  const flat = [u, v, 0];
  const noise = (c: number): number =>
    smoothNoise(7, c, 6 * u + 1.5 * v) * 0.15 + smoothNoise(7, 3 + c, 5 * v - u) * 0.15 + smoothNoise(7, 6 + c, 17 * (u + v)) * 0.03;
  return [0, 1, 2].map((c) => (1 - s) * flat[c] + s * noise(c)) as [number, number, number];
};

/** The positions between the last steps of the way, of which each moves a vertex by up to half a spacing. */
function bake(pose: Pose, side: number): Float64Array[] {
  const spacing = 1 / (side - 1);
  return Array.from({ length: STEPS + 1 }, (_, n) => {
    const s = 1 - 0.5 * spacing * (STEPS - n);
    const x = new Float64Array(3 * side * side);
    for (let i = 0; i < side * side; i++) {
      x.set(pose((i % side) * spacing, Math.floor(i / side) * spacing, s, spacing), 3 * i);
    }
    return x;
  });
}

interface Times {
  /** The smallest times of update and pairs together. */
  readonly least: number;
  readonly update: number;
  readonly pairs: number;
  readonly boxes: number;
  readonly sort: number;
  readonly pointTriangles: number;
  readonly edgeEdges: number;
}

/** Medians over all steps, repeated until the budget is spent. The tree has been sorted when the sheet was flat. */
function timeKind(
  mesh: CollisionMesh,
  kind: BroadPhaseKind,
  flat: Float64Array,
  frames: Float64Array[],
  margin: number,
  budget: number,
): Times {
  const phase = createBroadPhase(mesh, kind);
  const pairs = createPairList();
  phase.update(flat, flat, margin);
  const boxes = createElementBoxes(mesh);
  const scratch = createPairBuffer();
  const histogram = new Uint32Array(Math.max(mesh.vertexCount, mesh.edges.length));
  const times: number[][] = [[], [], [], []];
  let rounds = 0;
  const started = performance.now();
  while (rounds++ < 3 || performance.now() - started < budget) {
    for (let n = 0; n + 1 < frames.length; n++) {
      const t0 = performance.now();
      phase.update(frames[n], frames[n + 1], margin);
      const t1 = performance.now();
      phase.findPairs(pairs);
      const t2 = performance.now();
      computeElementBoxes(mesh, frames[n], frames[n + 1], margin, boxes);
      const t3 = performance.now();
      sortPairs(pairs.pointTriangles, scratch, histogram);
      sortPairs(pairs.edgeEdges, scratch, histogram);
      const t4 = performance.now();
      [t1 - t0, t2 - t1, t3 - t2, t4 - t3].forEach((ms, stage) => {
        times[stage].push(ms);
      });
    }
  }
  const [update, find, box, sort] = times.map((list) => minAndMedian(list)[1]);
  const least = minAndMedian(times[0])[0] + minAndMedian(times[1])[0];
  return {
    least,
    update,
    pairs: find,
    boxes: box,
    sort,
    pointTriangles: pairs.pointTriangles.count,
    edgeEdges: pairs.edgeEdges.count,
  };
}

const { words, numbers } = readArguments({ budget: 1000 });
const sizes = words.length > 0 ? words.map(Number) : [1000, 6000, 20000, 50000];
const rows: Row[] = [];
for (const [scene, pose] of Object.entries({ fold, crumple })) {
  for (const kind of ["tree", "grid"] as const) {
    let unit = 0;
    for (const size of sizes) {
      const side = Math.round(Math.sqrt(size));
      const { positions, triangles } = createGrid({ columns: side, rows: side, width: 1, height: 1 });
      const mesh = createCollisionMesh(side * side, triangles);
      const t = timeKind(mesh, kind, positions, bake(pose, side), MARGIN / (side - 1), numbers.budget);
      const work = side * side * Math.log(side * side);
      unit ||= (t.update + t.pairs) / work;
      rows.push({
        scene,
        kind,
        vertices: side * side,
        pointTriangles: t.pointTriangles,
        edgeEdges: t.edgeEdges,
        boxes: t.boxes.toFixed(2),
        update: t.update.toFixed(2),
        pairs: t.pairs.toFixed(2),
        sort: t.sort.toFixed(2),
        total: (t.update + t.pairs).toFixed(2),
        least: t.least.toFixed(2),
        growth: ((t.update + t.pairs) / work / unit).toFixed(2),
      });
    }
  }
}
console.log("milliseconds (median): boxes are part of update, sort is part of pairs");
publish("broad-phase", `margin ${MARGIN} spacings`, rows);
