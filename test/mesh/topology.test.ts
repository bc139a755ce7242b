import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { adjacencyFromPairs } from "../../src/mesh/adjacency.ts";
import { checkedTopology } from "../../src/mesh/checked-topology.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { orientTriangles } from "../../src/mesh/orient-triangles.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

/** Random triangles over few vertices in which no edge has three and no triangle occurs twice. */
function randomTriangles(random: () => number, vertexCount: number, tries: number): Uint32Array {
  const uses = new Map<string, number>();
  const taken = new Set<string>();
  const triangles: number[] = [];
  for (let n = 0; n < tries; n++) {
    const corners = [0, 1, 2].map(() => Math.floor(random() * vertexCount));
    const sorted = [...corners].sort((a, b) => a - b);
    const pairs = [`${sorted[0]},${sorted[1]}`, `${sorted[0]},${sorted[2]}`, `${sorted[1]},${sorted[2]}`];
    if (new Set(corners).size < 3 || taken.has(sorted.join()) || pairs.some((p) => (uses.get(p) ?? 0) > 1)) continue;
    taken.add(sorted.join());
    for (const p of pairs) uses.set(p, (uses.get(p) ?? 0) + 1);
    triangles.push(...corners);
  }
  return Uint32Array.from(triangles);
}

function runsAlong(t: number[], from: number, to: number): boolean {
  return [0, 1, 2].some((c) => t[c] === from && t[(c + 1) % 3] === to);
}

describe("buildTopology", () => {
  it("finds the two triangles of a square", () => {
    const topology = buildTopology(5, Uint32Array.of(0, 1, 2, 0, 2, 3));
    expect([...topology.edges]).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 2, 3]);
    expect([...topology.triangleEdges]).toEqual([3, 1, 0, 4, 2, 1]);
    expect([...topology.hinges]).toEqual([1, 3, 2, 0]);
    expect([...topology.hingeTriangles]).toEqual([0, 1]);
    expect([...topology.hingeEdges]).toEqual([1]);
    expect([...topology.boundaryEdges]).toEqual([0, 2, 3, 4]);
    expect([...topology.adjacency.start]).toEqual([0, 3, 5, 8, 10, 10]);
    expect([...topology.adjacency.neighbours]).toEqual([1, 2, 3, 0, 2, 0, 1, 3, 0, 2]);
  });

  it("accepts no triangles at all", () => {
    const topology = buildTopology(2, new Uint32Array(0));
    expect(topology.edges.length).toBe(0);
    expect([...topology.adjacency.start]).toEqual([0, 0, 0]);
  });

  it("agrees with brute force on 300 random meshes", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const vertexCount = 4 + Math.floor(random() * 20);
      const triangles = randomTriangles(random, vertexCount, 60);
      const list = Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.subarray(3 * t, 3 * t + 3)]);
      const topology = buildTopology(vertexCount, triangles);
      const where = `seed ${seed}`;

      const edges: number[][] = [];
      for (let a = 0; a < vertexCount; a++) {
        for (let b = a + 1; b < vertexCount; b++) {
          if (list.some((t) => t.includes(a) && t.includes(b))) edges.push([a, b]);
        }
      }
      expect([...topology.edges], where).toEqual(edges.flat());
      const owners = edges.map(([a, b]) => list.flatMap((t, n) => (t.includes(a) && t.includes(b) ? [n] : [])));
      expect([...topology.boundaryEdges], where).toEqual(owners.flatMap((o, e) => (o.length === 1 ? [e] : [])));
      expect([...topology.hingeEdges], where).toEqual(owners.flatMap((o, e) => (o.length === 2 ? [e] : [])));
      expect([...topology.hingeTriangles], where).toEqual(owners.filter((o) => o.length === 2).flat());
      list.forEach((t, n) => {
        for (let c = 0; c < 3; c++) {
          const [a, b] = edges[topology.triangleEdges[3 * n + c]];
          expect([a, b, t[c]].sort(), where).toEqual([...t].sort());
        }
      });
      for (let h = 0; h < topology.hingeEdges.length; h++) {
        const [i, j, k, l] = topology.hinges.subarray(4 * h, 4 * h + 4);
        const first = list[topology.hingeTriangles[2 * h]];
        const second = list[topology.hingeTriangles[2 * h + 1]];
        expect(
          [k, l].sort((a, b) => a - b),
          where,
        ).toEqual(edges[topology.hingeEdges[h]]);
        expect(first.includes(i) && runsAlong(first, k, l), where).toBe(true);
        expect(second.includes(j) && j !== k && j !== l && i !== j, where).toBe(true);
      }
    }
  });

  it("gives hinges the turning sense on both sides of a consistent surface", () => {
    const { triangles } = createGrid({ columns: 7, rows: 5, width: 1, height: 1 });
    const { hinges, hingeTriangles } = buildTopology(35, triangles);
    for (let h = 0; h < hinges.length / 4; h++) {
      const second = hingeTriangles[2 * h + 1];
      const corners = [...triangles.subarray(3 * second, 3 * second + 3)];
      expect(runsAlong(corners, hinges[4 * h + 3], hinges[4 * h + 2])).toBe(true);
    }
  });

  it("refuses an edge of three triangles and names it", () => {
    const build = () => checkedTopology(5, Uint32Array.of(0, 1, 2, 1, 0, 3, 0, 1, 4), "cloths[0].triangles");
    expect(build).toThrow(InputError);
    expect(build).toThrow("cloths[0].triangles[2]: got 3 triangles at the edge between vertices 0 and 1;");
  });

  it("refuses the same triangle twice", () => {
    const build = () => checkedTopology(4, Uint32Array.of(0, 1, 2, 1, 3, 2, 2, 0, 1));
    expect(build).toThrow("triangles[2]: got the same three corners as triangle 0;");
  });

  it("takes 200,000 triangles", () => {
    const { triangles } = createGrid({ columns: 317, rows: 317, width: 1, height: 1 });
    const topology = buildTopology(317 * 317, triangles);
    expect(topology.edges.length / 2).toBe(2 * 316 * 317 + 316 * 316);
  });
});

describe("orientTriangles", () => {
  it("undoes random turning, piece by piece, by majority", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = createRandom(seed);
      const columns = 4 + Math.floor(random() * 5);
      const one = createGrid({ columns, rows: 5, width: 1, height: 1 }).triangles;
      const count = columns * 5;
      const whole = Uint32Array.from([...one, ...one.map((i) => i + count)]);
      const turned = whole.slice();
      let left = one.length / 3 / 2 - 1;
      for (let t = 0; t < one.length / 3; t++) {
        if (random() < 0.5 || left-- <= 0) continue;
        [turned[3 * t + 1], turned[3 * t + 2]] = [turned[3 * t + 2], turned[3 * t + 1]];
      }
      const oriented = orientTriangles(turned, buildTopology(2 * count, turned));
      expect([...oriented], `seed ${seed}`).toEqual([...whole]);
    }
  });

  it("comes to an end on a Möbius strip", () => {
    const strip = Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 0, 4, 0, 1);
    const oriented = orientTriangles(strip, buildTopology(5, strip));
    expect(oriented.length).toBe(15);
  });
});

describe("adjacencyFromPairs", () => {
  it("is sorted and symmetric, without repeats and loops, as brute force finds it", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const count = 1 + Math.floor(random() * 15);
      const pairs = Uint32Array.from({ length: 2 * Math.floor(random() * 40) }, () => Math.floor(random() * count));
      const rows = Array.from({ length: count }, () => new Set<number>());
      for (let p = 0; p < pairs.length; p += 2) {
        if (pairs[p] === pairs[p + 1]) continue;
        rows[pairs[p]].add(pairs[p + 1]);
        rows[pairs[p + 1]].add(pairs[p]);
      }
      const { start, neighbours } = adjacencyFromPairs(count, pairs);
      expect(start.length, `seed ${seed}`).toBe(count + 1);
      expect(neighbours.length, `seed ${seed}`).toBe(start[count]);
      rows.forEach((row, i) => {
        expect([...neighbours.subarray(start[i], start[i + 1])], `seed ${seed}`).toEqual([...row].sort((a, b) => a - b));
      });
    }
  });
});
