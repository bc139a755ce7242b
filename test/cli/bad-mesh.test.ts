import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
const inside = join(folder, "inside");
mkdirSync(inside);
const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
// a mesh outside the scene's folder, which no scene may reach
writeFileSync(join(folder, "outside.obj"), `${SQUARE}f 1 2 3\n`);

async function run(mesh: unknown): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const scene = writeScene(inside, "scene.json", { drape: 1, cloths: [{ mesh, masses: 1 }] });
  const before = readdirSync(inside);
  const result = await callCli(["run", scene, "--steps", "1", "--state", join(inside, "s.json")]);
  if (result.code !== 0) expect(readdirSync(inside)).toEqual(before);
  return result;
}

/** The one line in which a scene with this mesh is refused. */
async function refusal(mesh: unknown): Promise<string> {
  const { code, stdout, stderr } = await run(mesh);
  expect(stderr).toMatch(/^drape: [^\p{Cc}]+\n$/u);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  return stderr.trimEnd();
}

function writeMesh(name: string, text: string): string {
  writeFileSync(join(inside, name), text);
  return name;
}

describe("the name of a mesh", () => {
  test.each([
    "../outside.obj",
    "../inside/mesh.obj",
    "a/../../outside.obj",
    "..\\outside.obj",
    "/etc/passwd.obj",
    "/etc/x.obj",
    "C:\\x.obj",
    "http://example.org/x.obj",
    "file:///etc/x.obj",
    "\\\\host\\share\\x.obj",
    "~/x.obj",
    ".hidden.obj",
    "mesh.obj\n.obj",
    "",
  ])("%j leads out of the scene's folder", async (name) => {
    expect(await refusal(name)).toBe(
      `drape: cloths[0].mesh: got ${JSON.stringify(name)}; name an .obj, .glb, .gltf, .stl or .ply file beside the scene, such as meshes/shirt.obj`,
    );
  });

  test.each(["mesh.stl", "mesh", "mesh.glb"])("%j is read for what it holds", async (name) => {
    expect(await refusal(writeMesh(name, "#usda 1.0\n"))).toBe(`drape: ${name}: got a USD file; export it as GLB, glTF or OBJ`);
    expect((await run(writeMesh(name, "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n"))).code).toBe(0);
  });

  test("must be a word", async () => {
    expect(await refusal(["x.obj"])).toMatch(/^drape: cloths\[0\]\.mesh: got \["x\.obj"\]; give an object/);
  });

  test("of a file that is not there", async () => {
    expect(await refusal("missing.obj")).toBe(`drape: ${join(inside, "missing.obj")}: got no such file; check the name and the folder`);
  });

  test("may lead into a folder below", async () => {
    mkdirSync(join(inside, "meshes"));
    expect((await run(writeMesh("meshes/a b-1.OBJ", `${SQUARE}f 1 2 3 4\n`))).code).toBe(0);
  });
});

describe("a mesh that is wrong ends in one line with its own", () => {
  test.each([
    ["a face of two vertices", `${SQUARE}f 1 2 2\n`, "", "4 vertices and no faces", "give an OBJ file with faces (f statements)"],
    [
      "bytes in place of text",
      `${SQUARE}# ${"x".repeat(1024)}\n\0\x01\x02\n`,
      "6",
      "bytes that are no text",
      "give an OBJ file (this one may be damaged, or of another kind)",
    ],
    ["an index out of range", `${SQUARE}f 1 2 5\n`, "5", "vertex 5", "use 1 to 4, the vertices of the file"],
    ["an index of 0", `${SQUARE}f 0 1 2\n`, "5", '"0"', "give a corner as v, v/vt, v//vn or v/vt/vn, counted from 1 or from −1"],
    ["a negative index out of range", `${SQUARE}f -1 -2 -5\n`, "5", '"-5"', "point at one of the 4 vertices above"],
    ["NaN", "v 0 NaN 0\n", "1", '"NaN"', "give a finite decimal number"],
    ["1e999", "v 0 1e999 0\n", "1", '"1e999"', "give a finite decimal number"],
    ["something else altogether", "solid cube\n", "1", '"solid"', "start the line with v, vt, f or another OBJ statement"],
    ["no faces", SQUARE, "", "4 vertices and no faces", "give an OBJ file with faces (f statements)"],
    ["an empty file", "", "", "an empty file", "give an OBJ, GLB or glTF file"],
  ])("%s", async (_name, text, line, got, advice) => {
    const where = line === "" ? "bad.obj" : `bad.obj:${line}`;
    expect(await refusal(writeMesh("bad.obj", text))).toBe(`drape: ${where}: got ${got}; ${advice}`);
  });

  test("a flat triangle", async () => {
    expect(await refusal(writeMesh("bad.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"))).toBe(
      "drape: bad.obj: got no triangle of any size; weld less, or check the file",
    );
  });

  test("a file of 200 MB is refused by its size", async () => {
    truncateSync(join(inside, writeMesh("big.obj", "")), 200_000_000);
    expect(await refusal("big.obj")).toBe(`drape: ${join(inside, "big.obj")}: got 200000000 bytes; keep it below 100000000 bytes`);
  });
});

test("n-gons and negative indices are read", async () => {
  const pentagon = "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 1 3 0\nv -1 1 0\nf -5 -4 -3 -2 -1\n";
  const { code, stderr } = await run(writeMesh("good.obj", pentagon));
  expect([code, stderr]).toEqual([0, ""]);
  const { stdout } = await callCli(["check", join(inside, "scene.json")]);
  expect(stdout).toContain("5 particles, 7 springs, 3 triangles, 2 hinges");
});
