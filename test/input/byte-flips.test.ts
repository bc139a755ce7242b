import { expect, test } from "vitest";
import { DrapeError, InputError } from "../../src/core/errors.ts";
import { createRandom } from "../../src/core/random.ts";
import { arrangeMesh } from "../../src/input/arrange-mesh.ts";
import { parseJson } from "../../src/input/json.ts";
import { createMeshMotion } from "../../src/input/mesh-motion.ts";
import { readMeshFile } from "../../src/input/read-mesh-file.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { bake, fileOf } from "../output/bake.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { repeats } from "../support/full.ts";
import { bendingGltf, embed, makeGlb, squareGltf } from "./gltf-files.ts";

/** Of each kind of file so many damaged copies are opened: 12,000 in all in the full form. */
const COPIES = repeats(2000);
const SEED = 20261116;
/** All of them together must not need more memory than this [bytes]. */
const MOST_MEMORY = 1_000_000_000;

const bending = bendingGltf();
const OBJ = `# a strip
o strip
v 0 0 0 1 0 0
v 1 0 0 1 0 0
v 1 1 0 0 0 1
v 0 1 0 0 0 1
vt 0 0
vt 1 1
g lower left
usemtl wool
f 1/1 2/2 3/1 4/2
v 0 2 0
v 1 2 0
g upper
f -3 -4 -1 -2
`;
const SCENE = JSON.stringify({
  drape: 1,
  description: "What people write about a scene may be damaged, and the scene is still one. ".repeat(8),
  cloths: [{ mesh: { file: "a.obj", unit: "cm", up: "z", weld: 0.001 }, pins: ["upper", { vertices: { color: "red" } }] }],
  colliders: [{ mesh: { file: "b.glb", animation: "bend", repeat: true } }, { sphere: { center: [0, -2, 0], radius: 1 } }],
});
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const FILES: readonly [name: string, bytes: Uint8Array][] = [
  ["a.obj", encode(OBJ)],
  ["square.glb", makeGlb(squareGltf().json, squareGltf().binary)],
  ["bend.glb", makeGlb(bending.json, bending.binary)],
  ["bend.gltf", encode(embed(bending))],
  ["baked.glb", fileOf((await bake(gridScene(4, 3), 4)).recording, ".glb")],
  ["scene.json", encode(SCENE)],
];

/** Opens a mesh file as cloth and as a body would be, or builds a scene around one. */
async function open(name: string, bytes: Uint8Array): Promise<void> {
  if (name === "scene.json") {
    const scene = parseScene(parseJson(new TextDecoder().decode(bytes), name));
    await buildScene(scene, async (file) => (/obj$/i.test(file) ? OBJ : FILES[2][1]));
    return;
  }
  const mesh = arrangeMesh(readMeshFile(bytes, name), { scale: 1, up: "y", weld: 1e-6 }, name);
  expect(mesh.positions.every(Number.isFinite)).toBe(true);
  expect(mesh.triangles.every((corner) => corner < mesh.positions.length / 3)).toBe(true);
  if (mesh.skin === undefined) return;
  const out = new Float64Array(mesh.positions.length);
  createMeshMotion(mesh.skin, 0, true, 1e9, name)(0.3, out, 0);
  expect(out.every(Number.isFinite)).toBe(true);
}

test.each(FILES)("%s with flipped bytes is refused in one sentence or opened", async (name, bytes) => {
  const random = createRandom(SEED);
  await open(name, bytes);
  let opened = 0;
  for (let copy = 0; copy < COPIES; copy++) {
    const damaged = bytes.slice();
    const flips = 1 + Math.floor(random() * 4);
    for (let n = 0; n < flips; n++) damaged[Math.floor(random() * damaged.length)] ^= 1 + Math.floor(random() * 255);
    try {
      await open(name, damaged);
      opened++;
    } catch (error) {
      const message = `copy ${copy} of ${name}, seed ${SEED}: ${String(error)}`;
      expect(error, message).toBeInstanceOf(DrapeError);
      expect(String(error), message).not.toContain("\n");
    }
  }
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  console.log(`${name}: seed ${SEED}, ${opened} of ${COPIES} opened, ${megabytes} MB`);
  expect(process.memoryUsage().rss).toBeLessThan(MOST_MEMORY);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(opened).toBeGreaterThan(COPIES / 100);
  expect(opened).toBeLessThan(COPIES);
});

test("a file that claims much is refused before memory is taken for it", () => {
  const { json, binary } = squareGltf();
  json.accessors[0] = { componentType: 5126, count: 2_000_001, type: "VEC3" };
  const before = process.memoryUsage().rss;
  expect(() => readMeshFile(makeGlb(json, binary), "m.glb")).toThrow(InputError);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});
