import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { cross3, length3, subtract3 } from "../../src/core/vec3.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";
import { eulerCharacteristic, leastAgreement, point, totalArea } from "./measure.ts";

describe("createDisk", () => {
  it("makes one ring a hexagon", () => {
    const disk = createDisk({ rings: 1, radius: 2 });
    expect([...disk.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 1]);
    expect(totalArea(disk)).toBeCloseTo(6 * Math.sqrt(3), 12);
  });

  it.each([1, 2, 3, 8, 25])("has the right counts, area, shape and sense with %i rings", (rings) => {
    const u = [0, 0, 3] as const;
    const v = [2, 0, 0] as const;
    const disk = createDisk({ rings, radius: 1.5, origin: [1, 2, 3], u, v });
    validateSurface(disk, "disk");
    const vertexCount = disk.positions.length / 3;
    expect(vertexCount).toBe(1 + 3 * rings * (rings + 1));
    expect(disk.triangles.length / 3).toBe(6 * rings * rings);
    expect(eulerCharacteristic(disk)).toBe(1);
    // The area of the regular polygon with 6 n corners.
    const corners = 6 * rings;
    expect(totalArea(disk)).toBeCloseTo(0.5 * corners * 1.5 ** 2 * Math.sin((2 * Math.PI) / corners), 12);
    expect(leastAgreement(disk, cross3(u, v))).toBeGreaterThan(1 - 1e-12);

    const topology = buildTopology(vertexCount, disk.triangles);
    expect(topology.boundaryEdges.length).toBe(corners);
    const sides = Array.from({ length: topology.edges.length / 2 }, (_, e) =>
      length3(subtract3(point(disk.positions, topology.edges[2 * e]), point(disk.positions, topology.edges[2 * e + 1]))),
    );
    // Along the six spokes triangles have the legs 1 and π/3, in units of the ring distance.
    expect(Math.max(...sides) / Math.min(...sides)).toBeLessThan(1.45);
    for (let i = vertexCount - corners; i < vertexCount; i++) {
      expect(length3(subtract3(point(disk.positions, i), [1, 2, 3]))).toBeCloseTo(1.5, 13);
    }
  });

  it.each([
    [{ rings: 0 }, "disk.rings: got 0;"],
    [{ rings: 816 }, "disk.rings: got 816;"],
    [{ radius: -1 }, "disk.radius: got -1;"],
  ])("refuses %j", (change, message) => {
    const make = () => createDisk({ rings: 2, radius: 1, ...change });
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });
});
