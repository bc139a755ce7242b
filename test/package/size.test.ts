import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { fencedBlocks, ROOT, readPage, tableAfter } from "../docs/pages.ts";

/** What a page loads that is made of this code: bundled, minified and gzipped [bytes]. */
async function weigh(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
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

test("one sheet and one method are under 44 KB, with their kernels", async () => {
  const [lines] = fencedBlocks(readPage("docs/core.md"), "ts");
  expect(lines).toContain("implicitEuler");
  const size = await weigh(lines);
  expect(await weigh(WITH_KERNELS.replaceAll("linearEdge", "implicitEuler").replaceAll("Linear", "Block"))).toBeLessThan(44 * 1024);
  expect(size).toBeLessThan(39_000);
});

test("everything a scene may ask for is under 230 KB", async () => {
  const size = await weigh(WHOLE);
  expect(size).toBeGreaterThan(80_000); // else nothing was weighed
  expect(size).toBeLessThan(230_000);
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
