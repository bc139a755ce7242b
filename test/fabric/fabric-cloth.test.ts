import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { BEND } from "../../src/fabric/cloth.ts";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";

const cotton = findFabric("cotton");
const lattice = createGrid({ columns: 5, rows: 5, width: 1, height: 1 });
const topology = buildTopology(25, lattice.triangles);

describe("a surface with its fabric", () => {
  test("lattice: springs on rows, columns and diagonals, plate differences for bending, both models filled", () => {
    const part = fabricPart(lattice, topology, cotton);
    expect(part.springs.count).toBe(40 + 32);
    expect(part.hinges.count).toBe(15 + 15 + 16); // curvature along rows and along columns, twist of the cells
    expect(part.triangleStiffness?.length).toBe(4 * 32);
    expect(part.material).toBe(lattice.material);
    expect(part.mass.reduce((sum, m) => sum + m, 0)).toBeCloseTo(cotton.density, 12);
    for (let i = 0; i < 25; i++) expect(part.viscousDamping[i]).toBe(cotton.damping * part.mass[i]);
    expect(part.name).toBe("cotton");
    expect(part.springs.asymmetric.every((flag) => flag === 0)).toBe(true);
  });

  test("a mesh in space: edge springs, hinges, no triangle model", () => {
    const { positions, triangles } = lattice;
    const surface: Surface = { positions, triangles };
    const part = fabricPart(surface, topology, cotton);
    expect(part.springs.count).toBe(56);
    expect(part.hinges.count).toBe(40);
    expect(part.material).toBeUndefined();
    expect(part.triangleStiffness).toBeUndefined();
  });

  test("overrides replace the fabric's values", () => {
    const part = fabricPart(lattice, topology, cotton, {
      name: "flag",
      particleMass: 2,
      viscousDamping: 0.05,
      asymmetric: true,
      relativeDamping: 0.01,
      springs: { stretch: 100, shear: 100, bend: 10, bendDiagonal: 10 },
    });
    expect(part.name).toBe("flag");
    expect(part.mass.every((m) => m === 2)).toBe(true);
    expect(part.viscousDamping.every((c) => c === 0.05)).toBe(true);
    expect(part.springs.count).toBe(120);
    expect(part.springs.asymmetric.every((flag, s) => flag === (part.springs.kind[s] === BEND ? 0 : 1))).toBe(true);
    expect(part.springs.relativeDamping.every((c) => c === 0.01)).toBe(true);
    expect(part.hinges.count).toBe(0);
  });

  test("bendModulus gives plain hinges on interior edges, the fabric its own plate differences", () => {
    const plain = fabricPart(lattice, topology, cotton, {
      springs: { stretch: 1 },
      bendModulus: cotton.bending,
    }).hinges;
    const own = fabricPart(lattice, topology, cotton).hinges;
    expect(plain.count).toBe(40);
    // a = b = ¼ m: 4B/a² in the middle, half on the border, 8B/a² for the twist
    const shares = [...own.stiffness].map((k) => Math.round((1e6 * k) / (16 * cotton.bending)) / 1e6);
    expect(shares.filter((share) => share === 4).length).toBe(18);
    expect(shares.filter((share) => share === 2).length).toBe(12);
    expect(shares.filter((share) => share === 8).length).toBe(16);
  });

  test("a fabric out of range is refused with its path", () => {
    const bad = { ...cotton, density: -1 };
    expect(() => fabricPart(lattice, topology, bad, {}, "cloths[2].fabric")).toThrow(InputError);
    expect(() => fabricPart(lattice, topology, bad, {}, "cloths[2].fabric")).toThrow(/^cloths\[2\]\.fabric\.density: got -1;/);
  });
});
