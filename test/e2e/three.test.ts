import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { some, testFull } from "../support/full.ts";

/** A sheet of 2 × 2 m before a black room, drawn by `Renderer` on 200 × 200 pixels that the page shows twice as large. */
const PAGE = `
  import * as THREE from "three";
  import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
  import { createCloth, enableDragging } from "../../src/three/index.ts";
  const renderer = new Renderer();
  renderer.setSize(200, 200);
  renderer.domElement.style.cssText = "position: absolute; left: 10px; top: 30px; width: 400px; height: 400px";
  document.body.append(renderer.domElement);
  await renderer.init?.();
  const camera = new THREE.PerspectiveCamera(90, 1);
  camera.position.z = 2;
  const controls = new OrbitControls(camera, renderer.domElement);
  const scene = new THREE.Scene();
  const material = new THREE.MeshBasicMaterial({ color: 0xff0000, side: THREE.DoubleSide });
  const grid = { columns: 11, rows: 11, width: 2, height: 2, origin: [-1, 1, 0] };
  const { mesh, world, cloth, update } = await createCloth({ gravity: [0, 0, 0], worker }, { grid, pins: ["top"] }, { material, smooth: 1 });
  scene.add(mesh);
  enableDragging(world, renderer, camera, { controls });
  // software that draws may be killed on a busy machine: three draws again when the browser gives it back
  const whenDrawable = () => new Promise((resolve) => {
    if (renderer.getContext?.().isContextLost?.() !== true) resolve();
    else renderer.domElement.addEventListener("webglcontextrestored", resolve, { once: true });
  });
  const copy = Object.assign(document.createElement("canvas"), { width: 200, height: 200 }).getContext("2d");
  globalThis.shown = {
    // what is drawn at a place from 0 to 200
    async draw(x, y, steps = 0) {
      for (let n = 0; n < steps; n++) update(1 / 60);
      await world.settle();
      await whenDrawable();
      controls.update();
      renderer.render(scene, camera);
      copy.clearRect(0, 0, 200, 200);
      copy.drawImage(renderer.domElement, 0, 0, 200, 200);
      return [...copy.getImageData(x, y, 1, 1).data].slice(0, 3);
    },
    // from the middle of the lower border up
    cut: () => cloth.cut([[115, 104], [104, 93], [93, 82]]),
    camera: () => camera.position.toArray(),
    // why a picture may be empty
    drawn: () => ({ triangles: renderer.info.render.triangles, isLost: renderer.getContext?.().isContextLost?.(), bound: mesh.geometry.boundingSphere?.radius }),
    heightOf: (vertex) => cloth.positions[3 * vertex + 1],
    isWorker: world.isWorker,
    isWebGPU: renderer.backend?.isWebGPUBackend === true,
  };
`;

/** Opens the page with a renderer, in a worker or not, and gives the page to `look`. */
async function withPage(renderer: string, worker: boolean, flags: string[], look: (page: Page) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "three-"));
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${renderer} as Renderer } from "three${renderer === "WebGPURenderer" ? "/webgpu" : ""}";const worker = ${worker};${PAGE}`,
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  writeFileSync(join(folder, "page.js"), outputFiles[0].contents);
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>three</title><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
  );
  const server = await serveStudio({ folder });
  const browser = await launchBrowser(flags);
  try {
    const page = await browser.newPage();
    const errors = collectConsole(page);
    await page.goto(server.url);
    await page.waitForFunction("globalThis.shown !== undefined", undefined, { timeout: 180_000 });
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sheet fills the middle half of the picture. */
async function checkPixels(page: Page): Promise<void> {
  const middle = await page.evaluate("shown.draw(100, 100)");
  expect(middle, JSON.stringify(await page.evaluate("shown.drawn()"))).toEqual([255, 0, 0]);
  expect(await page.evaluate("shown.draw(60, 140)")).toEqual([255, 0, 0]);
  expect(await page.evaluate("shown.draw(30, 100)")).toEqual([0, 0, 0]);
}

test.each(some([false, true], 1))(
  "cloth is drawn by WebGL and dragged by the mouse while the camera stays; in a worker: %s",
  async (worker) => {
    await withPage("WebGLRenderer", worker, [], async (page) => {
      expect(await page.evaluate("shown.isWorker")).toBe(worker);
      await checkPixels(page);
      await page.evaluate("shown.cut()");
      await checkPixels(page);
      const at = (x: number, y: number): [number, number] => [10 + 2 * x, 30 + 2 * y];
      const before = await page.evaluate("shown.camera()");
      await page.mouse.move(...at(80, 145));
      await page.mouse.down();
      await page.mouse.move(...at(80, 120), { steps: 4 });
      const bottom = 10 * 11 + 3;
      await page.evaluate("shown.draw(0, 0, 60)");
      expect(await page.evaluate(`shown.heightOf(${bottom})`)).toBeGreaterThan(-0.9);
      expect(await page.evaluate("shown.draw(80, 147)")).toEqual([0, 0, 0]);
      expect(await page.evaluate("shown.camera()")).toEqual(before);
      await page.mouse.up();
      await page.mouse.move(...at(20, 20));
      await page.mouse.down();
      await page.mouse.move(...at(60, 20), { steps: 4 });
      await page.mouse.up();
      await page.evaluate("shown.draw(0, 0)");
      expect(await page.evaluate("shown.camera()")).not.toEqual(before);
    });
  },
);

testFull("cloth is drawn by WebGPU", async () => {
  const flags = ["--enable-unsafe-webgpu", "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=swiftshader"];
  await withPage("WebGPURenderer", false, flags, async (page) => {
    expect(await page.evaluate("shown.isWebGPU")).toBe(true);
    await checkPixels(page);
    await page.evaluate("shown.cut()");
    await page.evaluate("shown.draw(0, 0, 5)");
    await checkPixels(page);
  });
});
