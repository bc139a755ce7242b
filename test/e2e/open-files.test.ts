import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeCompressed } from "../input/compressed-files.ts";
import { bendingGltf, beside, makeGlb, squareGltf } from "../input/gltf-files.ts";
import { bake, fileOf } from "../output/bake.ts";
import { makeZip } from "../studio/zip-files.ts";
import { testFull } from "../support/full.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { CLEAR, hostStudio } from "./host-studio.ts";
import type { StudioPage } from "./open-studio.ts";

const OBJ = readFileSync("scenes/meshes/pennant.obj", "utf8");
/** As a file, an object and a scene may be called. */
const MARKUP = "<img src=x onerror=alert(1)>";

const host = hostStudio();

function open(): Promise<StudioPage> {
  return host.open("#scene=hanging-sheet");
}

/** Drops a file on the page, as a hand would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([called, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], called));
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, composed: true }));
      }
    },
    [name, text],
  );
}

const pick = (page: Page, name: string, content: Uint8Array | string): Promise<void> =>
  page.getByLabel("Scene or mesh file").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });
const confirm = (page: Page): Promise<void> => page.getByRole("button", { name: "Open", exact: true }).click();

test("a dropped OBJ hangs as cloth, its pins are painted, and the saved scene opens to the same bits", async () => {
  const { page, ask, spot, until } = await open();
  const before = await page.screenshot({ clip: CLEAR });
  await drop(page, `${MARKUP}.obj`, `o ${MARKUP}\n${OBJ}`);
  await expect.poll(() => page.locator(".open-dialog h2").textContent()).toBe(`${MARKUP}.obj`);
  expect(await page.locator(".open-dialog output").textContent()).toBe("0.6 m tall, 1.2 m wide, 0 mm deep");
  await page.getByLabel("Its unit").selectOption("cm");
  expect(await page.locator(".open-dialog output").textContent()).toBe("6 mm tall, 12 mm wide, 0 mm deep");
  await page.getByLabel("Its unit").selectOption("m");
  await confirm(page);
  await until((it) => it.scene() === "opened-1" && it.loaded());
  expect(await page.locator("#scene-title").textContent()).toBe(`${MARKUP}.obj`);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  const particleCount = await ask("particleCount");
  expect(particleCount).toBe(221);
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.02);

  await page.getByRole("button", { name: "Pins" }).click();
  await expect.poll(() => page.locator(".open-brush output").textContent()).toBe("1 vertex held");
  const last = await spot(particleCount - 1);
  await page.mouse.move(...last);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(async () => Number.parseInt((await page.locator(".open-brush output").textContent()) ?? "", 10)).toBeGreaterThan(1);
  expect(await ask("held")).toBe(-1); // the brush, not the hand
  await page.getByRole("button", { name: "Done" }).click();
  await until((it) => it.loaded());
  const start = await ask("vertex", particleCount - 1);
  const stepped = await ask("step", 10);
  await until((it) => it.steps() === 10);
  expect(await ask("vertex", particleCount - 1)).toEqual(start);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save scene" }).click();
  const path = await (await download).path();
  await pick(page, "saved.json", readFileSync(path));
  await until((it) => it.scene() === "opened-2" && it.loaded());
  expect((await ask("step", 10))?.hash).toBe(stepped?.hash);
});

test("a glTF file and its buffer are opened together, and what Draco and meshopt have packed out of an archive", async () => {
  const { page, ask, until } = await open();
  const { text, binary } = beside(squareGltf(), "data/F%C3%A4hnchen%20%5B1%5D.bin");
  const files = [
    { name: "Fähnchen & Co.gltf", buffer: Buffer.from(text) },
    { name: "Fähnchen [1].bin", buffer: Buffer.from(binary) },
    { name: "picture.png", buffer: Buffer.from("\x89PNG") },
  ];
  const banner = page.locator("#banner-text");
  const picker = page.getByLabel("Scene or mesh file");
  await picker.setInputFiles(files.slice(0, 1).map((file) => ({ ...file, mimeType: "" })));
  await expect.poll(() => banner.textContent()).toContain("Fähnchen & Co.gltf: got no data/Fähnchen [1].bin with it");
  await page.getByRole("button", { name: "Close" }).click();
  await picker.setInputFiles(files.map((file) => ({ ...file, mimeType: "" })));
  await expect.poll(() => page.locator(".open-dialog h2").textContent()).toBe("Fähnchen & Co.gltf");
  await confirm(page);
  await until((it) => it.scene() === "opened-1" && it.loaded());
  expect(await ask("particleCount")).toBe(4);
  for (const [n, kind] of (["draco", "meshopt"] as const).entries()) {
    const zip = makeZip([
      { name: "models/read me.txt", bytes: Buffer.from("by nobody") },
      { name: "models/waves.glb", bytes: await makeCompressed(kind) },
    ]);
    await picker.setInputFiles({ name: `${kind}.zip`, mimeType: "", buffer: Buffer.from(zip) });
    await page.getByLabel("Take it as").selectOption("body");
    await confirm(page);
    await until((it, scene) => it.scene() === scene && it.loaded(), `opened-${n + 2}`);
    const before = await page.screenshot({ clip: CLEAR });
    await ask("step", 20);
    await until((it) => it.steps() === 20);
    expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.002);
  }
});

test("of several models one is chosen, and what was mended in it is told in a line", async () => {
  const { page, ask, until } = await open();
  const three = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n"; // three triangles at an edge
  const files = [
    { name: "pennant.obj", buffer: Buffer.from(OBJ) },
    { name: `${MARKUP}.obj`, buffer: Buffer.from(three) },
  ];
  const picker = page.getByLabel("Scene or mesh file");
  await picker.setInputFiles(files.map((file) => ({ ...file, mimeType: "" })));
  const model = page.locator(".open-dialog select");
  await expect.poll(() => model.locator("option").allTextContents()).toEqual([`${MARKUP}.obj`, "pennant.obj"]);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.poll(() => page.locator(".open-dialog").count()).toBe(0);
  expect(await ask("scene")).toBe("hanging-sheet");

  await picker.setInputFiles(files.map((file) => ({ ...file, mimeType: "" })));
  await model.selectOption(`${MARKUP}.obj`);
  await confirm(page);
  await expect.poll(() => page.locator(".open-dialog h2").textContent()).toBe(`${MARKUP}.obj`);
  await confirm(page);
  await until((it) => it.scene() === "opened-1" && it.loaded());
  expect(await ask("particleCount")).toBeGreaterThan(5); // copies at the edge
  expect(await page.locator("#banner-text").textContent()).toMatch(/^<img src=x onerror=alert\(1\)>\.obj: took apart 1 edge .*\.$/);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

testFull("an animated GLB is a body that moves, and a sheet falls on it", async () => {
  const { page, ask, until } = await open();
  const { json, binary } = bendingGltf();
  await pick(page, "bend.glb", makeGlb(json, binary));
  await page.getByLabel("Take it as").selectOption("body");
  await confirm(page);
  await until((it) => it.scene() === "opened-1" && it.loaded());
  const before = await page.screenshot({ clip: CLEAR });
  await ask("step", 60);
  await until((it) => it.steps() === 60);
  expect(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeGreaterThan(0.02);
  expect(await page.locator('[data-value="intersections"]').textContent()).toBe("nowhere");
});

testFull("a baked garment plays back where it is looked at, and stands still where it is to", async () => {
  const scene = JSON.parse(readFileSync("scenes/pennant.json", "utf8"));
  const mesh = { file: `data:model/obj;base64,${Buffer.from(OBJ).toString("base64")}` };
  const baked = await bake({ ...scene, cloths: [{ ...scene.cloths[0], mesh }] }, 60, { keys: 6 });
  const glb = fileOf(baked.recording, ".glb");
  const { page, ask, until } = await open();
  const seen: number[] = [];
  for (const [n, plays] of ["0", ""].entries()) {
    await pick(page, "pennant.glb", glb);
    await page.getByLabel("Take it as").selectOption("body");
    await page.getByLabel(/^Cloth/).selectOption("floor");
    await page.getByLabel("It plays").selectOption(plays);
    await confirm(page);
    await until((it, scene) => it.scene() === scene && it.loaded(), `opened-${n + 1}`);
    await ask("step", 10); // the sheet lies on the floor
    await until((it) => it.steps() === 10);
    const before = await page.screenshot({ clip: CLEAR });
    await ask("step", 50);
    await until((it) => it.steps() === 60);
    seen.push(await compareScreenshots(page, before, await page.screenshot({ clip: CLEAR })));
  }
  const listed = page.getByLabel("Scene", { exact: true }).locator("option:checked");
  expect(await listed.textContent()).toBe("Opened: pennant.glb (opened-2)");
  expect(seen[0]).toBeGreaterThan(0.002);
  expect(seen[1]).toBeLessThan(0.2 * seen[0]);
});

test("a bad file is a sentence, an import can be cancelled, and neither loses the scene", async () => {
  const { page, ask, until } = await open();
  const workers = page.workers().length;
  await ask("step", 3);
  await until((it) => it.steps() === 3);
  const hash = await ask("hash");
  const banner = page.locator("#banner-text");
  const bad: [name: string, content: string, sentence: string][] = [
    ["bad.glb", "glTF, so to speak, but no more than that", "bad.glb: got version"],
    ["bad.gltf", '{ "asset": { "version": "2.0" }, "nodes": [ }', "bad.gltf:1 nodes[0]: got"],
    ["bad.json", '{ "drape": 1, "cloths": [], "__proto__": 1 }', "__proto__: got a forbidden key; remove it"],
    [`${MARKUP}.obj`, "v 0 0 0\nf 1 2", `${MARKUP}.obj: got 1 vertex and no faces`],
  ];
  for (const [name, content, sentence] of bad) {
    await pick(page, name, content);
    await expect.poll(() => banner.textContent()).toContain(sentence);
    await page.getByRole("button", { name: "Close" }).click();
  }
  // a triangle without area can be read, but no cloth is made of it
  await pick(page, "flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  await confirm(page);
  await expect.poll(() => banner.textContent()).toContain("flat.obj: got no triangle of any size");
  await page.getByRole("button", { name: "Close" }).click();

  // a worker that is at work for ever
  await expect.poll(() => page.workers().length).toBe(workers);
  await page.route(/open-worker/, async (route) => route.fulfill({ response: await route.fetch(), body: "for (;;);" }));
  await drop(page, "large.obj", OBJ);
  await expect.poll(() => page.workers().length).toBe(workers + 1);
  await page.locator(".open-progress").getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.locator(".open-progress").isVisible()).toBe(false);
  await expect.poll(() => page.workers().length).toBe(workers);
  expect(await page.locator(".open-dialog").count()).toBe(0);
  expect(await page.locator("#banner").isVisible()).toBe(false);
  expect([await ask("scene"), await ask("hash")]).toEqual(["hanging-sheet", hash]);
  expect((await ask("step", 1))?.steps).toBe(4);
});

testFull("a worker that is stuck in a file is given up after a minute, with a sentence", async () => {
  const { page, ask } = await open();
  const hash = await ask("hash");
  await page.route(/open-worker/, async (route) => route.fulfill({ response: await route.fetch(), body: "" }));
  await page.clock.install();
  const asked = page.waitForResponse(/open-worker/);
  await pick(page, "pennant.obj", OBJ);
  await asked;
  await page.clock.fastForward(61_000);
  await expect.poll(() => page.locator("#banner-text").textContent()).toContain("pennant.obj: got no further in 60 s");
  expect(await ask("hash")).toBe(hash);
});

testFull("markup and scripts from text are refused by the browser itself", async () => {
  const { page } = await open();
  const attempts = await page.evaluate(() => {
    const refused = (work: () => void): boolean => {
      try {
        work();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    };
    const element = document.createElement("div");
    return {
      markup: refused(() => {
        element.innerHTML = "<b>bold</b>";
      }),
      script: refused(() => {
        document.createElement("script").text = "alert(1)";
      }),
      foreignWorker: refused(() => new Worker("https://example.com/worker.js")),
      blobWorker: refused(() => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])))),
      policy: refused(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): void };
        };
        trustedTypes.createPolicy("another", {});
      }),
    };
  });
  expect(attempts).toEqual({ markup: true, script: true, foreignWorker: true, blobWorker: true, policy: true });
  // the browser tells of each in the console; nothing else may stand there
  const told = (host.page as StudioPage).errors as string[];
  expect(told.every((line) => /Trusted|trusted-types|Content Security Policy/.test(line))).toBe(true);
  told.length = 0;
});
