import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeCompressed } from "../input/compressed-files.ts";
import { beside, squareGltf } from "../input/gltf-files.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
const inside = join(folder, "inside");
const meshes = join(inside, "meshes");
mkdirSync(join(meshes, "data"), { recursive: true });
const square = squareGltf();

/** What `drape check` says of a scene with this mesh as cloth and as body. */
function check(mesh: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const scene = { drape: 1, cloths: [{ mesh, fabric: "silk" }], colliders: [{ mesh }] };
  return callCli(["check", writeScene(inside, "scene.json", scene)]);
}

function write(name: string, uri: string, file: string): string {
  const { text, binary } = beside(square, uri);
  writeFileSync(join(meshes, name), text);
  if (file !== "") writeFileSync(join(meshes, file), binary);
  return `meshes/${name}`;
}

test.each([
  ["sheet.gltf", "sheet.bin", "sheet.bin"],
  ["Fähnchen [1] + 100% & Co.gltf", "data/F%C3%A4hnchen%20%5B1%5D.bin", "data/Fähnchen [1].bin"],
  ["布.gltf", "data/Fähnchen 2.bin", "data/Fähnchen 2.bin".normalize("NFD")],
])("%s is read with its buffer", async (name, uri, file) => {
  const { code, stdout, stderr } = await check(write(name, uri, file));
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("4 particles, ");
});

describe("a buffer is refused in a line with its reason", () => {
  const outside = join(folder, "outside.bin");
  writeFileSync(outside, square.binary);
  symlinkSync(outside, join(meshes, "link.bin"));
  symlinkSync(folder, join(meshes, "up"));
  symlinkSync(join(meshes, "sheet.bin"), join(meshes, "inner.bin"));
  const path = (name: string): string => join(meshes, name);
  test.each([
    ["missing.bin", `${path("missing.bin")}: got no such file; check the name and the folder`],
    ["link.bin", `${path("link.bin")}: got a link out of the folder; put the file itself there: nothing outside of ${inside} is read`],
    [
      "up/outside.bin",
      `${path("up/outside.bin")}: got a link out of the folder; put the file itself there: nothing outside of ${inside} is read`,
    ],
    [
      "../../outside.bin",
      'meshes/a.gltf buffers[0].uri: got "../../outside.bin"; put that file in the folder of this one or below: nothing above it is read',
    ],
    ["data", `${path("data")}: got something that is not a file; name a file`],
  ])("%s", async (uri, sentence) => {
    const { code, stderr } = await check(write("a.gltf", uri, ""));
    expect(stderr).toBe(`drape: ${sentence}\n`);
    expect(code).toBe(1);
  });

  test("but a link within the folder is followed", async () => {
    writeFileSync(join(meshes, "sheet.bin"), square.binary);
    expect((await check(write("a.gltf", "inner.bin", ""))).code).toBe(0);
  });
});

test.each(["draco", "meshopt"] as const)("what %s has packed is unpacked by the package that is installed", async (kind) => {
  writeFileSync(join(meshes, `${kind}.glb`), await makeCompressed(kind));
  const { code, stdout } = await check(`meshes/${kind}.glb`);
  expect(code).toBe(0);
  expect(stdout).toContain("144 particles, ");
});

test("what is passed over in a cloth and in a body is told", async () => {
  const [primitive] = square.json.meshes[0].primitives;
  const json = { ...square.json, meshes: [{ primitives: [primitive, { ...primitive, mode: 0 }] }] };
  writeFileSync(join(meshes, "points.gltf"), beside({ json, binary: square.binary }, "sheet.bin").text);
  writeFileSync(join(meshes, "sheet.bin"), square.binary);
  const { code, stderr } = await check("meshes/points.gltf");
  expect(code).toBe(0);
  expect(stderr).toBe(
    "drape: cloths[0].mesh: passed over: primitives of points (1)\ndrape: colliders[0].mesh: passed over: primitives of points (1)\n",
  );
});
