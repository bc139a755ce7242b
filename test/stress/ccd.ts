/**
 * The continuous tests against the exact judge, a million queries by default: no hit may be missed, and no time of a hit may be late.
 *
 *     node --import ./scripts/typescript.mjs test/stress/ccd.ts [QUERIES] [SEED]
 */
import { fileURLToPath } from "node:url";
import { CONTACT_SIZE, CONTACT_TIME } from "../../src/contact/surfaces/closest-points.ts";
import { testEdgeEdge, testPointTriangle } from "../../src/contact/surfaces/continuous-test.ts";
import { makeQuery, QUERY_FAMILIES } from "../support/ccd-queries.ts";
import { exactlyMeet, type Kind } from "../support/exact-ccd.ts";

export interface CcdStressRow {
  family: string;
  kind: Kind;
  queries: number;
  hits: number;
  misses: number;
  /** Hits whose time lies after the first meeting. */
  late: number;
  falseAlarms: number;
}

/** Every family and kind in turn, seeds counting up from `seed`; `say` receives a line of progress about every ten seconds. */
export function stressCcd(queries: number, seed: number, say: (line: string) => void): CcdStressRow[] {
  const rows: CcdStressRow[] = Object.keys(QUERY_FAMILIES).flatMap((family) =>
    (["vertex-face", "edge-edge"] as const).map((kind) => ({
      family,
      kind,
      queries: 0,
      hits: 0,
      misses: 0,
      late: 0,
      falseAlarms: 0,
    })),
  );
  const out = new Float64Array(CONTACT_SIZE);
  const started = performance.now();
  let told = started;
  for (let n = 0; n < queries; n++) {
    const row = rows[n % rows.length];
    const number = seed + Math.floor(n / rows.length);
    const { xs, xe } = makeQuery(row.family, row.kind, number);
    const hit = (row.kind === "edge-edge" ? testEdgeEdge : testPointTriangle)(xs, xe, 0, 1, 2, 3, 0, out);
    const truth = exactlyMeet(row.kind, xs, xe);
    row.queries++;
    if (hit) row.hits++;
    if (hit && !truth) row.falseAlarms++;
    if (truth && !hit) {
      row.misses++;
      say(`missed: ${row.family} ${row.kind} ${number}`);
    }
    const before = out[CONTACT_TIME] * (1 - 2 ** -50);
    if (truth && hit && before > 0 && exactlyMeet(row.kind, xs, xe, before)) {
      row.late++;
      say(`late: ${row.family} ${row.kind} ${number}`);
    }
    const now = performance.now();
    if (now - told > 10_000) {
      told = now;
      const left = ((now - started) / (n + 1)) * (queries - n - 1);
      say(`${n + 1} of ${queries} queries, about ${Math.ceil(left / 60_000)} min left`);
    }
  }
  return rows;
}

if (import.meta.url.endsWith("/ccd.ts") && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [queries = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
  console.log(`${queries} queries, seeds from ${seed}`);
  const rows = stressCcd(queries, seed, (line) => console.log(line));
  console.table(rows);
  const faults = rows.reduce((sum, row) => sum + row.misses + row.late, 0);
  const alarms = rows.reduce((sum, row) => sum + row.falseAlarms, 0);
  console.log(`${faults} misses or late hits, ${alarms} false alarms in ${queries} queries`);
  if (faults > 0) process.exitCode = 1;
}
