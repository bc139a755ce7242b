import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { formatHash } from "../../src/core/hash.ts";
import { createSimulation, METHODS } from "../../src/index.ts";
import { some } from "../support/full.ts";

/**
 * The state's hash after a few steps, for scenes of scenes/ and every method: any change of any bit shows here. A change that
 * is meant is taken over by
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/golden
 *
 * and golden.json then shows in the diff which runs it touches. To add a run, write a row with any hash and update.
 */
interface GoldenRun {
  readonly scene: string;
  readonly method: string;
  /** Options of the method beside the scene's. */
  readonly options?: Readonly<Record<string, string | number>>;
  /** [s]; the scene's own where absent. */
  readonly timestep?: number;
  readonly steps: number;
  readonly hash: string;
}

const FILE = new URL("./golden.json", import.meta.url);
const UPDATE = process.env.UPDATE_GOLDEN === "1";
const GOLDEN: GoldenRun[] = JSON.parse(readFileSync(FILE, "utf8"));

async function hashOf({ scene, method, options, timestep, steps }: GoldenRun): Promise<string> {
  const read = (file: string): string => readFileSync(new URL(`../../scenes/${file}`, import.meta.url), "utf8");
  const json = JSON.parse(read(`${scene}.json`));
  const input = { ...json, solver: { ...json.solver, method, ...options } };
  const simulation = await createSimulation(input, { loadMesh: async (file) => read(file) });
  for (let n = 0; n < steps; n++) simulation.step(timestep);
  return formatHash(simulation.hash());
}

describe("the state has the bits it always had", () => {
  const hashes = new Map<GoldenRun, string>();

  it.each(UPDATE ? GOLDEN : some(GOLDEN, 20))("$scene, $method, $steps steps", async (run) => {
    const hash = await hashOf(run);
    hashes.set(run, hash);
    if (!UPDATE) expect(hash).toBe(run.hash);
  });

  it("for every method of the catalogue", () => {
    expect(new Set(GOLDEN.map(({ method }) => method))).toEqual(new Set(METHODS.map(({ name }) => name)));
  });

  afterAll(() => {
    if (!UPDATE) return;
    const rows = GOLDEN.map((run) => formatRow({ ...run, hash: hashes.get(run) ?? run.hash }));
    writeFileSync(FILE, `[\n${rows.join(",\n")}\n]\n`);
  });
});

/** One run a line, as the formatter leaves it. */
function formatRow(run: GoldenRun): string {
  const line = `  ${formatValue(run)}`;
  if (line.length < LINE_WIDTH) return line;
  const fields = Object.entries(run).map(([key, field]) => `    "${key}": ${formatValue(field)}`);
  return `  {\n${fields.join(",\n")}\n  }`;
}

const LINE_WIDTH = 120;

function formatValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `"${key}": ${formatValue(field)}`);
  return `{ ${fields.join(", ")} }`;
}
