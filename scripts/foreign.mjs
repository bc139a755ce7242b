// node scripts/foreign.mjs FOLDER [--json FILE] [--steps 30]: tries every mesh file below a folder, as a body under a sheet and as cloth, each in a process
// of its own, and tells what came out; see docs/foreign-files.md. After npm run build.
import { execFile } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isAccepted } from "./foreign/accepts.mjs";
import { ROOT } from "./run.mjs";

const ENDINGS = /\.(obj|gltf|glb|stl|ply)$/i;
const USES = /** @type {const} */ (["body", "cloth"]);
/** What one try may take, by the clock and by the processor, and what a run should: the limits are far above, so that slow ones are measured. */
const LIMITS = { clockSeconds: 300, seconds: 60, megabytes: 4096 };
const GOALS = { cpuSeconds: 10, megabytes: 1024 };

/** @typedef {{ file: string, format: string, use: "body" | "cloth", accepted?: boolean | undefined, result: string, line?: string, vertices?: number, triangles?: number, seconds?: number, cpuSeconds?: number, megabytes?: number, steps?: number, notices?: string[] }} Row */

/** @param {string} folder @param {string} file @param {"body" | "cloth"} use @param {string} steps @returns {Promise<Omit<Row, "file" | "format" | "use" | "accepted">>} */
function tryFile(folder, file, use, steps) {
  const script = join(ROOT, "scripts/foreign/try-file.mjs");
  const args = [
    `--max-old-space-size=${LIMITS.megabytes}`,
    script,
    join(folder, file),
    use,
    steps,
    String(LIMITS.seconds),
    String(LIMITS.megabytes),
  ];
  return new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { timeout: LIMITS.clockSeconds * 1000, killSignal: "SIGKILL", maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        const last = stdout.trimEnd().split("\n").at(-1) ?? "";
        if (last.startsWith("{")) done(JSON.parse(last));
        else if (error?.killed) done({ result: "too slow", line: `stopped after ${LIMITS.clockSeconds} s` });
        else done({ result: /heap out of memory/.test(stderr) ? "too much memory" : "crashed", line: stderr.slice(-500) });
      },
    );
  });
}

/** One line for people. @param {Row} row */
function describe({ file, use, result, line, cpuSeconds, megabytes, vertices }) {
  const numbers = cpuSeconds === undefined ? "" : ` ${vertices} vertices, ${cpuSeconds.toFixed(1)} s, ${megabytes} MB`;
  return `${use.padEnd(5)} ${result}${numbers} ${file}${line === undefined ? "" : `: ${line.split("\n")[0]}`}`;
}

/** The totals of one format and use. @param {readonly Row[]} rows @param {string} format @param {"body" | "cloth"} use */
function sum(rows, format, use) {
  const all = rows.filter((row) => row.format === format && row.use === use);
  const tried = all.filter(({ result }) => result !== "too large to try");
  const accepted = tried.filter((row) => row.accepted !== false);
  const ran = accepted.filter(({ result }) => result === "ran");
  const runs = tried.filter(({ cpuSeconds }) => cpuSeconds !== undefined);
  return {
    format,
    use,
    files: all.length,
    accepted: accepted.length,
    ran: ran.length,
    share: accepted.length === 0 ? 1 : ran.length / accepted.length,
    slow:
      runs.filter(({ cpuSeconds = 0 }) => cpuSeconds > GOALS.cpuSeconds).length + all.filter(({ result }) => result === "too slow").length,
    large: runs.filter(({ megabytes = 0 }) => megabytes > GOALS.megabytes).length,
    longRefusals: all.filter(({ result, line = "" }) => result === "crashed" || (result === "refused" && line.includes("\n"))).length,
  };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "string" }, steps: { type: "string", default: "30" } },
  });
  const [folder] = positionals;
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error("name a folder of mesh files");
  if (!/^\d+$/.test(values.steps)) throw new Error("--steps takes a whole number");
  const entries = readdirSync(resolve(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ENDINGS.test(file))
    .sort();
  const files = entries.filter((file) => statSync(join(folder, file)).isFile());
  /** @type {Row[]} */
  const rows = [];
  for (const file of files) {
    const format = file
      .slice(file.lastIndexOf(".") + 1)
      .toLowerCase()
      .replace("glb", "gltf");
    const accepted = await isAccepted(resolve(folder, file));
    const tries = USES.map(async (use) => ({ file, format, use, accepted, ...(await tryFile(resolve(folder), file, use, values.steps)) }));
    for (const row of await Promise.all(tries)) {
      rows.push(row);
      console.log(describe(row));
    }
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 1)}\n`);
  }
  const formats = [...new Set(rows.map(({ format }) => format))];
  const totals = formats.flatMap((format) => USES.map((use) => sum(rows, format, use)));
  console.log("\nformat use   files accepted ran (share)   over 10 s  over 1 GB  crashed or long refusals");
  for (const { format, use, files, accepted, ran, share, slow, large, longRefusals } of totals) {
    const percent = `(${(100 * share).toFixed(1)} %)`;
    console.log(`${format.padEnd(6)} ${use.padEnd(5)} ${[files, accepted, ran, percent, slow, large, longRefusals].join("  ")}`);
  }
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ steps: Number(values.steps), totals, rows }, undefined, 1)}\n`);
}

await main().catch((error) => {
  console.error(`foreign: ${error.message}`);
  process.exitCode = 1;
});
