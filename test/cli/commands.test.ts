import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { METHODS } from "../../src/methods/methods.ts";
import { squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, ROOT, runCli, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

test("package.json's single bin is the program, runnable with node", () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(bin).toEqual({ drape: "dist/cli/main.js" });
  expect(readFileSync(join(ROOT, bin.drape), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test("--version is package.json's", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(await runCli(["--version"])).toEqual({ code: 0, stdout: `drape ${version}\n`, stderr: "" });
});

describe("drape methods", () => {
  test("--json lists every method of the catalogue with its options", async () => {
    const { code, stdout, stderr } = await callCli(["methods", "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const { methods } = JSON.parse(stdout);
    const expected = METHODS.map(({ create: _create, choose: _choose, ...info }) => info);
    expect(methods).toEqual(JSON.parse(JSON.stringify(expected)));
    for (const { name, options } of methods) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      for (const option of options) expect(Object.keys(option)).toEqual(expect.arrayContaining(["name", "kind", "default"]));
    }
  });

  test("names every method of this version's contract and each of its options with range and default", async () => {
    const { code, stdout } = await callCli(["methods"]);
    expect(code).toBe(0);
    const names = stdout.split("\n").filter((line) => /^\S/.test(line));
    expect(names).toEqual(METHODS.map((method) => method.name));

    expect(names).toEqual(
      expect.arrayContaining([
        "explicit-euler",
        "symplectic-euler",
        "verlet",
        "rk4",
        "implicit-euler",
        "theta",
        "implicit-midpoint",
        "newton-euler",
        "newton-midpoint",
        "gauss-seidel",
        "block-jacobi",
        "scalar-jacobi",
        "desbrun",
        "choi-ko",
        "paid",
        "bdf2",
        "bdf2-paid",
        "rosenbrock",
      ]),
    );
    for (const option of METHODS.flatMap((method) => method.options)) {
      expect(stdout).toMatch(new RegExp(`^ {4}${option.name} .*default ${option.kind === "list" ? "none" : option.default}\\)$`, "m"));
    }
  });
});

describe("drape check", () => {
  test("a sound scene gets one line on stdout and leaves no file", async () => {
    const path = writeScene(folder, "scene.json", squareScene());
    expect(await callCli(["check", path])).toEqual({
      code: 0,
      stdout: `${path}: fine — 4 particles, 6 springs, 2 triangles, 0 hinges\n`,
      stderr: "",
    });
    expect(readdirSync(folder)).toEqual(["scene.json"]);
  });

  test("refuses what the method refuses, as a run would", async () => {
    const scene = { ...squareScene(), solver: { method: "linear-edge", weights: [2, -1], order: 2 } };
    const path = writeScene(folder, "refused.json", scene);
    const said = "drape: solver.weights: got [2,-1]; leave the order out: the weights stand for it\n";
    for (const command of ["check", "run"]) expect(await callCli([command, path])).toEqual({ code: 1, stdout: "", stderr: said });
  });

  test("every scene of the repository is fine", async () => {
    const names = readdirSync(join(ROOT, "scenes")).filter((name) => name.endsWith(".json"));
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const { code, stdout, stderr } = await callCli(["check", `scenes/${name}`]);
      expect([name, code, stderr]).toEqual([name, 0, ""]);
      expect(stdout).toMatch(/: fine — [1-9]\d* particles/);
    }
  });
});
