import { describe, expect, it } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { parseObj } from "../../src/mesh/obj.ts";
import { MAX_FACE_CORNERS } from "../../src/mesh/obj-face.ts";
import { orientSurface } from "../../src/mesh/orient-surface.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { repeats } from "../support/full.ts";
import { doubledAreas, eulerCharacteristic, leastAgreement, totalArea } from "./measure.ts";

const CUBE = `# a closed cube
mtllib cube.mtl
o cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1 1.0
v 1 0 1 0.5 0.5 0.5
v 1.0e0 +1. 1
v 0 1 1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 -1
usemtl red
s off
f 1/1/1 4/4/1 3/3/1 2/2/1
f 5//1 6//1 7//1 8//1
f 1 2 6 5
f -7 -6 -2 -3   # 2 3 7 6
f 3 4 8 \\
  7
f 4 1 5 8
`;

/** A polygon in the plane x + y + z = const, as an OBJ text. */
function polygonText(outline: [number, number][], order: number[] = outline.map((_, n) => n + 1)): string {
  const vertices = outline.map(([a, b]) => `v ${a} ${b} ${-a - b}\n`).join("");
  return `${vertices}f ${order.join(" ")}\n`;
}

/** The shoelace area of the outline, taken to that plane. */
function polygonArea(outline: [number, number][]): number {
  let sum = 0;
  outline.forEach(([x, y], n) => {
    const [nextX, nextY] = outline[(n + 1) % outline.length];
    sum += x * nextY - nextX * y;
  });
  return (Math.abs(sum) / 2) * Math.sqrt(3);
}

function expectRefused(text: string, message: string): void {
  expect(() => parseObj(text, "m.obj")).toThrow(InputError);
  expect(() => parseObj(text, "m.obj")).toThrow(message);
}

const TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

describe("parseObj", () => {
  it("reads a cube with quads, comments, continuation, negative indices and all corner forms", () => {
    const cube = parseObj(CUBE, "cube.obj");
    expect(cube.positions.length / 3).toBe(8);
    expect([...cube.positions.subarray(18, 21)]).toEqual([1, 1, 1]);
    expect(cube.triangles.length / 3).toBe(12);
    expect([...cube.triangles.subarray(0, 6)]).toEqual([0, 3, 2, 0, 2, 1]);
    expect([...cube.triangles.subarray(18, 24)]).toEqual([1, 2, 6, 1, 6, 5]);
    expect(eulerCharacteristic(cube)).toBe(2);
    expect(totalArea(cube)).toBeCloseTo(6, 14);
    expect([...(cube.uv ?? [])]).toEqual([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each(["\r\n", "\r"])("reads line ends %j, a byte order mark and no line end at the end", (lineEnd) => {
    const text = `\uFEFF${CUBE.trimEnd().replaceAll("\n", lineEnd)}`;
    expect(parseObj(text, "cube.obj")).toEqual(parseObj(CUBE, "cube.obj"));
  });

  it("keeps unused vertices and lets faces come first", () => {
    const { positions, triangles, uv } = parseObj(`f 1 2 4\n${TRIANGLE}v 5 5 5`, "m.obj");
    expect(positions.length / 3).toBe(4);
    expect([...triangles]).toEqual([0, 1, 3]);
    expect(uv).toBeUndefined();
  });

  it("takes the first texture point of a vertex", () => {
    const text = `${TRIANGLE}v 1 1 0\nvt .1 .2\nvt .3 .4\nvt .5\nf 1/1 2/2 3/3\nf 2/1 4/3 3/3\n`;
    expect([...(parseObj(text, "m.obj").uv ?? [])]).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0, 0.5, 0]);
  });

  it("drops a corner repeated in a row", () => {
    expect([...parseObj(`${TRIANGLE}f 1 1 2 3 3 1`, "m.obj").triangles]).toEqual([0, 1, 2]);
  });

  const concave: [string, [number, number][]][] = [
    [
      "an arrow head",
      [
        [0, 0],
        [2, -1],
        [1, 0],
        [2, 1],
      ],
    ],
    [
      "an L",
      [
        [0, 0],
        [3, 0],
        [3, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ],
    ],
    [
      "a square with extra points on its sides",
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 1],
        [2, 2],
        [1, 2],
        [0, 2],
        [0, 1],
      ],
    ],
    [
      "a comb",
      [
        [0, 0],
        [7, 0],
        [7, 3],
        [6, 3],
        [6, 1],
        [5, 1],
        [5, 3],
        [4, 3],
        [4, 1],
        [3, 1],
        [3, 3],
        [0, 3],
      ],
    ],
    [
      "a spiral",
      [
        [0, 0],
        [6, 0],
        [6, 6],
        [1, 6],
        [1, 2],
        [4, 2],
        [4, 4],
        [3, 4],
        [3, 3],
        [2, 3],
        [2, 5],
        [5, 5],
        [5, 1],
        [0, 1],
      ],
    ],
  ];
  it.each(concave)("cuts %s from every first corner, in both senses, without loss of area", (_name, outline) => {
    const count = outline.length;
    for (let first = 0; first < count; first++) {
      for (const sense of [1, -1]) {
        const order = outline.map((_, n) => ((first + sense * n + count * count) % count) + 1);
        const surface = parseObj(polygonText(outline, order), "m.obj");
        expect(surface.triangles.length / 3).toBe(count - 2);
        expect(totalArea(surface)).toBeCloseTo(polygonArea(outline), 10);
        expect(leastAgreement(surface, [sense, sense, sense])).toBeGreaterThan(0.999);
        expect(eulerCharacteristic(surface)).toBe(1);
      }
    }
  });

  it("cuts 200 random star-shaped polygons without loss of area", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const count = 5 + Math.floor(random() * 60);
      const outline = Array.from({ length: count }, (_, n): [number, number] => {
        const angle = (2 * Math.PI * n) / count;
        const radius = 0.05 + random();
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      const surface = parseObj(polygonText(outline), "m.obj");
      expect(totalArea(surface), `seed ${seed}`).toBeCloseTo(polygonArea(outline), 9);
      expect(leastAgreement(surface, [1, 1, 1]), `seed ${seed}`).toBeGreaterThan(0.99);
    }
  });

  it("cuts the largest convex face as a fan", () => {
    const outline = Array.from({ length: MAX_FACE_CORNERS }, (_, n): [number, number] => {
      const angle = (2 * Math.PI * n) / MAX_FACE_CORNERS;
      return [Math.cos(angle), Math.sin(angle)];
    });
    const { triangles } = parseObj(polygonText(outline), "m.obj");
    expect(triangles.length / 3).toBe(MAX_FACE_CORNERS - 2);
    expect(triangles.every((i, n) => n % 3 !== 0 || i === 0)).toBe(true);
  });

  it.each([
    ["f 1 2 0", 'm.obj:4: got "0";'],
    ["\n\nf 1 2 4", "m.obj:6: got vertex 4; use 1 to 3"],
    ["f 1 2 -4", 'm.obj:4: got "-4";'],
    ["f 1 2 99999999999999999999999999", 'm.obj:4: got "99999999999999999999999999";'],
    ["f 1 2 3.5", 'm.obj:4: got "3.5";'],
    ["f 1 2 3/1/1/1", 'm.obj:4: got "3/1/1/1";'],
    ["f 1 2 --3", 'm.obj:4: got "--3";'],
    ["f 1 2 \\\n \\\n x", 'm.obj:4: got "x";'],
    ["v 1 2", "m.obj:4: got a vertex of 2 numbers;"],
    ["v 1 2 nan", 'm.obj:4: got "nan";'],
    ["v 1 2 NaN", 'm.obj:4: got "NaN";'],
    ["v 1 2 1e999", 'm.obj:4: got "1e999";'],
    ["v 1 2 0x10", 'm.obj:4: got "0x10";'],
    ["v 1 2 -", 'm.obj:4: got "-";'],
    ["vt", "m.obj:4: got a texture point of 0 numbers;"],
    ["PNG\u0000\u0001", "m.obj:4: got bytes that are no text;"],
    ["\ufffd\ufffd1", "m.obj:4: got bytes that are no text;"],
    ["nl 3\nny 4", 'm.obj:4: got "nl"; start the line with v, vt, f or another OBJ statement'],
    ["f 1 2", "m.obj: got 3 vertices and no faces;"],
  ])("refuses %j", (statement, message) => expectRefused(TRIANGLE + statement, message));

  it("refuses long lines, faces and numbers, and shows little of them", () => {
    expectRefused(`${TRIANGLE}# ${"x".repeat(270_000)}`, "m.obj:4: got a line of 270002 characters;");
    expectRefused(`${TRIANGLE}f ${"1 2 3 ".repeat(1400)}`, "m.obj:4: got a face of more than 4096 corners;");
    expectRefused(`${TRIANGLE}f 1 2 ${"9".repeat(400)}`, `m.obj:4: got "${"9".repeat(59)}…;`);
    expectRefused(`${TRIANGLE}v 1 2 ${"9".repeat(400)}`, `m.obj:4: got "${"9".repeat(59)}…;`);
    expectRefused(`${TRIANGLE}${"x".repeat(400)}`, `m.obj:4: got "${"x".repeat(20)}";`);
  });

  it("refuses a flood of large faces before it takes long", () => {
    const vertices = Array.from({ length: 256 }, (_, n) => {
      const angle = (2 * Math.PI * n) / 256;
      const radius = n % 2 === 0 ? 1 : 0.3;
      return `v ${radius * Math.cos(angle)} ${radius * Math.sin(angle)} 0\n`;
    });
    const face = `f ${vertices.map((_, n) => n + 1).join(" ")}\n`;
    const flood = vertices.join("") + face.repeat(5000);
    expect(() => parseObj(flood, "m.obj")).toThrow("m.obj:4353: got too many faces of many corners;");
  });

  it("refuses texts without faces", () => {
    expectRefused("", "m.obj: got 0 vertices and no faces;");
    expectRefused(TRIANGLE, "m.obj: got 3 vertices and no faces;");
  });

  it("reads or refuses damaged cubes", () => {
    const random = createRandom(2024);
    const bytes = new TextEncoder().encode(CUBE);
    const decoder = new TextDecoder();
    let read = 0;
    for (let run = 0; run < repeats(10_000); run++) {
      const damaged = bytes.slice();
      const flips = 1 + Math.floor(random() * 4);
      for (let n = 0; n < flips; n++) {
        damaged[Math.floor(random() * damaged.length)] ^= 1 << Math.floor(random() * 8);
      }
      try {
        const surface: Surface = orientSurface(parseObj(decoder.decode(damaged), "cube.obj"), "cube.obj");
        expect(surface.triangles.every((i) => i < surface.positions.length / 3)).toBe(true);
        expect(doubledAreas(surface).flat().every(Number.isFinite)).toBe(true);
        read++;
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`run ${run} of seed 2024 threw ${String(error)}`);
        expect(error.message.includes("\n")).toBe(false);
      }
    }
    expect(read).toBeGreaterThan(repeats(500)); // damage in names, comments and digits
    expect(read).toBeLessThan(repeats(9500));
  });

  it("reads 200,000 vertices and faces", () => {
    const text = `${"v 0.125 1.5e-3 -7.25\n".repeat(200_000)}${"f 1 2 3\n".repeat(200_000)}`;
    expect(parseObj(text, "m.obj").positions.length).toBe(600_000);
  });
});

describe("orientSurface", () => {
  it("gives every piece one turning sense", () => {
    const turned = CUBE.replace("f 4 1 5 8", "f 8 5 1 4");
    const cube = orientSurface(parseObj(turned, "cube.obj"), "cube.obj");
    const outward = doubledAreas(cube).map(([x, y, z], t) => {
      const corner = 3 * cube.triangles[3 * t];
      const [a, b, c] = cube.positions.subarray(corner, corner + 3);
      return x * (a - 0.5) + y * (b - 0.5) + z * (c - 0.5);
    });
    expect(outward.every((sign) => sign > 0)).toBe(true);
  });

  it("names what validation finds", () => {
    expect(() => orientSurface(parseObj(`${TRIANGLE}f 1 2 3\nf 3 2 1`, "m.obj"), "m.obj")).toThrow(
      "m.obj.triangles[1]: got the same three corners as triangle 0;",
    );
  });
});
