// node scripts/foreign/try-file.mjs FILE body|cloth STEPS SECONDS MEGABYTES: tries one file and prints what came out, as one line of JSON.
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../run.mjs";

/** Cloth of more vertices is not tried. */
const MOST_VERTICES = 50_000;
/** Vertices a side of the sheet that falls on a body. */
const SHEET_SIDE = 15;

const [file, use, steps, seconds, megabytes] = process.argv.slice(2);
const path = resolve(file);
const load = (/** @type {string} */ name) => import(pathToFileURL(resolve(ROOT, "dist", name)).href);
const { createSimulation } = await load("index.js");
const { meshLoaderBeside } = await load("cli/mesh-loader-beside.js");
const { loadMeshFile } = await load("scene/load-mesh-file.js");
const { arrangeMesh } = await load("input/arrange-mesh.js");
const { arrangeCloth } = await load("input/arrange-cloth.js");

const loadMesh = meshLoaderBeside(path);
const name = basename(path);

/** The mesh of the file as it is used, its largest side a metre long. @param {boolean} isCloth */
async function measure(isCloth) {
  const arrange = isCloth ? arrangeCloth : arrangeMesh;
  const spec = { kind: "mesh", file: name, arrangement: { scale: 1, up: "y", ...(isCloth ? { repair: true } : {}) } };
  const { positions, triangles } = await loadMeshFile(spec, loadMesh, arrange);
  const low = [0, 1, 2].map((c) => extreme(positions, c, Math.min));
  const high = [0, 1, 2].map((c) => extreme(positions, c, Math.max));
  const size = Math.max(...low.map((value, c) => high[c] - value));
  const unit = size > 0 ? 1 / size : 1;
  return { vertices: positions.length / 3, triangles: triangles.length / 3, unit, low, high, isLevel: high[1] - low[1] < 1e-6 * size };
}

/** @param {Float64Array} positions @param {number} axis @param {(...values: number[]) => number} choose */
function extreme(positions, axis, choose) {
  let found = positions[axis];
  for (let c = axis; c < positions.length; c += 3) found = choose(found, positions[c]);
  return found;
}

/** A square sheet a little above the body, a fifth wider. @param {{ unit: number, low: number[], high: number[] }} measured */
function bodyScene({ unit, low, high }) {
  const side = 1.2 * (unit * Math.max(high[0] - low[0], high[2] - low[2], 0.1 * (high[1] - low[1])) || 1);
  const [x, z] = [0, 2].map((c) => (unit * (low[c] + high[c])) / 2);
  const origin = [x - side / 2, unit * high[1] + 0.02, z - side / 2];
  const grid = { columns: SHEET_SIDE, rows: SHEET_SIDE, width: side, height: side, origin, v: [0, 0, 1] };
  return { drape: 1, cloths: [{ grid }], colliders: [{ mesh: { file: name, unit } }] };
}

/** The mesh itself, hanging by its top. @param {{ unit: number, isLevel: boolean }} measured */
function clothScene({ unit, isLevel }) {
  return { drape: 1, cloths: [{ mesh: { file: name, unit, repair: true, ...(isLevel ? { up: "z" } : {}) }, pins: ["top"] }] };
}

/** What is told of the run. @type {Record<string, unknown>} */
const found = { result: "refused" };
try {
  const measured = await measure(use === "cloth");
  found.vertices = measured.vertices;
  found.triangles = measured.triangles;
  if (use === "cloth" && measured.vertices > MOST_VERTICES) found.result = "too large to try";
  else await simulate(use === "cloth" ? clothScene(measured) : bodyScene(measured));
} catch (error) {
  const { name: kind, message, stack } = /** @type {Error} */ (error);
  if (kind === "NumericalError") found.result = "unstable";
  else if (kind !== "InputError" && kind !== "UnsupportedError") found.result = "crashed";
  found.line = found.result === "crashed" ? stack : message;
}
found.megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify(found));
process.exit();

/** @param {object} scene */
async function simulate(scene) {
  const started = performance.now();
  const before = process.cpuUsage();
  const simulation = await createSimulation(scene, { loadMesh });
  found.result = "ran";
  found.notices = simulation.notices;
  for (let step = 0; step < Number(steps); step++) {
    simulation.step();
    found.steps = step + 1;
    if (process.memoryUsage.rss() > Number(megabytes) * 2 ** 20) found.result = "too much memory";
    else if (process.cpuUsage(before).user > Number(seconds) * 1e6) found.result = "too slow";
    if (found.result !== "ran") break;
  }
  const { user, system } = process.cpuUsage(before);
  found.seconds = (performance.now() - started) / 1000;
  found.cpuSeconds = (user + system) / 1e6;
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  if (!positions.every(Number.isFinite)) found.result = "not finite";
}
