import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dot3, length3, type Vec3 } from "../../src/core/vec3.ts";
import { parseObj } from "../../src/mesh/obj.ts";
import { doubledAreas, totalArea } from "./measure.ts";

const read = (text: string): ReturnType<typeof parseObj> => parseObj(text, "m.obj");
const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

const cosine = (p: Vec3, q: Vec3): number => dot3(p, q) / (length3(p) * length3(q));

describe("faces that fold over are cut all the same", () => {
  test("a quad that crosses itself, flat or bent, is cut along the diagonal about which it is bent less", () => {
    for (const height of [0, 0.5, -3]) {
      const corners = ["0 0 0", `3 0 ${height}`, "0 1 0", "4 5 0"];
      for (let first = 0; first < 4; first++) {
        const order = corners.map((_, n) => ((first + n) % 4) + 1);
        const mesh = read(`${corners.map((c) => `v ${c}\n`).join("")}f ${order.join(" ")}\n`);
        const [one, other] = doubledAreas(mesh);
        const [a, b, c, d] = order.map((n) => n - 1);
        const isFirst = mesh.triangles.filter((corner) => corner === a).length === 2;
        const [left, right] = doubledAreas({ ...mesh, triangles: Uint32Array.from(isFirst ? [b, c, d, b, d, a] : [a, b, c, a, c, d]) });
        expect(cosine(one, other)).toBeGreaterThanOrEqual(cosine(left, right));
        expect(mesh.notices).toEqual(["cut 1 face folded over, crossing or without area, the first in line 5"]);
      }
    }
  });

  test("faces without area and those whose halves cancel are counted", () => {
    const { triangles, notices } = read("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4\nf 1 3 5 6\n");
    expect(triangles.length).toBe(12);
    expect(notices).toEqual(["cut 2 faces folded over, crossing or without area, the first in line 7"]);
  });

  test("a larger one is a fan, and triangles with a corner twice are left out", () => {
    const { triangles, notices } = read(`${SQUARE}v 5 1 0\nf 1 3 2 4 1 5 2\n`);
    expect(notices?.length).toBe(1);
    for (let t = 0; t < triangles.length; t += 3) expect(new Set(triangles.subarray(t, t + 3)).size).toBe(3);
  });

  test("an outline that goes around a hole by a bridge loses no area, and needs no notice", () => {
    const ring = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 0\nv 1 3 0\nv 3 3 0\nv 3 1 0\n";
    const mesh = read(`${ring}f 1 2 3 4 1 5 6 7 8 5\n`);
    expect(mesh.notices).toBeUndefined();
    expect(mesh.triangles.length / 3).toBe(8);
    expect(totalArea(mesh)).toBeCloseTo(12, 12);
  });

  test("any face of any corners is cut into triangles of three different ones", () => {
    const place = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -2, max: 2 })));
    const face = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(place, { minLength: 7, maxLength: 7 }), fc.array(face, { minLength: 1, maxLength: 4 }), (places, faces) => {
        const lines = [...places.map((p) => `v ${p.join(" ")}`), ...faces.map((f) => `f ${f.join(" ")}`), "f 1 2 3"];
        const { triangles, pieces } = read(lines.join("\n"));
        expect(triangles.length % 3).toBe(0);
        for (let t = 0; t < triangles.length; t += 3) expect(new Set(triangles.subarray(t, t + 3)).size).toBe(3);
        expect(pieces.at(-1)?.end).toBe(triangles.length / 3);
      }),
    );
  });

  test("names keep to their triangles where faces before them lost some", () => {
    const { pieces, triangles } = read(`${SQUARE}g a\nf 1 2 1 2 3\ng b\nf 2 3 4\n`);
    expect(pieces.map(({ names }) => names)).toEqual([["a"], ["b"]]);
    expect([...triangles.slice(3 * pieces[1].start, 3 * pieces[1].end)]).toEqual([1, 2, 3]);
  });
});

describe("what OBJ does not know is passed over, with a notice", () => {
  test("unknown lines are counted, and the first is told", () => {
    const { notices, triangles } = read(`${SQUARE}nl 3\nf 1 2 3 4\nvv 1 2 3\nny 5\ne 1 2\npe 9\n`);
    expect(triangles.length).toBe(6);
    expect(notices).toEqual(['passed over 5 lines unknown to OBJ, the first line 5 ("nl")']);
  });

  test("statements that OBJ has and cloth has no use for are passed over in silence", () => {
    const unused =
      "vp 1\nvn 0 0 1\ncstype bezier\ndeg 3\ncurv 0 1 1 2\nparm u 0 1\nend\nl 1 2\np 1\ns 1\nmtllib a b.mtl\nusemtl x\ng\no y\n";
    expect(read(`${SQUARE}${unused}f 1 2 3 4`).notices).toBeUndefined();
  });

  test("faces of fewer than three corners, and texture points that are not there", () => {
    const { notices, triangles, uv } = read(`${SQUARE}f 1 2\nf 3\nf\nvt 1 1\nf 1/1 2/2 3/-4 4/0\n`);
    expect(triangles.length).toBe(6);
    expect([...(uv ?? [])]).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    expect(notices).toEqual([
      "passed over 3 faces of fewer than three corners, the first in line 5",
      "passed over 3 texture points not in the file, the first in line 9",
    ]);
  });
});

describe("odd texts mean what they say", () => {
  test.each<[string, string]>([
    ["upper case", `${SQUARE.toUpperCase()}F 1 2 3 4`],
    ["lone carriage returns, and a byte order mark", `\ufeff${SQUARE}f 1 2 3 4`.replaceAll("\n", "\r")],
    ["continued lines", `${SQUARE}f 1 \\\n2 3\\\r\n 4`],
    ["negative indices", `${SQUARE}f -4 -3 -2 -1`],
    ["strokes with nothing behind them", `${SQUARE}f 1// 2/ 3// 4//7`],
    ["a weight behind the coordinates", SQUARE.replaceAll(" 0\n", " 0 1.0\n").concat("f 1 2 3 4")],
    ["vertices behind the face", `f 1 2 3 4\n${SQUARE}`],
    ["a colour that is none", SQUARE.replace("1 1 0", "1 1 0 nan nan nan").concat("f 1 2 3 4")],
  ])("%s", (_name, text) => {
    const { positions, triangles, ...rest } = read(text);
    expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(rest).toEqual({ pieces: [{ names: [], start: 0, end: 2 }] });
  });

  test.each([6, 7])("a colour in %d numbers", (count) => {
    const text = SQUARE.replace("1 1 0", `1 1 0 0.25 0.5 0.75${count === 7 ? " 1" : ""}`).concat("f 1 2 3 4");
    expect([...(read(text).colours ?? [])]).toEqual([1, 1, 1, 1, 1, 1, 0.25, 0.5, 0.75, 1, 1, 1]);
  });

  test("a face of 4,096 corners", () => {
    const vertices = Array.from({ length: 4096 }, (_, n) => {
      const radius = n % 2 === 0 ? 1 : 0.9;
      return `v ${radius * Math.cos((2 * Math.PI * n) / 4096)} ${radius * Math.sin((2 * Math.PI * n) / 4096)} 0\n`;
    });
    const { triangles, notices } = read(`${vertices.join("")}f ${vertices.map((_, n) => n + 1).join(" ")}`);
    expect([triangles.length / 3, notices]).toEqual([4094, undefined]);
  });
});
