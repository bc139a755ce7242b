import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeCompressed } from "../input/compressed-files.ts";
import { bendingGltf, embed, makeGlb, squareGltf } from "../input/gltf-files.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, type StateFile, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
const square = squareGltf();
const bending = bendingGltf();
writeFileSync(join(folder, "square.glb"), makeGlb(square.json, square.binary));
writeFileSync(join(folder, "square.gltf"), embed(square));
writeFileSync(join(folder, "bend.glb"), makeGlb(bending.json, bending.binary));
writeFileSync(join(folder, "loop.gltf"), embed({ ...square, json: { ...square.json, nodes: [{ children: [0] }] } }));
writeFileSync(join(folder, "cut-off.glb"), makeGlb(square.json, square.binary).slice(0, 100));

test.each(["square.glb", "square.gltf"])("a scene with cloth from %s and an animated body runs", async (file) => {
  const scene = writeScene(folder, "scene.json", {
    drape: 1,
    cloths: [{ mesh: { file, unit: "ft", group: "cloth" }, pins: ["plate"] }],
    colliders: [{ mesh: { file: "bend.glb", animation: "bend" }, motion: { keyframes: [{ at: 0, offset: [0, -5, 0] }] } }],
  });
  const state = join(folder, "state.json");
  const { code, stderr } = await callCli(["run", scene, "--steps", "2", "--state", state, "--out", join(folder, "a.png")]);
  expect(stderr).not.toContain("drape:");
  expect(code).toBe(0);
  const { positions } = JSON.parse(readFileSync(state, "utf8")) as StateFile;
  expect(positions).toEqual([
    [0, 0, 0],
    [0.3048, 0, 0],
    [0.3048, 0.3048, 0],
    [0, 0.3048, 0],
  ]);
});

test.each(["draco", "meshopt"] as const)("a file packed by %s is unpacked by the package that is installed", async (kind) => {
  writeFileSync(join(folder, "packed.glb"), await makeCompressed(kind));
  const scene = writeScene(folder, "packed.json", { drape: 1, cloths: [{ mesh: "packed.glb", pins: [0] }] });
  const { code, stderr, stdout } = await callCli(["check", scene]);
  expect(stderr).toBe("");
  expect(stdout).toContain("144 particles");
  expect(code).toBe(0);
  expect((await callCli(["run", scene, "--steps", "1", "--quiet"])).code).toBe(0);
});

test("an OBJ in centimetres with z up is held by its painted vertices", async () => {
  const painted = "v 0 0 0 1 0 0\nv 100 0 0 1 0 0\nv 100 100 0\nv 0 100 0\nf 1 2 3 4\n";
  writeFileSync(join(folder, "painted.obj"), painted);
  const scene = writeScene(folder, "painted.json", {
    drape: 1,
    cloths: [{ mesh: { file: "painted.obj", unit: "cm", up: "z" }, pins: [{ vertices: { color: "red" } }] }],
  });
  const state = join(folder, "painted-state.json");
  expect((await callCli(["run", scene, "--steps", "2", "--state", state, "--quiet"])).code).toBe(0);
  const { positions } = JSON.parse(readFileSync(state, "utf8")) as StateFile;
  expect(positions.slice(0, 2).map((place) => place.map((c) => c + 0))).toEqual([
    [0, 0, 0],
    [1, 0, 0],
  ]);
  expect(positions[2][1]).toBeLessThan(0);
  expect(positions[2][2]).toBeCloseTo(-1, 2);
});

test.each([
  ["loop.gltf", "drape: loop.gltf nodes[0].children: got a node that is its own ancestor; give each node one parent"],
  ["cut-off.glb", "drape: cut-off.glb: got 100 bytes where its header says"],
])("%s is refused in one line that names the place", async (file, sentence) => {
  const scene = writeScene(folder, "bad.json", { drape: 1, cloths: [{ mesh: file }] });
  const { code, stdout, stderr } = await callCli(["check", scene]);
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect([code, stdout]).toEqual([1, ""]);
});
