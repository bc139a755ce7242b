import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { some } from "../support/full.ts";

/** A sheet of several chunks of work. */
const SCENE = {
  drape: 1,
  timestep: 1 / 60,
  cloths: [
    {
      grid: { columns: 60, rows: 90, width: 0.6, height: 0.9, u: [1, 0, 0], v: [0, -0.3, 1] },
      springs: { stretch: 2000, shear: 500, bend: 5 },
      masses: 4e-5,
      pins: ["top-left", "top-right"],
    },
  ],
};
const SOLVERS = [
  { method: "linear-edge", acceleration: "lbfgs", integrator: "bdf2", iterations: 4 },
  { method: "gauss-seidel" },
  { method: "block-jacobi", jacobian: "clamped" },
  { method: "choi-ko", tolerance: 1e-3 },
];
const STEPS = 8;

const PAGE = `
  import { createSimulation } from "../../src/index.ts";
  globalThis.hashOf = async (scene, threads, steps) => {
    const simulation = await createSimulation(scene, { threads });
    for (let n = 0; n < steps; n++) {
      simulation.step();
      await new Promise((resume) => setTimeout(resume, 5)); // threads begin when the page pauses
    }
    kept.push(simulation);
    return simulation.hash();
  };
  const kept = [];
  globalThis.disposeOfAll = () => {
    for (const simulation of kept) simulation.dispose();
  };
`;

const folder = mkdtempSync(join(tmpdir(), "threads-"));
let browser: Browser;
let server: Awaited<ReturnType<typeof serveStudio>>;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  writeFileSync(join(folder, "page.js"), outputFiles[0].contents);
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>threads</title><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
  );
  server = await serveStudio({ folder });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(some(SOLVERS, 1))("on a page %o gives the bits of Node, with 1, 2 and 4 threads", async (solver) => {
  const scene = { ...SCENE, solver: { kernels: "wasm", ...solver } };
  const simulation = await createSimulation(scene as SceneInput, { threads: 1 });
  for (let n = 0; n < STEPS; n++) simulation.step();
  const page = await browser.newPage();
  const errors = collectConsole(page);
  await page.goto(server.url);
  await page.waitForFunction("globalThis.hashOf !== undefined");
  expect(await page.evaluate("crossOriginIsolated")).toBe(true);
  for (const threads of [1, 2, 4]) {
    const hash = await page.evaluate(`hashOf(${JSON.stringify(scene)}, ${threads}, ${STEPS})`);
    expect(hash).toBe(simulation.hash());
    // so many have begun
    await expect.poll(() => page.workers().length).toBe([0, 0, 1, 1, 4][threads]);
  }
  await page.evaluate("disposeOfAll()");
  await expect.poll(() => page.workers().length).toBe(0);
  expect(errors).toEqual([]);
  await page.close();
});
