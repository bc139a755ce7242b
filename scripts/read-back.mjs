// npm run build && node scripts/read-back.mjs: writes a run in every format, has Blender and ffmpeg read it, and prints what they found beside what was simulated.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FPS = 24;
const START = 1001;
const FRAMES = [0, 11, 24];
const SPEED = 0.5;

/** Two flags, and a box that goes on evenly beside them. */
const SCENE = {
  drape: 1,
  cloths: [
    { name: "flag", grid: { columns: 21, rows: 15, width: 1, height: 0.7 }, fabric: "cotton", pins: ["top-left", "top-right"] },
    { name: "pennant", grid: { columns: 9, rows: 9, width: 0.4, height: 0.4, origin: [1.5, 0, 0] }, fabric: "silk", pins: ["top"] },
  ],
  wind: { velocity: [1, 0, 4] },
  colliders: [
    {
      name: "box",
      box: { center: [3, 0, 0], halfSizes: [0.25, 0.25, 0.25] },
      motion: {
        keyframes: [
          { at: 0, offset: [0, 0, 0] },
          { at: 2, offset: [0, 2 * SPEED, 0] },
        ],
      },
    },
  ],
};

const folder = mkdtempSync(join(tmpdir(), "drape-read-back-"));

/** @param {...string} args */
function run(...args) {
  const words = [join(ROOT, "dist/cli/main.js"), "run", "scene.json", "--seconds", "1", "--fps", String(FPS), "--quiet", ...args];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** @typedef {number[][]} Bounds  the lowest and the highest x, y and z */

/** @param {number[][]} points @returns {Bounds} */
function boundsOf(points) {
  return [Math.min, Math.max].map((pick) => [0, 1, 2].map((c) => pick(...points.map((point) => Math.fround(point[c])))));
}

/** What was simulated: the bounds of each mesh in each frame, and of both cloths together. */
function readTruth() {
  const rows = readFileSync(join(folder, "run.csv"), "utf8").trimEnd().split("\n").slice(1);
  const count = rows.length / (FPS + 1);
  const flag = 21 * 15;
  return (/** @type {string} */ mesh, /** @type {number} */ frame) => {
    if (mesh.startsWith("box")) return boundsOf([-0.25, 0.25].map((side) => [3 + side, side + (SPEED * frame) / FPS, side]));
    const points = rows.slice(count * frame, count * (frame + 1)).map((row) => row.split(",").slice(2).map(Number));
    const [from, to] = mesh.startsWith("flag") ? [0, flag] : mesh.startsWith("pennant") ? [flag, count] : [0, count];
    return boundsOf(points.slice(from, to));
  };
}

/** Blender has glTF and Alembic turned to z up. @param {Bounds} bounds @returns {Bounds} */
function turnBack([low, high]) {
  return [
    [low[0], low[2], -high[1]],
    [high[0], high[2], -low[1]],
  ];
}

/** @param {Bounds} bounds */
const format = (bounds) => bounds.map((corner) => corner.map((x) => x.toFixed(6)).join(" ")).join(" … ");

function readByBlender() {
  const script = fileURLToPath(new URL("read-back.py", import.meta.url));
  const args = ["--background", "--factory-startup", "--python", script, "--", folder, String(FPS), String(START), FRAMES.join()];
  const { stdout, stderr, error } = spawnSync("blender", args, { encoding: "utf8" });
  if (error !== undefined) return console.log("Blender: not installed");
  const truth = readTruth();
  const lines = stdout.split("\n");
  console.log(lines.find((line) => line.startsWith("Blender")));
  if (/Error/.test(stderr + stdout)) console.log(stderr + stdout);
  /** @type {Record<string, number>} */
  const worst = {};
  for (const line of lines.filter((one) => one.startsWith("READ "))) {
    const { file, missing, frame, mesh, points, bounds } = JSON.parse(line.slice(5));
    if (missing !== undefined) {
      console.log(`${file}: ${missing}`);
      continue;
    }
    const found = [".glb", ".abc"].includes(file) ? turnBack(bounds) : bounds;
    const expected = truth(mesh, frame);
    const apart = Math.max(
      ...found.flatMap((/** @type {number[]} */ corner, /** @type {number} */ n) => corner.map((x, c) => Math.abs(x - expected[n][c]))),
    );
    worst[file] = Math.max(worst[file] ?? 0, apart);
    console.log(
      `${file} frame ${frame} ${mesh} (${points} points): ${format(found)}, ${apart === 0 ? "equal to the bit" : `${apart.toExponential(1)} m apart`}`,
    );
  }
  for (const [file, apart] of Object.entries(worst)) console.log(`${file}: at most ${apart.toExponential(1)} m apart`);
}

function readByFfmpeg() {
  const common = [
    "-v",
    "error",
    "-count_frames",
    "-select_streams",
    "v:0",
    "-show_entries",
    "stream=width,height,r_frame_rate,nb_read_frames",
    "-of",
    "csv=p=0",
  ];
  for (const [name, ...input] of [
    ["sequence of .png", "-framerate", String(FPS), "-start_number", String(START), join(folder, "run_%06d.png")],
    [".mp4", join(folder, "run.mp4")],
    [".webm", join(folder, "run.webm")],
  ]) {
    const { stdout, stderr, error } = spawnSync("ffprobe", [...common, ...input], { encoding: "utf8" });
    console.log(`ffmpeg, ${name}: ${error === undefined ? (stdout || stderr).trim() : "not installed"} (width, height, rate, frames)`);
  }
}

try {
  writeFileSync(join(folder, "scene.json"), JSON.stringify(SCENE));
  run("--out", "run.csv");
  run("--out", "run.obj", "--start-frame", String(START));
  for (const kind of ["pc2", "mdd"]) {
    run("--out", `run.${kind}`);
    run("--out", `run.${kind}`, "--split", "cloths");
  }
  for (const kind of ["glb", "usda", "abc"])
    run("--out", `run.${kind}`, "--bodies", ...(kind === "glb" ? [] : ["--start-frame", String(START)]));
  const picture = ["--size", "320x180", "--camera", "1.5,0.3,4,1.5,0,0,40"];
  run("--out", "run.png", "--start-frame", String(START), ...picture);
  for (const kind of ["mp4", "webm"]) run("--out", `run.${kind}`, ...picture);
  readByBlender();
  readByFfmpeg();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
