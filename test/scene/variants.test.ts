import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSimulation, InputError, parseScene, type SceneInput, selectVariant } from "../../src/index.ts";
import { ROOT } from "../support/run-cli.ts";
import { type Json, squareScene } from "./sample-scenes.ts";

function withVariants(): Json {
  return {
    ...squareScene(),
    variants: [
      { name: "one", title: "One sweep", solver: { method: "gauss-seidel", sweeps: 1 } },
      { name: "exact", solver: { method: "choi-ko" } },
      { name: "plain", solver: {} },
    ],
  };
}

/** The message of the InputError that parsing a scene throws. */
function refusal(change: (scene: Json) => unknown): string {
  const scene = withVariants();
  change(scene);
  try {
    parseScene(scene);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error("it was accepted");
}

describe("variants of a scene", () => {
  test("have a name, a title that is the name unless given, and a solver like the scene's", () => {
    const { variants } = parseScene(withVariants());
    expect(variants.map(({ name, title, solver }) => [name, title, solver.method.name])).toEqual([
      ["one", "One sweep", "gauss-seidel"],
      ["exact", "exact", "choi-ko"],
      ["plain", "plain", "auto"],
    ]);
    expect(variants[0].solver.options.sweeps).toBe(1);
    expect(variants[0].solver.options.alpha).toBe(0.8);
    expect(parseScene(squareScene())).toMatchObject({ variants: [], compare: [] });
    expect(parseScene({ ...withVariants(), compare: ["plain", "one"] }).compare).toEqual(["plain", "one"]);
  });

  test.each<[string, (scene: Json) => unknown, string]>([
    ["no list", (s) => Object.assign(s, { variants: "all" }), "variants: got"],
    ["an entry that is no object", (s) => s.variants.push(3), "variants[3]: got 3"],
    ["a variant without a name", (s) => s.variants.push({ solver: {} }), "variants[3].name: got nothing"],
    ["a variant without a solver", (s) => s.variants.push({ name: "x" }), "variants[3].solver: got nothing"],
    ["two of one name", (s) => s.variants.push({ name: "one", solver: {} }), 'variants[3].name: got "one"; give each'],
    ["a misspelt field", (s) => Object.assign(s.variants[0], { titel: "" }), "variants[0].titel: got a field that does not"],
    ["a comparison of one", (s) => Object.assign(s, { compare: ["one"] }), "compare: got 1 variants; give at least 2"],
    ["a comparison with nobody", (s) => Object.assign(s, { compare: ["one", "two"] }), 'compare[1]: got "two"'],
    ["an unknown method", (s) => Object.assign(s.variants[0].solver, { method: "gaus" }), "variants[0].solver.method: got"],
    ["a wrong option", (s) => Object.assign(s.variants[0].solver, { sweeps: 0 }), "variants[0].solver.sweeps: got 0"],
  ])("%s is refused by path", (_name, change, message) => {
    expect(refusal(change)).toContain(message);
  });
});

describe("selectVariant", () => {
  test("puts the variant's solver in the place of the scene's, and leaves the rest and the original alone", async () => {
    const scene: SceneInput = withVariants();
    const chosen = selectVariant(scene, "one");
    expect(chosen).toEqual({ ...scene, solver: { method: "gauss-seidel", sweeps: 1 } });
    expect(scene.solver?.method).toBe("implicit-euler");
    const simulation = await createSimulation(chosen);
    expect([simulation.method, simulation.options.sweeps]).toEqual(["gauss-seidel", 1]);
  });

  test("a solver without a method is the default one", async () => {
    const simulation = await createSimulation(selectVariant(withVariants(), "plain"));
    expect(simulation.method).toBe("symplectic-euler"); // what auto chooses for so soft a cloth
  });

  test.each([
    ["exakt", /^variant: got "exakt"; did you mean "exact"\? choose one of one, exact, plain$/],
    ["nothing like it", /^variant: got "nothing like it"; choose one of one, exact, plain$/],
  ])("suggests a name for %s", (name, message) => {
    expect(() => selectVariant(withVariants(), name)).toThrow(message);
  });

  test("a scene without variants says so", () => {
    expect(() => selectVariant(squareScene(), "a")).toThrow(/^variant: got "a"; this scene has no variants$/);
  });
});

describe("the scenes that compare methods", () => {
  const variantsOf = (name: string): [string, string, unknown][] =>
    parseScene(JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), "utf8"))).variants.map((variant) => [
      variant.name,
      variant.solver.method.name,
      variant.solver.options.sweeps,
    ]);

  test("kim-fig4 has the nine methods of the figure", () => {
    expect(variantsOf("kim-fig4")).toEqual([
      ["a", "gauss-seidel", 1],
      ["b", "gauss-seidel", 2],
      ["c", "gauss-seidel", 4],
      ["d", "choi-ko", undefined],
      ["e", "block-jacobi", 1],
      ["f", "block-jacobi", 3],
      ["g", "block-jacobi", 4],
      ["h", "scalar-jacobi", 2],
      ["i", "desbrun", undefined],
    ]);
  });

  test("kim-fig3 has six sweeps against Choi & Ko", () => {
    expect(variantsOf("kim-fig3")).toEqual([
      ["kim", "gauss-seidel", 6],
      ["choi-ko", "choi-ko", undefined],
    ]);
  });
});
