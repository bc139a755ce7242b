import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeElementBoxes, createElementBoxes } from "../../src/contact/search/bounding-boxes.ts";
import { BODY_GROUP, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairBuffer } from "../../src/contact/search/pair-list.ts";
import { addVoxelPairs, createVoxelGrid, fillVoxelGrid } from "../../src/contact/search/voxel-grid.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { boxMeet, soup } from "./bounding-cases.ts";

describe("a voxel grid", () => {
  it("finds each pair of triangles whose boxes meet once, and none of one body", () => {
    const speeds = fc.constantFrom(0, 1, 100);
    fc.assert(
      fc.property(fc.integer(), speeds, fc.constantFrom(1e-6, 1, 1e9), fc.boolean(), (seed, speed, scale, self) => {
        const { mesh, xs, xe, margin } = soup(seed, scale, speed, 0.01);
        const boxes = createElementBoxes(mesh);
        computeElementBoxes(mesh, xs, xe, margin, boxes);
        const grid = createVoxelGrid(mesh);
        const found = createPairBuffer(1);
        fillVoxelGrid(grid, boxes);
        addVoxelPairs(grid, mesh.groups, boxes.triangles, self, found);
        const names = Array.from({ length: found.count }, (_, n) => {
          const [a, b] = [found.data[2 * n], found.data[2 * n + 1]];
          return `${Math.min(a, b)} ${Math.max(a, b)}`;
        });
        const expected: string[] = [];
        mesh.groups.forEach((group, a) => {
          for (let b = a + 1; b < mesh.groups.length; b++) {
            if (group === mesh.groups[b] && (group === BODY_GROUP || !self)) continue;
            if (boxMeet(boxes.triangles, a, boxes.triangles, b)) expected.push(`${a} ${b}`);
          }
        });
        expect(names.sort()).toEqual(expected.sort());
      }),
    );
  });

  it("keeps its cells small when a vertex flies away", () => {
    const { positions, triangles } = createGrid({ columns: 30, rows: 30, width: 1, height: 1 });
    const mesh = createCollisionMesh(900, triangles);
    const boxes = createElementBoxes(mesh);
    const grid = createVoxelGrid(mesh);
    const fullest = (xe: Float64Array): number => {
      computeElementBoxes(mesh, positions, xe, 0.001, boxes);
      fillVoxelGrid(grid, boxes);
      let most = 0;
      for (let b = 0; b + 1 < grid.start.length; b++) most = Math.max(most, grid.start[b + 1] - grid.start[b]);
      return most;
    };
    const calm = fullest(positions);
    const wild = positions.slice();
    wild[3 * 465] = 1e8;
    expect(fullest(wild)).toBeLessThan(2 * calm);
    expect(grid.wideCount).toBeGreaterThan(3);
    expect(grid.wideCount).toBeLessThan(10);
  });

  it("never puts a triangle into a bucket twice, and into one at least", () => {
    const { mesh, xs } = soup(11, 1, 0, 0);
    const boxes = createElementBoxes(mesh);
    const grid = createVoxelGrid(mesh);
    computeElementBoxes(mesh, xs, xs, 0, boxes);
    fillVoxelGrid(grid, boxes);
    const seen = new Set<number>(grid.wide.subarray(0, grid.wideCount));
    for (let b = 0; b + 1 < grid.start.length; b++) {
      const items = [...grid.items.subarray(grid.start[b], grid.start[b + 1])];
      expect(items).toEqual([...new Set(items)].sort((p, q) => p - q));
      for (const t of items) seen.add(t);
    }
    expect(seen.size).toBe(mesh.groups.length);
  });
});
