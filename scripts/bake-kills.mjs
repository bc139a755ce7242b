// node scripts/bake-kills.mjs [SCENE] [SECONDS] [KILLS] [ENDING]: bakes a scene in one run, and once more with kills at random moments
// and --resume after each; the two files must be the same, byte for byte. After npm run build. DRAPE_SEED repeats a run.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROOT } from "./run.mjs";

const [scene = join(ROOT, "scenes/dress.json"), seconds = "60", kills = "10", ending = "glb"] = process.argv.slice(2);
const seed = Number(process.env.DRAPE_SEED ?? Date.now() % 1e6);
console.log(`DRAPE_SEED=${seed}: ${scene}, ${seconds} s as .${ending}, ${kills} kills`);
const folder = mkdtempSync(join(tmpdir(), "drape-kills-"));

/** Numbers in [0, 1) that the seed tells. */
let state = seed;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** When the last checkpoint was made [ms]. @param {string} out */
function checkpointTime(out) {
  return statSync(`${out}.resume`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Runs the bake, or goes on with it; `lifetime` [ms] after its first own checkpoint it is killed. True where it ended by itself.
 * @param {string} name @param {number} [lifetime] @returns {Promise<boolean>}
 */
function bake(name, lifetime) {
  const out = join(folder, `${name}.${ending}`);
  const args = [join(ROOT, "dist/cli/main.js"), "run", resolve(scene), "--seconds", seconds, "--out", out, "--resume"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.setEncoding("utf8").on("data", (text) => process.stdout.write(`  ${text}`));
  const before = checkpointTime(out);
  const timer = setInterval(() => {
    if (lifetime === undefined || checkpointTime(out) === before) return;
    clearInterval(timer);
    setTimeout(() => child.kill("SIGKILL"), lifetime);
  }, 20);
  return new Promise((done) => {
    child.on("close", (code, signal) => {
      clearInterval(timer);
      if (code !== 0 && signal !== "SIGKILL") throw new Error(`the bake failed with code ${code}`);
      done(code === 0);
    });
  });
}

/** @param {string} name */
function digest(name) {
  const bytes = readFileSync(join(folder, `${name}.${ending}`));
  return `${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}

try {
  const started = performance.now();
  await bake("whole");
  const duration = performance.now() - started;
  console.log(`in one run: ${(duration / 1000).toFixed(1)} s, ${digest("whole")}`);
  for (let n = 1; n <= Number(kills); n++) {
    // together less than half of what it takes, so that it is not done before the last kill
    const lifetime = (0.8 * random() * duration) / Number(kills);
    if (await bake("killed", lifetime)) throw new Error("it was done before the last kill; try again");
    console.log(`kill ${n} after ${(lifetime / 1000).toFixed(1)} s`);
  }
  await bake("killed");
  console.log(`after ${kills} kills: ${digest("killed")}`);
  const same = digest("whole") === digest("killed");
  console.log(same ? "the same, byte for byte" : "DIFFERENT");
  process.exitCode = same ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
