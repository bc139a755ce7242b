import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

const pairsOf = (edges: Uint32Array): string[] => Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]} ${edges[2 * e + 1]}`);

describe("a collision mesh", () => {
  it("gives vertices and edges to the first triangle that has them", () => {
    //  0──1
    //  │╲ │     and vertex 4 in no triangle
    //  2──3
    const mesh = createCollisionMesh(5, Uint32Array.of(0, 2, 3, 0, 3, 1));
    expect(pairsOf(mesh.edges)).toEqual(["0 2", "2 3", "0 3", "1 3", "0 1"]);
    expect([...mesh.edgeStart]).toEqual([0, 3, 5]);
    expect([...mesh.points]).toEqual([0, 2, 3, 1]);
    expect([...mesh.pointStart]).toEqual([0, 3, 4]);
    expect([...mesh.groups]).toEqual([1, 1]);
  });

  it("has the edges of the topology on a proper surface", () => {
    const { positions, triangles } = createDisk({ rings: 5, radius: 1 });
    const expected = pairsOf(buildTopology(positions.length / 3, triangles).edges);
    const found = pairsOf(createCollisionMesh(positions.length / 3, triangles).edges);
    expect(found.sort()).toEqual(expected.sort());
  });

  it("has every vertex and every edge once, owned by a triangle that has it, whatever the triangles are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(7)), { maxLength: 30 }), (list) => {
        const mesh = createCollisionMesh(8, Uint32Array.from(list.flat()));
        const corners = list.map((corner) => [...corner]);
        const sides = corners.flatMap(([a, b, c]) => [
          [a, b],
          [b, c],
          [c, a],
        ]);
        const edges = sides.filter(([a, b]) => a !== b).map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`);
        expect(pairsOf(mesh.edges).sort()).toEqual([...new Set(edges)].sort());
        expect([...mesh.points].sort()).toEqual([...new Set(corners.flat())].sort());
        corners.forEach((own, t) => {
          for (let e = mesh.edgeStart[t]; e < mesh.edgeStart[t + 1]; e++) {
            expect(own).toContain(mesh.edges[2 * e]);
            expect(own).toContain(mesh.edges[2 * e + 1]);
          }
          for (let p = mesh.pointStart[t]; p < mesh.pointStart[t + 1]; p++) expect(own).toContain(mesh.points[p]);
        });
        expect(mesh.edgeStart[list.length]).toBe(mesh.edges.length / 2);
        expect(mesh.pointStart[list.length]).toBe(mesh.points.length);
      }),
    );
  });
});
