import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { arrangeCloth } from "../../src/input/arrange-cloth.ts";
import type { MeshArrangement } from "../../src/input/arrange-mesh.ts";
import { checkedTopology } from "../../src/mesh/checked-topology.ts";
import type { MeshFile } from "../../src/mesh/mesh-file.ts";
import { parseObj } from "../../src/mesh/obj.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";

function cloth(text: string, arrangement: Partial<MeshArrangement> = {}): MeshFile {
  return arrangeCloth(parseObj(text, "m.obj"), { scale: 1, up: "y", ...arrangement }, "m.obj");
}

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
/** A floor of two squares, and a wall on the edge between them: the vertices 3 and 4 are that edge. */
const WALL = "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0 1\nv 2 0 0\nv 2 0 1\nv 1 1 0\nv 1 1 1\nf 1 2 4 3\nf 3 4 6 5\nf 3 4 8 7\n";

test("a clean mesh stays as it is, without a notice", () => {
  const mesh = parseObj(`${SQUARE}f 1 2 3 4`, "m.obj");
  const { positions, triangles, notices, numbers } = arrangeCloth(mesh, { scale: 1, up: "y" }, "m.obj");
  expect(positions).toBe(mesh.positions);
  expect(triangles).toEqual(mesh.triangles);
  expect([notices, numbers]).toEqual([undefined, undefined]);
});

describe("triangles that cloth cannot have", () => {
  const text = `v 9 9 9\n${SQUARE}v 2 0 0\nv 8 8 8\ng one\nf 2 3 6\nf 2 3 4 5\ng two\nf 4 3 2\nf 4 5 2\nf 2 3 5\n`;
  const mesh = cloth(text);

  test("are left out and counted: without area, twice, and with them the vertices that are then in none", () => {
    expect(mesh.notices?.slice(0, 3)).toEqual([
      "left out 1 triangle without area",
      "left out 2 triangles with the same corners as another",
      "left out 3 vertices in no triangle; pins and events go by the numbers of the file, results by those of the vertices that are left",
    ]);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(mesh.numbers).toEqual({ of: Uint32Array.of(1, 2, 3, 4), count: 7 });
  });

  test("leave the names with the triangles that have them", () => {
    expect(mesh.pieces).toEqual([
      { names: ["one"], start: 0, end: 2 },
      { names: ["two"], start: 2, end: 3 },
    ]);
  });

  test("are all there is: refused", () => {
    expect(() => cloth("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3")).toThrow("m.obj: got no triangle of any size; ");
  });
});

test("neighbours that face two ways are turned, and counted", () => {
  const { triangles, notices } = cloth(`${SQUARE}v 2 0 0\nf 1 2 3\nf 1 4 3\nf 2 5 3\n`);
  expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3, 1, 4, 2]);
  expect(notices).toEqual(["turned over 1 triangle, so that neighbours face the same way"]);
});

describe("edges of three or more triangles", () => {
  test("are refused all at once, with their places", () => {
    const [vertices, faces] = [WALL.slice(0, WALL.indexOf("f")), WALL.slice(WALL.indexOf("f"))];
    const further = vertices.replace(/^v (\d)/gm, (_, x: string) => `v ${Number(x) + 10}`);
    const both = vertices + further + faces + faces.replace(/\d+/g, (n) => String(Number(n) + 8));
    expect(() => cloth(both)).toThrow(
      'm.obj: got 2 edges of three or more triangles: 3 at (1, 0, 0.5), 3 at (11, 0, 0.5); let at most two triangles meet at an edge, or give the mesh "repair": true',
    );
    expect(() => cloth(both)).toThrow(InputError);
  });

  test("are taken apart by repair: what lies flat stays together", () => {
    const { positions, triangles, numbers, notices } = cloth(WALL, { repair: true });
    expect(notices).toEqual(["took apart 1 edge of three or more triangles, by 2 more vertices"]);
    expect([...triangles.subarray(0, 12)]).toEqual([0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4]);
    expect([...triangles.subarray(12)]).toEqual([8, 9, 7, 8, 7, 6]);
    expect([...positions.subarray(24)]).toEqual([1, 0, 0, 1, 0, 1]);
    expect(numbers).toEqual({ of: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 2, 3), count: 8 });
  });

  test("of triangles that hang together around both ends are taken apart too", () => {
    // three fins on one edge, joined by lids at both ends
    const fins = "v 0 0 0\nv 0 0 1\nv 1 0 0.5\nv -1 1 0.5\nv -1 -1 0.5\nf 1 2 3\nf 1 2 4\nf 1 2 5\nf 1 3 4\nf 1 4 5\nf 2 3 4\nf 2 4 5\n";
    const { positions, triangles } = cloth(fins, { repair: true });
    expect(triangles.length).toBe(21);
    expect(() => validateSurface({ positions, triangles }, "m")).not.toThrow();
  });
});

describe("welding", () => {
  test("never joins three triangles at an edge that were apart: they stay so, with a notice", () => {
    // floor and wall as a program writes them for drawing: the wall has vertices of its own
    const apart = WALL.replace("f 3 4 8 7", "v 1 0 0\nv 1 0 1\nf 9 10 8 7");
    expect(cloth(apart).notices).toBeUndefined();
    const { positions, triangles, notices } = cloth(apart, { weld: 0 });
    expect(notices).toEqual(["took apart 1 edge that welding would have made, by 2 more vertices"]);
    expect(positions.length / 3).toBe(10);
    expect([...triangles.subarray(12)]).toEqual([8, 9, 7, 8, 7, 6]);
  });

  test("keeps together what was together, also where that lies less flat", () => {
    // the wall and the left floor are one sheet, bent; the right floor comes to lie at its edge
    const text =
      "v 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0 1\nv 1 1 0\nv 1 1 1\nv 1 0 0\nv 1 0 1\nv 2 0 0\nv 2 0 1\nf 1 2 4 3\nf 3 4 6 5\nf 7 8 10 9\n";
    const { triangles } = cloth(text, { weld: 0 });
    const sheet = new Set(triangles.subarray(0, 12));
    expect([...triangles.subarray(12)].some((corner) => sheet.has(corner))).toBe(false);
  });

  test("leaves out what it makes flat or double, with a notice", () => {
    const doubled = `${SQUARE}v 1 1 0.001\nv 0 0 0.001\nf 1 2 3 4\nf 6 2 5\n`;
    expect(cloth(doubled, { weld: 0.01 }).notices).toEqual(["left out 1 triangle with the same corners as another"]);
    expect(cloth(`${SQUARE}v 1 1 0.001\nf 1 2 3 4\nf 2 3 5\n`, { weld: 0.01 }).notices).toEqual(["left out 1 triangle without area"]);
  });
});

test("of any triangles at all, repair makes a mesh that is accepted, or there is none; welded ones need no repair", () => {
  const place = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1, max: 1 })));
  const corner = fc.integer({ min: 1, max: 9 });
  const triangle = fc.tuple(corner, corner, corner).filter((t) => new Set(t).size === 3);
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 9, maxLength: 9 }),
      fc.array(triangle, { minLength: 1, maxLength: 24 }),
      fc.boolean(),
      (places, triangles, isSoup) => {
        const rows = isSoup ? triangles.flatMap((t) => t.map((i) => places[i - 1])) : places;
        const faces = isSoup ? triangles.map((_, n) => [3 * n + 1, 3 * n + 2, 3 * n + 3]) : triangles;
        const text = [...rows.map((p) => `v ${p.join(" ")}`), ...faces.map((f) => `f ${f.join(" ")}`)].join("\n");
        try {
          const mesh = cloth(text, isSoup ? { weld: 0 } : { repair: true });
          checkedTopology(mesh.positions.length / 3, mesh.triangles);
          expect(new Set(mesh.triangles).size).toBe(mesh.positions.length / 3);
          expect(mesh.pieces).toEqual([{ names: [], start: 0, end: mesh.triangles.length / 3 }]);
          expect(mesh.numbers === undefined || mesh.numbers.of.length === mesh.positions.length / 3).toBe(true);
        } catch (error) {
          expect((error as Error).message).toContain("no triangle of any size");
        }
      },
    ),
  );
});

test("thousands of triangles at one edge are taken apart in little time", () => {
  const count = 20_000;
  const tips = Array.from({ length: count }, (_, n) => `v ${n + 1} 1 0\n`).join("");
  const faces = Array.from({ length: count }, (_, n) => `f 1 2 ${n + 3}\n`).join("");
  const { triangles } = cloth(`v 0 0 0\nv 0 0 1\n${tips}${faces}`, { repair: true });
  expect(triangles.length).toBe(3 * count);
});
