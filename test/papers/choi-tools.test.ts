import { describe, expect, test } from "vitest";
import { bandwidth } from "../../src/mesh/reorder.ts";
import { CHOI_COVERAGE } from "../../src/papers/choi13/coverage.ts";
import { circlePlaces, drawPanels, eliminationPanels } from "../../src/papers/choi13/draw-elimination.ts";
import {
  countFill,
  dissectGrid,
  type Edge,
  edgesOf,
  eliminate,
  graphOf,
  gridGraph,
  leastFill,
  leastFillOrder,
  randomGraph,
  renumber,
} from "../../src/papers/choi13/elimination-graph.ts";
import { sheetModuli } from "../../src/papers/choi13/network-moduli.ts";
import { findDelay } from "../../src/papers/choi13/sphere-delay.ts";

/** Every order of 0 … n − 1. */
function permutations(n: number): number[][] {
  if (n === 0) return [[]];
  return permutations(n - 1).flatMap((list) => Array.from({ length: n }, (_, at) => [...list.slice(0, at), n - 1, ...list.slice(at)]));
}

/** Fill of a dense elimination, row by row, of the matrix of a graph taken in an order. */
function denseFill(n: number, edges: readonly Edge[], order: readonly number[]): number {
  const full = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i === j));
  for (const [a, b] of edges) {
    const [p, q] = [order.indexOf(a), order.indexOf(b)];
    full[p][q] = true;
    full[q][p] = true;
  }
  let fill = 0;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        if (full[i][k] && full[j][k] && !full[i][j]) {
          full[i][j] = true;
          full[j][i] = true;
          fill++;
        }
      }
    }
  }
  return fill;
}

describe("elimination graphs", () => {
  const graphs = [1, 2, 3, 4, 5].map((seed) => randomGraph(6, 0.3, seed));

  test("fill as a dense elimination does, in any order", () => {
    for (const graph of graphs) {
      for (const order of permutations(6).slice(0, 40)) {
        expect(countFill(eliminate(graph, Uint32Array.from(order)))).toBe(denseFill(6, edgesOf(graph), order));
      }
    }
  });

  test("the least fill is that of the best of all orders", () => {
    for (const graph of graphs) {
      const best = Math.min(...permutations(6).map((order) => denseFill(6, edgesOf(graph), order)));
      expect(leastFill(graph)).toBe(best);
      expect(countFill(eliminate(graph, leastFillOrder(graph)))).toBeGreaterThanOrEqual(best);
    }
  });

  test("a cycle of five needs two more edges", () => {
    const cycle = graphOf(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [0, 4],
    ]);
    expect(leastFill(cycle)).toBe(2);
  });

  test("dissections are orders of the whole grid, and renumbering keeps the edges", () => {
    for (const [share, width] of [
      [0.5, 1],
      [0.25, 1],
      [0.125, 1],
      [0.5, 3],
    ]) {
      const order = dissectGrid(11, share, width);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 121 }, (_, i) => i));
    }
    const grid = gridGraph(5, 13);
    expect(edgesOf(renumber(grid, dissectGrid(5, 0.5, 1))).length).toBe(edgesOf(grid).length);
    expect(bandwidth(gridGraph(5, 5))).toBe(5);
  });

  test("drawings are a picture with a title for each panel, and have as many dashed edges as the eliminations made", () => {
    const graph = graphOf(4, [
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    const svg = drawPanels("an arrow", eliminationPanels(graph, Uint32Array.of(0, 1, 2, 3), circlePlaces(4), 2));
    expect(svg.match(/<svg viewBox="[^"]+"[^>]* role="img"[^>]*><title>an arrow: the graph of A₁?<\/title>/g)?.length).toBe(2);
    expect(svg.match(/class="graph-fill"/g)?.length).toBe(3);
    expect(svg).not.toMatch(/NaN|undefined|<script/);
  });
});

test("a sheet of regular triangles has the shear modulus √3/4 k and the stretch stiffness 2/√3 k", () => {
  // a parallelogram would do; a square cut of the lattice has ragged sides, so only the inside of a large one counts
  const points: [number, number][] = [];
  const size = 40;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) points.push([(c + (r % 2) / 2) / size, (r * Math.sqrt(0.75)) / size]);
  }
  const pairs: [number, number][] = [];
  for (let a = 0; a < points.length; a++) {
    for (let b = a + 1; b < Math.min(points.length, a + size + 2); b++) {
      const [x, y] = [points[a][0] - points[b][0], points[a][1] - points[b][1]];
      if (x * x + y * y < 1.1 / (size * size)) pairs.push([a, b]);
    }
  }
  const [shear, stretch] = sheetModuli(points, pairs, 3);
  expect(shear / 3).toBeCloseTo(Math.sqrt(3) / 4, 1);
  expect(stretch / 3).toBeCloseTo(2 / Math.sqrt(3), 1);
});

test("the delay of a motion that is late is found between the looks", () => {
  const at = (time: number): Float64Array => Float64Array.of(time * time, 0, 0, 0, time, 0);
  const fall = (late: number) => {
    const frames = Array.from({ length: 11 }, (_, n) => at(Math.max(0, n / 10 - late)));
    return { frames, velocities: frames };
  };
  const { late, after, before } = findDelay(fall(0.23), fall(0), 1);
  expect(late).toBeCloseTo(0.23, 2);
  expect(after).toBeLessThan(0.02 * before);
});

test("every equation of the thesis has its row, and no row is empty", () => {
  for (const { place, experiments, code, tests, reason } of CHOI_COVERAGE) {
    expect([place, (experiments ?? code ?? tests ?? reason ?? "").length > 0]).toEqual([place, true]);
  }
  const covered = new Set<string>();
  for (const { kind, place } of CHOI_COVERAGE) {
    if (kind !== "equation") continue;
    const [first, last = first] = place.replace(/[()]/g, "").split("–");
    const [chapter, from] = first.split(".").map(Number);
    for (let n = from; n <= Number(last.split(".")[1]); n++) covered.add(`${chapter}.${n}`);
  }
  const counts = { 1: 11, 3: 17, 4: 18, 5: 15, 6: 19 };
  const all = Object.entries(counts).flatMap(([chapter, count]) => Array.from({ length: count }, (_, n) => `${chapter}.${n + 1}`));
  expect([...covered].sort()).toEqual(all.sort());
});
