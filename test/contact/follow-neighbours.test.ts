import fc from "fast-check";
import { expect, test } from "vitest";
import { createElementBoxes } from "../../src/contact/search/bounding-boxes.ts";
import { findNeighbours, followNeighbours, type Neighbours } from "../../src/contact/search/bounding-neighbours.ts";
import { BODY_GROUP, type CollisionMesh, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { findKept } from "../../src/contact/search/kept-elements.ts";
import { cutMesh } from "../../src/mesh/cut.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { edgesOf, strokes } from "../support/random-cuts.ts";

/** Lists as they are read: what lies behind their ends means nothing. */
function readable({ links, pairs }: Neighbours): object {
  const list = ({ data, count }: { data: Uint32Array; count: number }): Uint32Array => data.slice(0, 2 * count);
  return { links, pointTriangles: list(pairs.pointTriangles), edgeEdges: list(pairs.edgeEdges) };
}

/** A cloth, and a body of two triangles behind its vertices. */
function withBody(particleCount: number, triangles: Uint32Array): CollisionMesh {
  const body = [0, 1, 2, 1, 2, 3].map((k) => particleCount + k);
  const groups = new Uint32Array(triangles.length / 3 + 2).fill(BODY_GROUP + 1, 0, triangles.length / 3);
  return createCollisionMesh(particleCount + 4, Uint32Array.from([...triangles, ...body]), groups);
}

test.each([true, false])("neighbours that follow any cuts are those of the cut mesh (self: %s)", (self) => {
  let followed = 0;
  fc.assert(
    fc.property(strokes, fc.integer({ min: 3, max: 14 }), fc.integer({ min: 3, max: 14 }), (cuts, columns, rows) => {
      let { triangles } = createGrid({ columns, rows, width: 1, height: 1 });
      let count = columns * rows;
      let mesh = createCollisionMesh(count, triangles);
      let neighbours = findNeighbours(mesh, self);
      for (const stroke of cuts) {
        const cut = cutMesh(count, triangles, edgesOf(stroke, triangles));
        ({ triangles } = cut);
        count = cut.particleCount;
        const after = createCollisionMesh(count, triangles);
        neighbours = followNeighbours(neighbours, findKept(mesh, after), after, self, createElementBoxes(after));
        expect(readable(neighbours)).toEqual(readable(findNeighbours(after, self)));
        followed += after.vertexCount - mesh.vertexCount;
        mesh = after;
      }
    }),
    { numRuns: 20 },
  );
  expect(followed).toBeGreaterThan(20);
});

test("the vertices of bodies have other numbers after a cut, and the same neighbours", () => {
  const { triangles } = createGrid({ columns: 5, rows: 5, width: 1, height: 1 });
  const cut = cutMesh(25, triangles, [
    [2, 7],
    [7, 12],
  ]);
  const [before, after] = [withBody(25, triangles), withBody(cut.particleCount, cut.triangles)];
  const followed = followNeighbours(findNeighbours(before, true), findKept(before, after), after, true, createElementBoxes(after));
  expect(readable(followed)).toEqual(readable(findNeighbours(after, true)));
});
