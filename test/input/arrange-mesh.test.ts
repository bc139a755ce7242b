import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrangeMesh } from "../../src/input/arrange-mesh.ts";
import { weldVertices } from "../../src/input/weld-vertices.ts";
import { findGroup, groupNames } from "../../src/mesh/mesh-file.ts";
import { parseObj } from "../../src/mesh/obj.ts";

const TWO = `o shirt
v 0 0 0 1 0 0
v 1 0 0
v 1 1 0
g collar seam
usemtl wool
f 1 2 3
o skirt
v 1 1 0
v 1 0 0
v 2 0 0
v 2 1 0
g
f 4 5 6 7
`;

describe("pieces of an OBJ file", () => {
  const mesh = parseObj(TWO, "two.obj");

  test("are named by object, groups and material", () => {
    expect(groupNames(mesh)).toEqual(["shirt", "collar", "seam", "wool", "skirt"]);
    expect(mesh.pieces).toEqual([
      { names: ["shirt", "collar", "seam", "wool"], start: 0, end: 1 },
      { names: ["skirt", "wool"], start: 1, end: 3 },
    ]);
    expect([...(findGroup(mesh, "skirt") ?? [])]).toEqual([3, 4, 5, 6]);
    expect(findGroup(mesh, "toString")).toBeUndefined();
  });

  test("colours behind coordinates are taken, white where there are none", () => {
    expect([...(mesh.colours ?? [])].slice(0, 6)).toEqual([1, 0, 0, 1, 1, 1]);
    expect(parseObj("v 0 0 0 1\nv 1 0 0\nv 0 1 0\nf 1 2 3", "m.obj").colours).toBeUndefined();
  });
});

describe("arrangeMesh", () => {
  const mesh = parseObj(TWO, "two.obj");

  test("leaves a mesh in metres with y up as it is", () => {
    expect(arrangeMesh(mesh, { scale: 1, up: "y" }, "two.obj")).toBe(mesh);
  });

  test("takes centimetres with z up to metres with y up", () => {
    const { positions } = arrangeMesh(mesh, { scale: 0.01, up: "z" }, "two.obj");
    expect([...positions.subarray(6, 9)]).toEqual([0.01, 0, -0.01]);
  });

  test("welds what lies in one place, and numbers anew", () => {
    const welded = arrangeMesh(mesh, { scale: 1, up: "y", weld: 0 }, "two.obj");
    expect(welded.positions.length).toBe(3 * 5);
    expect([...welded.triangles]).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4]);
    expect([...(findGroup(welded, "skirt") ?? [])]).toEqual([1, 2, 3, 4]);
    expect(welded.colours?.length).toBe(15);
  });

  test("chooses a group, and drops triangles that welding has closed", () => {
    const skirt = arrangeMesh(mesh, { scale: 1, up: "y", group: "skirt" }, "two.obj");
    expect(skirt.positions.length).toBe(12);
    expect(skirt.pieces).toEqual([{ names: ["skirt", "wool"], start: 0, end: 2 }]);
    const thin = parseObj("v 0 0 0\nv 1 0 0\nv 1 0.001 0\nv 0 1 0\nf 1 2 3\nf 1 3 4", "thin.obj");
    expect([...arrangeMesh(thin, { scale: 1, up: "y", weld: 0.01 }, "thin.obj").triangles]).toEqual([0, 1, 2]);
  });

  test("says which groups there are", () => {
    expect(() => arrangeMesh(mesh, { scale: 1, up: "y", group: "skirts" }, "two.obj")).toThrow(
      'two.obj: got no group "skirts"; did you mean "skirt"?',
    );
    expect(() => arrangeMesh(mesh, { scale: 1, up: "y", weld: 1.5 }, "two.obj")).toThrow("no triangle of any size");
  });
});

test("weldVertices joins each vertex with the first one near it, as plain search does", () => {
  const coordinate = fc.integer({ min: -6, max: 6 }).map((n) => n / 4);
  fc.assert(
    fc.property(fc.array(coordinate, { maxLength: 90 }), fc.constantFrom(0, 0.25, 0.3, 0.6), (list, tolerance) => {
      const positions = Float64Array.from(list.slice(0, 3 * Math.floor(list.length / 3)));
      const target = weldVertices(positions, tolerance, "m");
      for (let i = 0; i < target.length; i++) {
        let first = i;
        for (let j = i - 1; j >= 0; j--) {
          const [dx, dy, dz] = [0, 1, 2].map((c) => positions[3 * j + c] - positions[3 * i + c]);
          if (target[j] === j && dx * dx + dy * dy + dz * dz <= tolerance * tolerance) first = j;
        }
        expect(target[i]).toBe(first);
      }
    }),
    { seed: 7 },
  );
});

test("weldVertices takes zero of either sign for the same place", () => {
  for (const tolerance of [0, 0.1]) {
    expect([...weldVertices(Float64Array.of(0, 1, -0, -0, 1, 0, -0, 1, -0), tolerance, "m")]).toEqual([0, 0, 0]);
    expect([...weldVertices(Float64Array.of(-0, 1, -0, 0, 1, 0), tolerance, "m")]).toEqual([0, 0]);
  }
});
