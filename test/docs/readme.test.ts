import { expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";
import { COMMANDS } from "../../src/cli/program.ts";
import { createSimulation, FABRICS, METHODS, NumericalError, type SceneInput } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { runExample } from "./example.ts";
import { fencedBlocks, readPage, tableAfter } from "./pages.ts";

const README = readPage("README.md");

test("the README's code has at most ten lines, is the example it names, and prints what the README says", () => {
  const [code] = fencedBlocks(README, "ts");
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(readPage("examples/hanging-sheet.ts")).toBe(code);
  const [printed] = fencedBlocks(README, "text");
  expect(runExample({ "readme.ts": code })).toBe(printed);
});

test("the README's five lines for three.js are in the cape example", () => {
  const [, code] = fencedBlocks(README, "ts");
  const example = readPage("examples/three-cape.ts");
  const lines = code
    .trim()
    .split("\n")
    .filter((line) => !line.startsWith("//"));
  expect(lines.length).toBe(4);
  for (const line of lines) expect(example).toContain(line);
});

test("the README's table of methods is the catalogue", () => {
  const rows = METHODS.map(({ name, summary, paper, equations }) => [
    `\`${name}\``,
    summary,
    [paper, equations].filter((part) => part !== "").join(", "),
  ]);
  expect(tableAfter(README, "## Methods")).toEqual(rows);
});

test("the README's table of fabrics is the list of presets", () => {
  const rows = FABRICS.map(({ name, title, density, measured }) => [
    `\`${name}\``,
    title,
    String(density),
    measured ? "measured" : "typical",
  ]);
  expect(tableAfter(README, "## Fabrics")).toEqual(rows);
});

test("every command line in the README names a command, options and methods that exist", async () => {
  const lines = README.split("\n").filter((line) => line.startsWith("npx drape "));
  expect(lines.length).toBeGreaterThanOrEqual(6);
  for (const line of lines) {
    const [name, ...words] = line.split("#")[0].trim().split(/\s+/).slice(2);
    const command = await COMMANDS.find((one) => one.name === name)?.load();
    expect(command, line).toBeDefined();
    const { flags, positional } = parseArguments(words, command?.flags ?? []);
    expect(positional.length, line).toBe(name === "methods" ? 0 : 1);
    const method = flags.get("method");
    if (method !== undefined) expect(METHODS.map((known) => known.name)).toContain(method);
  }
});

test("explicit Euler explodes in the README's experiment, symplectic Euler does not", async () => {
  const scene = JSON.parse(readPage("scenes/hanging-sheet.json")) as SceneInput;
  const run = async (method: string): Promise<number> => {
    const simulation = await createSimulation({ ...scene, timestep: 1e-4, solver: { method } as SolverInput });
    for (let n = 0; n < 1000; n++) simulation.step();
    return simulation.view.measure().strainMax;
  };
  await expect(run("explicit-euler")).rejects.toThrow(NumericalError);
  expect(await run("symplectic-euler")).toBeLessThan(0.02);
});

test("the README stays short", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(150);
});
