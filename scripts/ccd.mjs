// npm run ccd -- [--kind vertex-face|edge-edge] FILE.csv…: answers the queries of each file with the continuous test and compares.
// A miss (a hit that is not found) fails; a false alarm does not, for the test is conservative.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseQueries } from "./ccd-csv.mjs";
import { installPackages } from "./install.mjs";

const KINDS = ["vertex-face", "edge-edge"];

/** The kind of a file's queries: as asked for, else by the nearest folder or file that is named so. @param {string} file @param {string} [kind] */
function kindOf(file, kind) {
  if (kind) return kind;
  const path = resolve(file);
  const [face, edge] = KINDS.map((name) => path.lastIndexOf(name));
  if (face === edge) throw new Error("the path names neither vertex-face nor edge-edge; say which with --kind");
  return face > edge ? KINDS[0] : KINDS[1];
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`cannot be read (${error instanceof Error && "code" in error ? error.code : error})`);
  }
}

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { kind: { type: "string" } } });
  if (positionals.length === 0) throw new Error("name a file: npm run ccd -- [--kind vertex-face|edge-edge] FILE.csv…");
  if (values.kind !== undefined && !KINDS.includes(values.kind)) throw new Error(`--kind is ${KINDS.join(" or ")}`);
  await installPackages(console.error);
  await import("./typescript.mjs"); // from here on, TypeScript can be imported
  const { CONTACT_SIZE } = await import("../src/contact/surfaces/closest-points.ts");
  const { testEdgeEdge, testPointTriangle } = await import("../src/contact/surfaces/continuous-test.ts");
  const out = new Float64Array(CONTACT_SIZE);

  const total = { queries: 0, hits: 0, misses: 0, alarms: 0 };
  for (const file of positionals) {
    const count = { queries: 0, hits: 0, misses: 0, alarms: 0 };
    let rounded = 0;
    try {
      const test = kindOf(file, values.kind) === "edge-edge" ? testEdgeEdge : testPointTriangle;
      const parsed = parseQueries(read(file));
      rounded = parsed.rounded;
      for (const { xs, xe, truth } of parsed.queries) {
        const hit = test(xs, xe, 0, 1, 2, 3, 0, out);
        count.queries++;
        if (hit) count.hits++;
        if (truth && !hit) count.misses++;
        if (hit && !truth) count.alarms++;
      }
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
    }
    const note = rounded > 0 ? `, ${rounded} coordinates rounded` : "";
    console.log(`${file}: ${describe(count)}${note}`);
    total.queries += count.queries;
    total.hits += count.hits;
    total.misses += count.misses;
    total.alarms += count.alarms;
  }
  if (positionals.length > 1) console.log(`all: ${describe(total)}`);
  if (total.misses > 0) process.exitCode = 1;
}

/** @param {{ queries: number, hits: number, misses: number, alarms: number }} count */
function describe({ queries, hits, misses, alarms }) {
  return `${queries} queries, ${hits} hits, ${misses} misses, ${alarms} false alarms`;
}

await main().catch((error) => {
  console.error(`npm run ccd: ${error instanceof Error ? error.message.replaceAll("\n", " ") : error}`);
  process.exitCode = 1;
});
