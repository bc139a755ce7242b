// npm run thumbnails [-- SCENE…]: the pictures of the studio's gallery, drawn by our own rasteriser into the built studio: all of them,
// the large ones first, or those that are named. One that is in the cache, of the same scene, settings and engine version, is not drawn again.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { basename, join } from "node:path";
import { deflateSync } from "node:zlib";
import { add3 } from "../src/core/vec3.ts";
import { createSimulation, NumericalError, parseScene, VERSION } from "../src/index.ts";
import { drawSimulation } from "../src/output/draw-simulation.ts";
import { encodePng } from "../src/output/png.ts";
import { buildScene } from "../src/scene/build-scene.ts";
import { FEATURED } from "../studio/src/gallery/featured.ts";
import { createFigurePath } from "../studio/src/stage/figure-path.ts";
import { ROOT } from "./run.mjs";

const SCENES = join(ROOT, "scenes");
const CACHE = join(ROOT, ".cache", "thumbnails");
const TARGET = join(ROOT, "studio", "dist", "thumbnails");

/** [pixels] */
const LARGE = { width: 480, height: 300 };
const SMALL = { width: 240, height: 150 };
/** The studio's camera [degrees], so that a card that comes alive keeps its frame. */
const VIEW = { fieldOfView: 32, clear: true };

/** A picture is taken after this share of the scene's duration, but after no more steps than these. */
const SHARE = 0.45;
const MOST_STEPS = { large: 150, small: 40 };
/** Steps where that would take too long, or show too little. @type {Record<string, number>} */
const STEPS = {
  funnel: 170,
  "stack-and-ball": 110,
  "sphere-test": 42,
  tablecloth: 50,
  twist: 120,
  "kim-fig3": 150,
  "explicit-explodes": 1000,
  "flag-pole": 180,
};

/**
 * @param {string} file a scene's name below scenes/
 * @param {boolean} large
 */
async function drawThumbnail(file, large) {
  const name = basename(file, ".json");
  const input = JSON.parse(readFileSync(join(SCENES, file), "utf8"));
  const loadMesh = async (/** @type {string} */ mesh) => readFileSync(join(SCENES, mesh), "utf8");
  const scene = parseScene(input);
  const simulation = await createSimulation(input, { loadMesh });
  const due = Math.round((SHARE * scene.duration) / scene.timestep);
  const steps = STEPS[name] ?? Math.min(due, large ? MOST_STEPS.large : MOST_STEPS.small);
  try {
    for (let step = 0; step < steps; step++) simulation.step();
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error; // some scenes are there to explode: drawn as they were last
  }
  const size = large ? LARGE : SMALL;
  const setup = await buildScene(scene, loadMesh);
  const view = { ...VIEW, ...followFigure(scene, simulation.time) };
  return encodePng(drawSimulation(simulation, scene, setup, view, size), size.width, size.height, deflateSync);
}

/**
 * The scene's camera, taken along with a figure that walks.
 * @param {import("../src/index.ts").Scene} scene
 * @param {number} time [s]
 */
function followFigure(scene, time) {
  if (scene.camera === undefined) return {};
  const [x, z] = createFigurePath(scene).follow(time);
  const { position, target } = scene.camera;
  return { eye: add3(position, [x, 0, z]), target: add3(target, [x, 0, z]) };
}

/** What a thumbnail depends on, but for the engine's code, of which the version must do. @param {string} file */
function keyOf(file) {
  const text = readFileSync(join(SCENES, file), "utf8");
  const meshes = [...text.matchAll(/"([^"]+\.obj)"/g)].map(([, mesh]) => readFileSync(join(SCENES, mesh), "utf8"));
  const own = readFileSync(new URL(import.meta.url), "utf8");
  return createHash("sha256")
    .update([VERSION, own, text, ...meshes].join("\0"))
    .digest("hex")
    .slice(0, 16);
}

/** Whether the gallery shows a scene large. @param {string} file */
function isLarge(file) {
  return FEATURED.some(({ scene }) => scene === basename(file, ".json"));
}

/** The scenes to draw, the large ones first. @param {readonly string[]} wanted names; all where there is none */
function listScenes(wanted) {
  const files = ["", "papers"].flatMap((folder) =>
    readdirSync(join(SCENES, folder))
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name)),
  );
  const unknown = wanted.find((name) => !files.some((file) => basename(file, ".json") === name));
  if (unknown !== undefined) throw new Error(`there is no scene ${unknown}`);
  const chosen = files.filter((file) => wanted.length === 0 || wanted.includes(basename(file, ".json")));
  return [...chosen.filter(isLarge), ...chosen.filter((file) => !isLarge(file))];
}

/** Draws a scene's picture unless it is in the cache, and puts it where it is served, whole from the first moment. @param {string} file */
async function placeThumbnail(file) {
  const name = basename(file, ".json");
  const kept = join(CACHE, `${name}-${keyOf(file)}.png`);
  if (!existsSync(kept)) {
    writeFileSync(`${kept}.part`, await drawThumbnail(file, isLarge(file)));
    renameSync(`${kept}.part`, kept);
  }
  copyFileSync(kept, join(TARGET, `${name}.part`));
  renameSync(join(TARGET, `${name}.part`), join(TARGET, `${name}.png`));
}

setPriority(10); // what is at work beside it, such as the studio itself, goes first
mkdirSync(CACHE, { recursive: true });
mkdirSync(TARGET, { recursive: true });
const files = listScenes(process.argv.slice(2));
const start = performance.now();
for (const [done, file] of files.entries()) {
  if (done % 10 === 0) console.log(`pictures of the gallery: ${done} of ${files.length}`);
  await placeThumbnail(file);
}
console.log(`pictures of the gallery: all ${files.length}, after ${((performance.now() - start) / 1000).toFixed(0)} s`);
