import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fencedBlocks, ROOT, readPage, tableAfter } from "../docs/pages.ts";
import { some } from "../support/full.ts";
import { makeFolder } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);

const OPTIONS = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  write: false,
  logLevel: "silent",
} as const satisfies BuildOptions;

const gzip = (contents: Uint8Array): number => gzipSync(contents, { level: 9 }).length;

/** What a page loads that is made of this code: bundled in one piece, minified and gzipped [bytes]. */
async function weigh(code: string): Promise<number> {
  const { outputFiles } = await build({ ...OPTIONS, stdin: { contents: code, resolveDir: ROOT, loader: "ts" } });
  return gzip(outputFiles[0].contents);
}

interface Loaded {
  /** The chunks that the code loads when it runs, each gzipped by itself, and all there are but the code of workers, which is the whole once more [bytes]. */
  readonly size: number;
  readonly all: number;
  readonly chunks: readonly string[];
  readonly printed: string;
}

/** The same in chunks, which are run: each tells that it has been loaded. */
async function weighLoaded(name: string, code: string): Promise<Loaded> {
  const outdir = join(folder, name);
  const stdin = { contents: code, resolveDir: ROOT, loader: "ts" } as const;
  const { outputFiles } = await build({ ...OPTIONS, stdin, splitting: true, outdir });
  const sizes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzip(contents)]));
  mkdirSync(outdir);
  for (const { path, text } of outputFiles) {
    writeFileSync(path, `(globalThis.chunks ??= []).push(${JSON.stringify(basename(path))});\n${text}`);
  }
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }');
  writeFileSync(join(outdir, "run.js"), 'await import("./stdin.js"); console.log(chunks.join(" "));');
  const { stdout, stderr } = spawnSync(process.execPath, [join(outdir, "run.js")], { encoding: "utf8" });
  const [printed, chunks] = stdout.split("\n").map((line) => line.split(" "));
  if (chunks === undefined) throw new Error(stderr.slice(-600)); // lines of a bundle are long
  const sum = (names: Iterable<string>): number => [...names].reduce((total, chunk) => total + (sizes.get(chunk) ?? Number.NaN), 0);
  return {
    size: sum(chunks),
    all: sum([...sizes.keys()].filter((name) => !name.startsWith("worker-code"))),
    chunks,
    printed: printed.join(" "),
  };
}

const sheetBy = (method: string): string => `
  import { createSheet, findFabric, ${method} } from "drape/core";
  const sheet = createSheet({ grid: { columns: 9, rows: 9, width: 1, height: 1 }, fabric: findFabric("silk"), method: ${method} });
  sheet.step();
`;

const WITH_KERNELS = `
  import { loadLinearKernels, createSheet, findFabric, linearEdge } from "drape/core";
  const kernels = await loadLinearKernels();
  const grid = { columns: 40, rows: 40, width: 1, height: 1 };
  createSheet({ grid, fabric: findFabric("silk"), method: linearEdge, kernels }).step();
`;

const WHOLE = `
  import { createSimulation } from "drape";
  const simulation = await createSimulation({ drape: 1, cloths: [] });
  simulation.step();
`;

test("one sheet and one method are 34 KB, and 44 with their kernels", async () => {
  const [lines] = fencedBlocks(readPage("docs/core.md"), "ts");
  expect(lines).toContain("implicitEuler");
  const size = await weigh(lines);
  expect(await weigh(WITH_KERNELS.replaceAll("linearEdge", "implicitEuler").replaceAll("Linear", "Block"))).toBeLessThan(44_150);
  expect(size).toBeLessThan(34_000);
});

/** A cloth of so many particles a side, held at two corners, over a plane and a capsule. */
function partsWith(side: number): object {
  const grid = { columns: side, rows: side, width: 1, height: 1, origin: [-0.5, 0.5, -0.5], v: [0, 0, 1] };
  return {
    cloths: [{ grid, fabric: "silk", pins: ["top-left", "top-right"] }],
    colliders: [{ plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, { capsule: { from: [-0.3, 0.3, 0], to: [0.3, 0.3, 0], radius: 0.1 } }],
  };
}

/** A world with these parts and settings; `then` is code that follows. */
function worldWith(side: number, settings: object = {}, then = ""): string {
  return `
    import { createWorld } from "drape";
    const world = await createWorld(${JSON.stringify({ ...partsWith(side), ...settings })});
    ${then}
    for (let n = 0; n < 3; n++) world.update(1 / 60);
    console.log(world.cloths[0].positions.every(Number.isFinite), world.time > 0);
  `;
}

function pageWith(side: number, solver: object, options?: object): string {
  const scene = { drape: 1, solver, ...partsWith(side) };
  return `
    import { createSimulation } from "drape";
    const simulation = await createSimulation(${JSON.stringify(scene)}, ${JSON.stringify(options ?? {})});
    for (let n = 0; n < 3; n++) simulation.step();
    console.log(simulation.method, simulation.hash());
  `;
}

/** Rooms that a plain page does not load, and those of abilities. */
const SELDOM = /whole|search|surfaces|parse|catalog|linear|explicit|figures|garments|mesh-files/;
const ABLE = /edits|looks|toys|measures/;

describe("a page with one cloth, a plane and a capsule", () => {
  /** In the order of the table of docs/core.md. */
  const loaded: Loaded[] = [];

  beforeAll(async () => {
    const few = { abilities: [] };
    loaded.push(await weighLoaded("typescript", pageWith(20, { kernels: "typescript" }, few)));
    loaded.push(await weighLoaded("small", pageWith(20, {}, few)));
    loaded.push(await weighLoaded("large", pageWith(50, {}, few)));
    loaded.push(await weighLoaded("all", pageWith(20, {})));
  });

  test("loads 67 KB where kernels are in TypeScript", () => {
    const [{ size, chunks, printed }] = loaded;
    expect(printed).toMatch(/^implicit-euler \d+$/);
    for (const one of [SELDOM, ABLE, /springs/]) expect(chunks.join()).not.toMatch(one);
    expect(size).toBeLessThan(67_700);
  });

  test("loads 72 KB where they are in WebAssembly, and 8 KB for contact with bodies where the cloth is large", () => {
    const [, small, large] = loaded;
    for (const { chunks } of [large, small]) {
      expect(chunks.join()).toMatch(/springs/);
      for (const one of [SELDOM, ABLE]) expect(chunks.join()).not.toMatch(one);
    }
    expect(small.chunks.join()).not.toMatch(/body-kernels/);
    expect(large.chunks.join()).toMatch(/body-kernels/);
    expect(large.chunks.length).toBe(small.chunks.length + 1);
    expect(small.size).toBeLessThan(72_000);
    expect(large.size).toBeLessThan(79_800);
  });

  test("loads 99 KB with all abilities, to the same bits", () => {
    const [, small, , all] = loaded;
    expect(all.chunks.join()).toMatch(ABLE);
    expect(all.chunks.join()).not.toMatch(SELDOM);
    expect(all.printed).toBe(small.printed);
    expect(all.size).toBeLessThan(99_600);
  });

  test("comes in chunks that all together, those of worlds among them, take 20 % more than one piece without worlds", async () => {
    expect(loaded[3].all).toBeLessThan(1.2 * (await weigh(WHOLE)));
  });

  test("loads what docs/core.md says", () => {
    const rows = tableAfter(readPage("docs/core.md"), "| one cloth");
    expect(rows.length).toBe(4);
    for (const [n, [what, size]] of rows.entries()) expect(Math.abs((1000 * Number(size)) / loaded[n].size - 1), what).toBeLessThan(0.05);
  });
});

test("a world with one cloth, a plane and a capsule loads 72 KB, and the kernels of normals and of bodies where it is large", async () => {
  const small = await weighLoaded("small-world", worldWith(20));
  const large = await weighLoaded("large-world", worldWith(50));
  for (const { printed, chunks } of [small, large]) {
    expect(printed).toBe("true true");
    expect(chunks.join()).toMatch(/springs/);
    for (const one of [SELDOM, ABLE, /cuts|skins|tangents|transplant|reset|details|worker|-steps|steps-|attended/])
      expect(chunks.join()).not.toMatch(one);
  }
  expect(small.chunks.join()).not.toMatch(/normals/);
  expect(small.chunks.join()).not.toMatch(/body-kernels/);
  expect(large.chunks.join()).toMatch(/normals/);
  expect(large.chunks.join()).toMatch(/body-kernels/);
  expect(small.size).toBeLessThan(72_450);
  expect(large.size).toBeLessThan(81_300);
});

test("a page whose world is in a worker loads 15 KB besides the worker's code", async () => {
  const stdin = { contents: worldWith(20, { worker: true }), resolveDir: ROOT, loader: "ts" } as const;
  const { outputFiles, metafile } = await build({ ...OPTIONS, stdin, splitting: true, outdir: folder, metafile: true });
  const chunks = Object.entries(metafile.outputs).map(([path, output]) => ({ ...output, name: basename(path) }));
  const loaded = new Set(chunks.filter(({ name, entryPoint }) => name === "stdin.js" || entryPoint?.endsWith("worker-host.ts")));
  for (const { imports } of loaded) {
    const needed = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
    for (const chunk of chunks) if (needed.includes(chunk.name)) loaded.add(chunk);
  }
  const names = new Set([...loaded].map(({ name }) => name));
  const size = outputFiles.filter(({ path }) => names.has(basename(path))).reduce((sum, { contents }) => sum + gzip(contents), 0);
  expect(size).toBeGreaterThan(10_000); // else nothing was weighed
  expect(size).toBeLessThan(15_900);
});

describe("a world loads the step in TypeScript, and takes it,", () => {
  const method = "implicit-euler";
  const cases: [string, object, string][] = [
    ["where kernels do not reach the tolerance", { solver: { method, tolerance: 1e-7 } }, ""],
    ["where that is asked for", { solver: { method, kernels: "typescript" } }, ""],
    ["where springs are too stiff for the length of a step", { timestep: 1e5 }, "world.update(2e5);"],
    ["where cloth meets itself", { collision: { self: true } }, ""],
    ["with the first cut", {}, "await world.cloths[0].cut([[1, 21]]);"],
  ];
  test.each(some(cases, 1))("%s", async (what, settings, then) => {
    const { printed, chunks } = await weighLoaded(what.replaceAll(" ", "-"), worldWith(20, settings, then));
    expect(printed).toBe("true true");
    expect(chunks.join()).toMatch(/plain-steps/);
  });
});

test("everything a scene may ask for is about 292 KB", async () => {
  const size = await weigh(WHOLE);
  expect(size).toBeGreaterThan(80_100); // else nothing was weighed
  expect(size).toBeLessThan(292_700);
});

test("the table of sizes in docs/core.md is right to a tenth (UPDATE_DOCS=1 writes it anew)", async () => {
  const page = readPage("docs/core.md");
  const rows = tableAfter(page, "| what |");
  const codes = [sheetBy("implicitEuler"), sheetBy("rk4"), sheetBy("gaussSeidel"), sheetBy("linearEdge"), WITH_KERNELS, WHOLE];
  expect(rows.length).toBe(codes.length);
  const sizes = (await Promise.all(codes.map(weigh))).map((bytes) => Math.round(bytes / 1000));
  if (process.env.UPDATE_DOCS) {
    const row = (what: string, size: string | number): string => `| ${what} | ${size} |\n`;
    const real = rows.reduce((text, [what, size], n) => text.replace(row(what, size), row(what, sizes[n])), page);
    writeFileSync(join(ROOT, "docs/core.md"), real);
  } else {
    for (const [n, [what, size]] of rows.entries()) expect(Math.abs(Number(size) / sizes[n] - 1), what).toBeLessThan(0.1);
  }
});
