import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { testFull } from "../support/full.ts";

/** A canvas in strict mode, in which components come and go. */
const PAGE = `
  import { Canvas, useFrame } from "@react-three/fiber";
  import { Cloth, ClothWorld, useCloth } from "drape/react";
  import { StrictMode, Suspense, useState } from "react";
  import { createRoot } from "react-dom/client";
  import { Walker } from "./walker.tsx";

  const WORLDS = 8;
  let show;
  let frames = 0;
  let ready;
  let cloth;
  const grid = { columns: 4, rows: 4, width: 2, height: 2, origin: [-1, 1, 0] };
  function Watch() {
    cloth = useCloth();
    return null;
  }
  function Stage() {
    const [shown, setShown] = useState("nothing");
    show = setShown;
    useFrame(() => void frames++);
    if (shown === "walker") return <Walker />;
    if (shown === "nothing") return null;
    return Array.from({ length: WORLDS }, (_, key) => (
      <ClothWorld key={key} worker>
        <Cloth grid={grid} pins={["top"]} onReady={() => ready()}>
          <meshBasicMaterial color="red" side={2} />
          <Watch />
        </Cloth>
      </ClothWorld>
    ));
  }
  createRoot(document.body.appendChild(Object.assign(document.createElement("div"), { style: "width: 200px; height: 200px" }))).render(
    <Canvas flat dpr={1} camera={{ fov: 90, position: [0, 0, 2] }} gl={{ preserveDrawingBuffer: true }}>
      <ambientLight intensity={3} />
      <StrictMode><Suspense><Stage /></Suspense></StrictMode>
    </Canvas>,
  );
  const draw = async (count) => {
    const until = frames + count;
    while (frames < until) await new Promise(requestAnimationFrame);
  };
  const copy = Object.assign(document.createElement("canvas"), { width: 200, height: 200 }).getContext("2d");
  await new Promise(function wait(resume) { show ? resume() : setTimeout(wait, 5, resume); });
  globalThis.page = {
    show: (name) => show(name),
    draw,
    // so many worlds, some at once; gives how many were there
    async cycle(count) {
      let there = 0;
      while (there < count) {
        await new Promise((resume) => {
          let missing = WORLDS;
          ready = () => { if (--missing === 0) resume(); };
          show("cloth");
        });
        const start = cloth.positions[3 * 15 + 1];
        while (there === 0 && cloth.positions[3 * 15 + 1] === start) await draw(1); // a worker has answered
        await draw(1);
        there += WORLDS;
        show("nothing");
        await draw(1);
      }
      return there;
    },
    // how many pixels are red
    red() {
      copy.clearRect(0, 0, 200, 200);
      copy.drawImage(document.querySelector("canvas"), 0, 0, 200, 200);
      const { data } = copy.getImageData(0, 0, 200, 200);
      let count = 0;
      for (let p = 0; p < data.length; p += 4) if (data[p] > 60 && data[p] > 2 * data[p + 1]) count++;
      return count;
    },
  };
`;

async function withPage(look: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "react-"));
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: "tsx" },
    bundle: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' }, // in which strict mode mounts everything twice
    write: false,
  });
  writeFileSync(join(folder, "page.js"), outputFiles[0].contents);
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>react</title><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
  );
  const server = await serveStudio({ folder });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const errors = collectConsole(page);
    await page.goto(server.url);
    await page.waitForFunction("globalThis.page !== undefined", undefined, { timeout: 180_000 });
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of JavaScript that are in use on a page. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

test("the walker's cape is simulated in a worker and drawn, and takes the worker along", async () => {
  await withPage(async (page) => {
    await page.evaluate("page.show('walker')");
    await expect.poll(() => page.workers().length).toBe(1);
    await expect.poll(() => page.evaluate("page.draw(1).then(page.red)")).toBeGreaterThan(50); // beside the body, which is white
    await page.evaluate("page.show('nothing')");
    await expect.poll(() => page.workers().length).toBe(0);
  });
});

test("worlds that come and go in strict mode leave no worker behind", async () => {
  await withPage(async (page) => {
    expect(await page.evaluate("page.cycle(8)")).toBe(8);
    await expect.poll(() => page.workers().length).toBe(0);
  });
});

testFull("two hundred worlds that come and go in strict mode leave less than 10 MB behind", async () => {
  await withPage(async (page) => {
    await page.evaluate("page.cycle(24)");
    const before = await heapOf(page);
    expect(await page.evaluate("page.cycle(176)")).toBe(176);
    await expect.poll(() => page.workers().length).toBe(0);
    const grown = (await heapOf(page)) - before;
    expect(grown).toBeLessThan(10e6);
  });
});
