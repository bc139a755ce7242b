import { describe, expect, test } from "vitest";
import { InputError } from "../../src/index.ts";
import { findMeshFormat } from "../../src/input/mesh-format.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { embed, makeGlb, squareGltf } from "./gltf-files.ts";

const square = squareGltf();
const GLB = makeGlb(square.json, square.binary);
const GLTF = embed(square);
const OBJ = "# sheet\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
const STL = `solid sheet
facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\nendsolid sheet\n`;
const PLY = `ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
1 1 0
3 0 1 2
`;
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

test.each(["a.glb", "a.gltf", "a.obj", "a.fbx", "a", ""])("files called %j are what their bytes are", (name) => {
  expect(findMeshFormat(GLB, name)).toBe("glb");
  for (const content of [GLTF, bytes(GLTF), `\ufeff \n${GLTF}`, bytes(`\xef\xbb\xbf${GLTF}`)]) {
    expect(findMeshFormat(content, name)).toBe("gltf");
    expect(readMeshFile(content, name).positions).toHaveLength(12);
  }
  for (const content of [OBJ, bytes(OBJ), `\ufeff${OBJ}`]) expect(findMeshFormat(content, name)).toBe("obj");
  for (const content of [STL, bytes(STL)]) expect(findMeshFormat(content, name)).toBe("stl");
  for (const content of [PLY, bytes(PLY)]) expect(findMeshFormat(content, name)).toBe("ply");
  expect(readMeshFile(GLB, name).hasSeams).toBe(true);
  expect(readMeshFile(bytes(GLTF), name).hasSeams).toBe(true);
  expect(readMeshFile(OBJ, name).hasSeams).toBeUndefined();
  for (const content of [GLB, GLTF, OBJ, STL, PLY]) expect([...readMeshFile(content, name).positions.subarray(3, 6)]).toEqual([1, 0, 0]);
});

describe("a file of another kind is told by its bytes", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["binary FBX", bytes("Kaydara FBX Binary  \0\x1a\0"), "an FBX file; export it as GLB, glTF or OBJ"],
    ["FBX text", "; FBX 7.7.0 project file\n", "an FBX file; "],
    ["USDZ", bytes("PK\x03\x04\x0a\0"), "a ZIP archive, as USDZ and 3MF are; unpack it"],
    ["USD", "#usda 1.0\n", "a USD file; "],
    ["binary USD", bytes("PXR-USDC\0"), "a USD file; "],
    ["Blender", bytes("BLENDER-v300"), "a Blender file; "],
    ["packed Blender", bytes("\x28\xb5\x2f\xfd\0"), "a file packed by Zstandard, as Blender saves; "],
    ["gzip", bytes("\x1f\x8b\x08\0"), "a file packed by gzip; unpack it first"],
    ["Collada", '<?xml version="1.0"?><COLLADA>', "an XML file, as Collada and X3D are; "],
    ["other binary data", bytes("\x01\x02\0\x03"), "binary data of no known kind; give an OBJ, GLB or glTF file"],
    ["nothing", new Uint8Array(0), "an empty file; give an OBJ, GLB or glTF file"],
  ])("%s", (_kind, content, sentence) => {
    expect(() => readMeshFile(content, "mesh.glb")).toThrow(InputError);
    expect(() => readMeshFile(content, "mesh.glb")).toThrow(`mesh.glb: got ${sentence}`);
  });
});
