import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, type StateFile, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nnl 1\n";

test.each(["My shirt (2) [final]", "Ärmel & Größe + Öse", "рубашка", "服 シャツ 옷", "قميص", "100% wool, #3 = {soft}!", "l'été"])(
  "meshes, scenes, states and results may be called %j",
  async (name) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, `${name}.obj`), SQUARE);
    const scene = writeScene(folder, `${name}.json`, {
      drape: 1,
      cloths: [{ mesh: `${name}/${name}.obj`, pins: [0, 1] }],
      colliders: [{ mesh: { file: `${name}/${name}.obj` }, motion: { keyframes: [{ at: 0, offset: [0, -5, 0] }] } }],
    });
    expect((await callCli(["check", scene])).code).toBe(0);
    const [state, out] = [join(folder, `${name} state.json`), join(folder, `${name}.out.obj`)];
    const { code, stderr } = await callCli(["run", scene, "--steps", "2", "--state", state, "--out", out]);
    expect(stderr.split("\n").filter((line) => line.startsWith("drape:"))).toEqual([
      'drape: cloths[0].mesh: passed over 1 line unknown to OBJ, the first line 6 ("nl")',
      'drape: colliders[0].mesh: passed over 1 line unknown to OBJ, the first line 6 ("nl")',
    ]);
    expect(code).toBe(0);
    expect((JSON.parse(readFileSync(state, "utf8")) as StateFile).positions.length).toBe(4);
    expect(existsSync(out)).toBe(true);
  },
);

test.each([
  "%2e%2e/a.obj",
  "a/%2E%2e/b.obj",
  "a%2Fb.obj",
  "a/.b.obj",
  "a//b.obj",
  "a/",
  "<b>.obj",
  "what?.obj",
  "*.obj",
  "a\u202eb.obj",
  " a.obj",
])("%j is no name of a file", async (mesh) => {
  const { code, stderr } = await callCli(["check", writeScene(folder, "bad.json", { drape: 1, cloths: [{ mesh }] })]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^drape: cloths\[0\]\.mesh: got "[^\n]*"; name an \.obj, \.glb, \.gltf, \.stl or \.ply file beside the scene[^\n]*\n$/,
  );
});
