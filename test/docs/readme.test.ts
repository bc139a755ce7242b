import { expect, test } from "vitest";
import { parseArguments } from "../../src/cli/arguments.ts";
import { COMMANDS } from "../../src/cli/program.ts";
import { createSimulation, FABRICS, METHODS, NumericalError, type SceneInput } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { runExample } from "./example.ts";
import { fencedBlocks, readPage, tableAfter } from "./pages.ts";

const README = readPage("README.md");

test("the README's code has at most ten lines, is the example it names, and prints what the README says", () => {
  const [, code] = fencedBlocks(README, "ts");
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(readPage("examples/hanging-sheet.ts")).toBe(code);
  const [printed] = fencedBlocks(README, "text");
  expect(runExample({ "readme.ts": code })).toBe(printed);
});

/** Lines without comments and blank ones. */
const codeOf = (text: string): string[] => text.split("\n").filter((line) => !/^\s*(\/\/|$)/.test(line));

test.each([
  ["ts", "examples/three-cape/main.ts", 12],
  ["tsx", "examples/react-cape/main.tsx", 15],
])("the README's cape in %s is that of %s, in at most %i lines", (language, example, most) => {
  const lines = codeOf(fencedBlocks(README, language)[0]);
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.length).toBeLessThanOrEqual(most);
  const source = codeOf(readPage(example)).map((line) => line.trim());
  const places = lines.map((line) => source.indexOf(line.trim()));
  expect(places).not.toContain(-1);
});

test("the table of methods is the catalogue", () => {
  const rows = METHODS.map(({ name, summary, paper, equations }) => [
    `\`${name}\``,
    summary,
    [paper, equations].filter((part) => part !== "").join(", "),
  ]);
  expect(tableAfter(readPage("docs/methods.md"), "# Methods")).toEqual(rows);
});

test("the README names every method's page and all fabrics", () => {
  expect(README).toContain(`lists the ${METHODS.length} methods`);
  expect(README).toContain(`names: ${FABRICS.map(({ name }) => `\`${name}\``).join(", ")}.`);
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
    const cloths = scene.cloths.map((cloth) => ({ ...cloth, stretch: "free" as const }));
    const simulation = await createSimulation({ ...scene, cloths, timestep: 1e-4, solver: { method } as SolverInput });
    for (let n = 0; n < 1000; n++) simulation.step();
    return simulation.view.measure().strainMax;
  };
  await expect(run("explicit-euler")).rejects.toThrow(NumericalError);
  expect(await run("symplectic-euler")).toBeLessThan(0.02);
});

test("the README stays short", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(150);
});
