import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, parseScene } from "../../src/index.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { buildScene } from "../../src/scene/build-scene.ts";

/** A tetrahedron: four vertices, four triangles, each edge of two. */
const POINTS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CORNERS = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];

function binaryStl(header: string, corners: readonly number[] = CORNERS): Uint8Array {
  const bytes = new Uint8Array(84 + (50 * corners.length) / 3);
  bytes.set(new TextEncoder().encode(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, corners.length / 3, true);
  corners.forEach((corner, k) => {
    const at = 84 + 50 * Math.floor(k / 3) + 12 * (1 + (k % 3));
    for (let c = 0; c < 3; c++) view.setFloat32(at + 4 * c, POINTS[3 * corner + c], true);
  });
  return bytes;
}

function textStl(newLine = "\n", normal = "0 0 0"): string {
  const lines = ["solid tetra hedron"];
  for (let t = 0; t < CORNERS.length; t += 3) {
    if (t === 6) lines.push("endsolid tetra hedron", "SOLID rest");
    lines.push(`  FACET NORMAL ${normal}`, "\touter loop");
    for (const corner of CORNERS.slice(t, t + 3)) lines.push(`  vertex ${POINTS.slice(3 * corner, 3 * corner + 3).join("  ")}`);
    lines.push("endloop", "endfacet");
  }
  return [...lines, "endsolid rest", ""].join(newLine);
}

/** The places of the corners of all triangles. */
function placesOf({ positions, triangles }: Pick<ReturnType<typeof readMeshFile>, "positions" | "triangles">): number[] {
  return Array.from(triangles).flatMap((corner) => [...positions.subarray(3 * corner, 3 * corner + 3)]);
}
const PLACES = CORNERS.flatMap((corner) => POINTS.slice(3 * corner, 3 * corner + 3));

describe("STL", () => {
  test.each<[string, string | Uint8Array]>([
    ["binary", binaryStl("made by a test")],
    ["binary that calls itself solid", binaryStl("solid\nfacet normal")],
    ["as text", textStl()],
    ["as text with other line ends", textStl("\r\n")],
    ["as text with normals that are none", textStl("\n", "nan -nan(ind) inf")],
    ["as bytes of text", new TextEncoder().encode(textStl())],
  ])("%s: corners in one place are one vertex", (_what, content) => {
    const mesh = readMeshFile(content, "a.stl");
    expect(mesh.positions).toHaveLength(12);
    expect(placesOf(mesh)).toEqual(PLACES);
  });

  test("names its solids", () => {
    expect(readMeshFile(textStl(), "a.stl").pieces).toEqual([
      { names: ["tetra hedron"], start: 0, end: 2 },
      { names: ["rest"], start: 2, end: 4 },
    ]);
  });

  test("is cloth, and a body", async () => {
    const scene = { drape: 1, cloths: [{ mesh: "a.stl", fabric: "silk" }], colliders: [{ mesh: "a.stl" }] };
    const { cloth, collision } = await buildScene(parseScene(scene), async () => binaryStl(""));
    expect([cloth.particleCount, cloth.triangles.length / 3, cloth.hinges.count]).toEqual([4, 4, 6]);
    expect(collision?.colliders[0].shape.surface?.triangles).toHaveLength(12);
  });

  test.each<[string, string | Uint8Array, string]>([
    ["no triangle", binaryStl("", []), "a.stl: got no triangles"],
    ["an empty solid", "solid a\nendsolid a\n", "a.stl: got no triangles"],
    ["a facet of two vertices", textStl().replace(/ {2}vertex.*\n/, ""), "a.stl:7: got a facet that has no three corners"],
    ["a facet that is cut off", textStl().slice(0, 130), "a.stl"],
    ["another word", textStl().replace("outer", "inner"), 'a.stl:3: got "inner"; give facets'],
    ["a number that is none", textStl().replace("vertex 0", "vertex x"), 'a.stl:4: got "x"; give a finite decimal number'],
    ["a coordinate that is infinite", textStl().replace("vertex 0", "vertex 1e999"), "give a finite decimal number"],
  ])("with %s is refused in a sentence", (_what, content, sentence) => {
    expect(() => readMeshFile(content, "a.stl")).toThrow(InputError);
    expect(() => readMeshFile(content, "a.stl")).toThrow(sentence);
  });

  test("binary with a coordinate that is no number is refused", () => {
    const bytes = binaryStl("");
    new DataView(bytes.buffer).setFloat32(84 + 50 + 12, Number.NaN, true);
    expect(() => readMeshFile(bytes, "a.stl")).toThrow("a.stl triangle 1: got NaN; give finite numbers");
  });
});

type Format = "ascii" | "binary_little_endian" | "binary_big_endian";
const FORMATS: readonly Format[] = ["ascii", "binary_little_endian", "binary_big_endian"];
const SIZES: Record<string, number> = { char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, float: 4, double: 8 };

/** A PLY file of these elements: rows of numbers, or lists of them, by their types. */
function ply(
  format: Format,
  elements: readonly { head: string; types: readonly string[]; rows: readonly (number | readonly number[])[][] }[],
): Uint8Array {
  const head = ["ply", `format ${format} 1.0`, "comment made by a test", ...elements.map((element) => element.head), "end_header", ""].join(
    "\n",
  );
  const parts: Buffer[] = [Buffer.from(head)];
  for (const { types, rows } of elements) {
    for (const row of rows) {
      const numbers = row.flatMap((value, k): [string, number][] => {
        const [type, lengthType] = types[k].split(" of ").reverse() as [string, string?];
        if (typeof value === "number") return [[type, value]];
        return [[lengthType as string, value.length], ...value.map((one): [string, number] => [type, one])];
      });
      if (format === "ascii") parts.push(Buffer.from(`${numbers.map(([, value]) => value).join(" ")}\n`));
      else for (const [type, value] of numbers) parts.push(write(type, value, format === "binary_little_endian"));
    }
  }
  return new Uint8Array(Buffer.concat(parts));
}

function write(type: string, value: number, little: boolean): Buffer {
  const buffer = Buffer.alloc(SIZES[type]);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  if (type === "float") view.setFloat32(0, value, little);
  else if (type === "double") view.setFloat64(0, value, little);
  else if (SIZES[type] === 1) view.setUint8(0, value & 255);
  else if (SIZES[type] === 2) view.setUint16(0, value & 65_535, little);
  else view.setUint32(0, value >>> 0, little);
  return buffer;
}

const VERTICES = {
  head: "element vertex 5\nproperty double z\nproperty uchar red\nproperty list uchar short tags\nproperty float x\nproperty uchar blue\nproperty uchar green\nproperty float t\nproperty float32 y\nproperty float s".replace(
    "float32",
    "float",
  ),
  types: ["double", "uchar", "uchar of short", "float", "uchar", "uchar", "float", "float", "float"],
  // x, y: a house of five corners
  rows: [
    [0, 0],
    [2, 0],
    [2, 1],
    [1, 2],
    [0, 1],
  ].map(([x, y], i) => [0.5, 255, Array.from({ length: i }, () => i), x, 0, 51, 0.25, y, i / 4]),
};
const FACES = {
  head: "element face 2\nproperty uchar flags\nproperty list uchar int vertex_indices",
  types: ["uchar", "uchar of int"],
  rows: [
    [7, [0, 1, 2, 3, 4]],
    [7, [0, 2, 1]],
  ],
};

describe.each(FORMATS)("PLY, %s", (format) => {
  test("has its properties in any order, faces of any size, and elements of other kinds", () => {
    const camera = {
      head: "element camera 1\nproperty float f\nproperty list int int ids",
      types: ["float", "int of int"],
      rows: [[35, [1, 2]]],
    };
    const mesh = readMeshFile(ply(format, [camera, VERTICES, FACES]), "a.ply");
    expect([...mesh.positions]).toEqual([0, 0, 0.5, 2, 0, 0.5, 2, 1, 0.5, 1, 2, 0.5, 0, 1, 0.5]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 2, 1]);
    expect([...(mesh.colours ?? [])].slice(0, 3)).toEqual([1, Math.fround(0.2), 0]);
    expect([...(mesh.uv ?? [])].slice(0, 4)).toEqual([0, 0.25, 0.25, 0.25]);
    expect(mesh.notices).toBeUndefined();
  });

  test("has strips of triangles, the next behind −1", () => {
    const strips = {
      head: "element tristrips 1\nproperty list int int vertex_indices",
      types: ["int of int"],
      rows: [[[0, 1, 4, 2, -1, 2, 3, 4]]],
    };
    expect([...readMeshFile(ply(format, [VERTICES, strips]), "a.ply").triangles]).toEqual([0, 1, 4, 4, 1, 2, 2, 3, 4]);
  });

  test("is mended where faces are thin, or cross themselves", () => {
    const faces = { ...FACES, head: FACES.head.replace("face 2", "face 4"), rows: [...FACES.rows, [7, [0, 1]], [7, [0, 2, 1, 4]]] };
    const mesh = readMeshFile(ply(format, [VERTICES, faces]), "a.ply");
    expect(mesh.triangles).toHaveLength(18);
    expect(mesh.notices).toEqual([
      "passed over: faces of fewer than three different corners, or with one twice (1)",
      "cut from their first corner: faces without area, or that cross themselves (1)",
    ]);
  });

  test("that is cut off anywhere is refused, or opened", () => {
    const whole = ply(format, [VERTICES, FACES]);
    for (let length = 4; length < whole.length - 1; length += 3) {
      expect(() => readMeshFile(whole.subarray(0, length), "a.ply")).toThrow(/^a\.ply[^\n]*: got [^\n]+; [^\n]+$/);
    }
  });

  test("with flipped bytes is refused in a sentence, or opened as a mesh", () => {
    const whole = ply(format, [VERTICES, FACES]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), (flips) => {
        const bytes = whole.slice();
        for (const [at, value] of flips) bytes[at] = value;
        try {
          const mesh = readMeshFile(bytes, "a.ply");
          expect(mesh.positions.every(Number.isFinite)).toBe(true);
          expect(mesh.triangles.every((corner) => corner < mesh.positions.length / 3)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).toMatch(/^a\.ply[^\n]*: got [^\n]+; [^\n]+$/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  [
    "more vertices than bytes",
    "element vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n",
    "more than there are bytes",
  ],
  [
    "an element of nothing, often",
    "element face 4000000000\nelement vertex 0\nproperty float x\nend_header\n",
    "vertices without x, y and z",
  ],
  [
    "a longer list than bytes",
    "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n0 0 0\n4000000000 1\n",
    "a.ply face 0: got a list of 4000000000",
  ],
  [
    "a vertex that is not there",
    "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n3 0 1 2\n",
    "a.ply face 0: got vertex 1; use 0 to 0",
  ],
  [
    "vertices alone",
    "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n",
    "1 vertices and no faces",
  ],
  ["a type that is none", "element vertex 1\nproperty real x\nend_header\n", "a.ply:4: got"],
  ["no end", "element vertex 1\n", "a PLY file without end_header"],
])("a PLY file with %s is refused", (_what, rest, sentence) => {
  expect(() => readMeshFile(`ply\nformat ascii 1.0\n${rest}`, "a.ply")).toThrow(InputError);
  expect(() => readMeshFile(`ply\nformat ascii 1.0\n${rest}`, "a.ply")).toThrow(sentence);
});

test("lines of a PLY text that say more than its head are read as far as that goes, and numbers that are none where nobody needs them", () => {
  const text =
    "ply\r\nformat ascii 1.0\r\nBy a careless program\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nproperty float nx\r\n" +
    "element face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n0 0 0 nan 7 7\r\n1 0 0 -inf\r\n0 1 0 1\r\n3 0 1 2 9 1 1 1\r\n";
  expect([...readMeshFile(text, "a.ply").triangles]).toEqual([0, 1, 2]);
});
