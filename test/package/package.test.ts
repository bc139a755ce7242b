import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { build as buildByEsbuild } from "esbuild";
import { build as buildByVite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { fencedBlocks, readPage } from "../docs/pages.ts";
import { makeCompressed } from "../input/compressed-files.ts";
import { some } from "../support/full.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";
import { findDeadLinks } from "./links.ts";

// A project of somebody else: the tarball unpacked into its node_modules, and the lines of our pages in files.
const { folder, remove } = makeFolder();
/** A folder without node_modules: what runs there stands alone. */
const apart = makeFolder();
const installed = join(folder, "node_modules/drape");

/** The example of a page that prints something, and what the page says that it prints. */
function exampleOf(page: string): { code: string; printed: string } {
  const text = readPage(page);
  const code = fencedBlocks(text, "ts").find((block) => block.includes("console.log")) ?? "";
  return { code, printed: fencedBlocks(text, "text")[0] };
}

/** By its path: older versions beside it bring a tsc too. */
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

const EXAMPLES = { sheet: exampleOf("README.md"), core: exampleOf("docs/core.md") };
const names = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];
const entryOf = (name: string): string => join(folder, `${name}.mjs`);

/** Runs a program in the project; its output, or an error with it. */
function run(program: string, ...args: string[]): string {
  const PATH = `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
  const shell = process.platform === "win32";
  const env = { ...process.env, PATH };
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: "utf8", shell, env });
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stdout}\n${stderr}\n${error ?? ""}`);
  return stdout;
}

function runNode(...args: string[]): string {
  return run(process.execPath, ...args);
}

beforeAll(() => {
  if (!existsSync(join(ROOT, "dist/index.js"))) throw new Error("the package is not built: npm run build");
  const quiet = ["--offline", "--ignore-scripts", "--loglevel=error", "--cache", join(folder, "npm-cache")];
  run("npm", "pack", ROOT, "--pack-destination", folder, ...quiet);
  const tarball = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  expect(tarball.length).toBe(1);
  mkdirSync(installed, { recursive: true });
  run("tar", "-xzf", tarball[0], "-C", "node_modules/drape", "--strip-components=1");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "guest", private: true, type: "module" }));
  for (const name of names) {
    writeFileSync(entryOf(name), EXAMPLES[name].code);
    writeFileSync(join(folder, `${name}.ts`), EXAMPLES[name].code);
  }
});

afterAll(() => {
  remove();
  apart.remove();
});

describe("the packed package", () => {
  test("has what its package.json names, the scenes and the pages, and nothing of the workshop", () => {
    const { exports, bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const targets = [...Object.values(exports), bin.drape].flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target as Record<string, string>),
    );
    expect(targets.length).toBeGreaterThanOrEqual(8);
    for (const target of targets) expect(existsSync(join(installed, target.replace("*", "flag.json"))), target).toBe(true);
    expect(existsSync(join(installed, "scenes/hanging-sheet.json"))).toBe(true);
    const pages = ["ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", "README.md"];
    const folders = ["dist", "docs", "examples", "scenes", "src"];
    expect(readdirSync(installed).sort()).toEqual([...pages, ...folders, "package.json", "scene.schema.json"].sort());
    expect(existsSync(join(installed, "docs/papers.html"))).toBe(false); // megabytes
    expect(existsSync(join(installed, "docs/papers"))).toBe(false);
  });

  test("has pages whose links all lead somewhere in it", () => {
    const { pages, links, dead } = findDeadLinks(installed);
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/api.md", "docs/scene-format.md"]));
    expect(links).toBeGreaterThan(200);
    expect(dead).toEqual([]);
  });

  test("has the sources that its maps name", () => {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, "dist/world/create-world.js.map"), "utf8"));
    expect(sourcesContent).toBeUndefined();
    expect(existsSync(join(installed, "dist/world", sources[0]))).toBe(true);
  });

  test.each(["draco", "meshopt"] as const)("says which package unpacks %s where that is not installed", async (kind) => {
    writeFileSync(join(folder, "packed.glb"), await makeCompressed(kind));
    writeFileSync(join(folder, "packed.json"), JSON.stringify({ drape: 1, cloths: [{ mesh: "packed.glb" }] }));
    const name = kind === "draco" ? "draco3dgltf" : "meshoptimizer";
    expect(() => runNode(join(installed, "dist/cli/main.js"), "check", "packed.json")).toThrow(`install the package ${name}`);
  });

  test("runs as a program", () => {
    const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const program = join(installed, "dist/cli/main.js");
    expect(runNode(program, "--version").trim()).toContain(version);
    expect(runNode(program, "check", join(installed, "scenes/hanging-sheet.json"))).toContain("particles");
  });

  test.each(names)("runs the lines of %s in Node as they are printed", (name) => {
    expect(runNode(entryOf(name))).toBe(EXAMPLES[name].printed);
  });

  test("has types by which these lines pass in strict mode, its own declarations checked too", () => {
    const options = {
      target: "es2022",
      module: "nodenext",
      lib: ["es2022"],
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
      noEmit: true,
    };
    const compilerOptions = { ...options, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
    const files = names.map((name) => `${name}.ts`);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    expect(runNode(TSC, "-p", "tsconfig.json")).toBe("");
    const wrong = EXAMPLES.sheet.code.replace("simulation.step()", 'simulation.step("now")');
    expect(wrong).not.toBe(EXAMPLES.sheet.code);
    writeFileSync(join(folder, "wrong.ts"), wrong);
    writeFileSync(join(folder, "tsconfig.wrong.json"), JSON.stringify({ compilerOptions, files: ["wrong.ts"] }));
    expect(() => runNode(TSC, "-p", "tsconfig.wrong.json")).toThrow(/not assignable to parameter of type 'number'/);
  });
});

/** What a page of somebody else may use of every door. */
const GUEST = `
import { createSimulation, createWorld, type World } from "drape";
import { createSheet } from "drape/core";
import type { Method } from "drape/extend";
import { createFigure } from "drape/figure";
import { planBake } from "drape/files";
import { colourAt } from "drape/inspect";
import { subdivideSurface } from "drape/surface";
import { createCloth, enableDragging, followObject } from "drape/three";
import { Mesh, Scene, SphereGeometry } from "three";
export { colourAt, createFigure, createSheet, enableDragging, planBake, subdivideSurface, type Method };
const grid = { columns: 5, rows: 5, width: 1, height: 1 };
const simulation = await createSimulation({ drape: 1, cloths: [{ grid, pins: ["top"] }] });
simulation.step();
const world: World = await createWorld({ worker: true, wind: null });
await followObject(world, new Mesh(new SphereGeometry()));
const cape = await createCloth(world, { grid, fabric: "wool" }, { smooth: 1 });
new Scene().add(cape.mesh);
cape.update(1 / 60);
`;

const RESOLUTIONS = [
  ["bundler", "es2022"],
  ["node16", "node16"],
] as const;

/** Types that pass with every declaration checked pass with `skipLibCheck` too. */
test.each(some(RESOLUTIONS, 1))(
  "TypeScript 5.4 with moduleResolution %s compiles a page that uses every door",
  (moduleResolution, module) => {
    const modules = join(folder, "node_modules");
    for (const name of ["three", "@types"]) {
      if (!existsSync(join(modules, name))) symlinkSync(join(ROOT, "node_modules", name), join(modules, name), "junction");
    }
    const options = { target: "es2022", module, moduleResolution, lib: ["es2022", "dom"], types: [], noEmit: true };
    const compilerOptions = { ...options, strict: true, skipLibCheck: false };
    writeFileSync(join(folder, "guest.ts"), GUEST);
    writeFileSync(join(folder, "mistaken-guest.ts"), GUEST.replace("1 / 60", '"now"'));
    const files = ["guest.ts", "mistaken-guest.ts"];
    writeFileSync(join(folder, "tsconfig.guest.json"), JSON.stringify({ compilerOptions, files }));
    const told = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript-5.4/bin/tsc"), "-p", "tsconfig.guest.json"], {
      cwd: folder,
      encoding: "utf8",
    });
    const lines = told.stdout.trimEnd().split("\n");
    expect(lines).toEqual([expect.stringMatching(/^mistaken-guest\.ts\(.*not assignable to parameter of type 'number'/)]);
  },
);

/** Each makes a file of an example, with all it imports there or in chunks beside it, and names it. */
const BUNDLERS = {
  async vite(name: string): Promise<string> {
    await buildByVite({
      root: folder,
      configFile: false,
      logLevel: "error",
      build: {
        target: "es2022",
        outDir: `vite-${name}`,
        lib: { entry: entryOf(name), formats: ["es"], fileName: () => "bundle.mjs" },
      },
    });
    return join(folder, `vite-${name}`, "bundle.mjs");
  },
  async esbuild(name: string): Promise<string> {
    const outdir = join(folder, `esbuild-${name}`);
    await buildByEsbuild({
      absWorkingDir: folder,
      entryPoints: [entryOf(name)],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      target: "es2022",
      splitting: true,
      entryNames: "bundle",
      outExtension: { ".js": ".mjs" },
      outdir,
      logLevel: "silent",
    });
    return join(outdir, "bundle.mjs");
  },
  webpack(name: string): Promise<string> {
    const path = join(folder, `webpack-${name}`);
    return new Promise((done, fail) => {
      const settings: webpack.Configuration = {
        context: folder,
        mode: "production",
        target: ["web", "es2022"],
        entry: entryOf(name),
        experiments: { outputModule: true },
        output: { path, filename: "bundle.mjs", module: true },
        performance: false,
        optimization: { minimize: false }, // it takes long, and esbuild has shown that it can be done
      };
      webpack(settings, (error, stats) => {
        if (error) fail(error);
        else if (stats?.hasErrors() || stats?.hasWarnings()) fail(new Error(stats.toString({ colors: false })));
        else done(join(path, "bundle.mjs"));
      });
    });
  },
};

describe.each(some(Object.entries(BUNDLERS), 2))("a bundle by %s", (bundler, bundle) => {
  test.each(names)("of %s stands alone and prints the same", async (name) => {
    const bundled = await bundle(name);
    const alone = join(apart.folder, `${bundler}-${name}`);
    cpSync(dirname(bundled), alone, { recursive: true });
    expect(runNode(join(alone, basename(bundled)))).toBe(EXAMPLES[name].printed);
    if (name === "sheet") expect(readdirSync(alone).length).toBeGreaterThan(10); // chunks by need
  });
});
