import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { computeSpy, ORDERINGS } from "../../src/inspect.ts";
import type { SymmetricMatrix } from "../../src/linalg/symmetric-matrix.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { readMatrixMarket } from "../output/read-matrix-market.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, ROOT, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

/** Two particles and a spring: with h = ½ s and k = 4 N/m, h²k is 1 kg. */
const network = {
  positions: [
    [0, 0, 0],
    [1, 0, 0],
  ],
  masses: [2, 3],
  springs: [[0, 1, 1, 4, "stretch"]],
};
const two = { drape: 1, timestep: 0.5, solver: { method: "linear-edge" }, cloths: [{ network }] };
const scene = writeScene(folder, "two.json", two);
const sheet = join(ROOT, "scenes/hanging-sheet.json");

function readFile(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe("drape matrix", () => {
  test("writes the matrix of two particles and a spring as one computes it by hand", async () => {
    const { code, stdout, stderr } = await callCli(["matrix", scene, "--out", "two.mtx"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    const [first, ...factors] = stdout.trimEnd().split("\n");
    expect(first).toBe("matrix: 2 rows, 4 non-zeros");
    expect(factors).toHaveLength(ORDERINGS.length);
    for (const line of factors) expect(line).toMatch(/^factor: +3 non-zeros, [a-z-]+( \([a-z-]+\))?$/);
    const [header, run, order, ...rest] = readFile("two.mtx").split("\n");
    expect(header).toBe("%%MatrixMarket matrix coordinate real symmetric");
    expect(run).toMatch(/^% drape [\d.]+; scene .*two\.json; seed 1; linear-edge .*; timestep 0.5 s$/);
    expect(order).toBe("% rows are vertices in the scene's order");
    expect(rest).toEqual(["2 2 3", "1 1 3", "2 1 -1", "2 2 4", ""]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test.each(["linear-edge", "linear-triangle", "two-level", "desbrun"])("counts what every ordering makes of %s", async (method) => {
    const { code, stdout } = await callCli(["matrix", sheet, "--method", method, "--out", "sheet.mtx"], folder);
    expect(code).toBe(0);
    const input = JSON.parse(readFileSync(sheet, "utf8")) as SceneInput;
    const matrix = (await createSimulation({ ...input, solver: { method } as SolverInput })).view.matrix() as SymmetricMatrix;
    const lines = ORDERINGS.map((ordering) => {
      const { factorEntries, ordering: taken } = computeSpy(matrix, ordering, 1);
      const name = ordering === "auto" ? `auto (${taken})` : ordering;
      return `factor: ${String(factorEntries).padStart(10)} non-zeros, ${name}`;
    });
    const rows = `matrix: ${matrix.rowCount} rows, ${matrix.rowCount + 2 * matrix.column.length} non-zeros`;
    expect(stdout).toBe(`${[rows, ...lines].join("\n")}\n`);
    const { rowCount, entries } = readMatrixMarket(readFile("sheet.mtx"));
    expect([rowCount, entries.size]).toEqual([625, 625 + matrix.column.length]);
    for (let i = 0; i < rowCount; i++) expect(entries.get(`${i + 1} ${i + 1}`)).toBe(matrix.diagonal[i]);
  });

  test("follows --set and --timestep, and --quiet leaves the table out", async () => {
    const args = ["--set", "cloths[0].network.masses=[5,7]", "--timestep", "1", "--out", "set.mtx", "--quiet"];
    expect(await callCli(["matrix", scene, ...args], folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    const { entries, comments } = readMatrixMarket(readFile("set.mtx"));
    expect([...entries]).toEqual([
      ["1 1", 9],
      ["2 1", -4],
      ["2 2", 11],
    ]);
    expect(comments[0]).toContain("timestep 1 s");
  });

  test.each([
    ["two.json --method verlet", "verlet has no constant matrix: choose linear-edge, linear-triangle, two-level or desbrun with --method"],
    ["two.json --out matrix.txt", "--out: got matrix.txt; give it the ending .mtx"],
    ["two.json --out mtx", "--out: got mtx; give it the ending .mtx"],
    ["", "matrix: got 0 scenes; name one scene file"],
    ["two.json two.json", "matrix: got 2 scenes; name one scene file"],
    ["two.json --steps 5", "--steps: got an unknown option; see --help"],
    ["none.json", "none.json: got no such file; check the name and the folder"],
    ["two.json --set solver.ordering=best", 'solver.ordering: got "best"; choose one of auto, natural, '],
  ])("%s ends with 1 and one line, and writes nothing", async (words, line) => {
    const before = readdirSync(folder);
    const args = words.split(" ").filter((word) => word !== "");
    const { code, stdout, stderr } = await callCli(["matrix", ...args], folder);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^drape: [^\n]+\n$/);
    expect(stderr.slice("drape: ".length)).toContain(line);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("a method without a constant matrix leaves no file, though one was asked for", async () => {
    const { code } = await callCli(["matrix", scene, "--method", "verlet", "--out", "none.mtx"], folder);
    expect([code, existsSync(join(folder, "none.mtx"))]).toEqual([1, false]);
  });
});
