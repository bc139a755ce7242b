import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readZip } from "../output/read-zip.ts";
import { callCli } from "../support/call-cli.ts";
import { some, testFull } from "../support/full.ts";
import { makeFolder, ROOT } from "../support/run-cli.ts";
import { hostStudio } from "./host-studio.ts";
import type { StudioPage } from "./open-studio.ts";
import { runNode } from "./run-node.ts";

const { folder, remove } = makeFolder();
const host = hostStudio();

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/drape"), "dir");
});

afterAll(remove);

function open(hash: string): Promise<StudioPage> {
  return host.open(hash, { acceptDownloads: true });
}

interface Wish {
  readonly format: string;
  readonly seconds?: number;
  readonly frames?: number;
}

async function fill(page: Page, { format, seconds, frames }: Wish): Promise<void> {
  await page.getByLabel("Kind of file").selectOption(format);
  if (seconds !== undefined) await page.getByLabel("Seconds, from the start").fill(String(seconds));
  if (frames !== undefined) await page.getByLabel(/Frames a second|Key frames/).fill(String(frames));
}

const pressSave = (page: Page): Promise<void> => page.locator("#save-dialog").getByRole("button", { name: "Save", exact: true }).click();

/** The bytes that the browser is given to save. */
async function download(page: Page, wish: Wish): Promise<{ name: string; bytes: Buffer }> {
  await fill(page, wish);
  const coming = page.waitForEvent("download");
  await pressSave(page);
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

testFull("files are those of the command line, byte for byte", async () => {
  const { page } = await open("#scene=cut&method=implicit-euler&timestep=0.02");
  await page.locator("#save").click();
  for (const [format, ...args] of some([["glb"], ["pc2", "--fps", "10"], ["abc"], ["vat"], ["usda"], ["obj"], ["mdd"], ["csv"]], 2)) {
    const seconds = format === "glb" ? 1.5 : 0.3; // the cut is at 1 s
    const { name, bytes } = await download(page, {
      format,
      seconds,
      ...(format === "pc2" ? { frames: 10 } : {}),
    });
    expect(name).toBe(format === "vat" ? "cut.vat.zip" : `cut.${format}`);
    const out = join(folder, name);
    const scene = join(ROOT, "scenes/cut.json");
    const { code } = await callCli(["run", scene, "--timestep", "0.02", "--seconds", String(seconds), "--out", out, ...args], folder);
    expect(code).toBe(0);
    expect(readFileSync(out).equals(bytes)).toBe(true);
  }
});

testFull("bodies come into a GLB file where they are wanted, as from the command line", async () => {
  const { page } = await open("#scene=tablecloth&method=implicit-euler");
  await page.locator("#save").click();
  await fill(page, { format: "pc2" });
  expect(await page.getByLabel("Bodies and figures too").isVisible()).toBe(false);
  await fill(page, { format: "glb" });
  await page.getByLabel("Bodies and figures too").check();
  const { bytes } = await download(page, { format: "glb", seconds: 0.1 });
  const out = join(folder, "bodies.glb");
  const scene = join(ROOT, "scenes/tablecloth.json");
  const { code } = await callCli(["run", scene, "--method", "implicit-euler", "--seconds", "0.1", "--out", out, "--bodies"], folder);
  expect(code).toBe(0);
  expect(readFileSync(out).equals(bytes)).toBe(true);
});

testFull("a sequence of OBJ files is an archive of those of the command line, cut or not", async () => {
  const { page } = await open("#scene=cut&method=implicit-euler&timestep=0.02");
  await page.locator("#save").click();
  const { name, bytes } = await download(page, { format: "obj-sequence", seconds: 1.5, frames: 5 });
  expect(name).toBe("cut.zip");
  const scene = join(ROOT, "scenes/cut.json");
  const args = ["run", scene, "--timestep", "0.02", "--seconds", "1.5", "--fps", "5", "--out", join(folder, "cut.obj")];
  expect((await callCli(args, folder)).code).toBe(0);
  const files = readZip(bytes);
  const expected = readdirSync(folder)
    .filter((file) => /^cut_\d{6}\.obj$/.test(file))
    .sort();
  expect([...files.keys()]).toEqual(expected);
  expect(expected.length).toBe(8);
  for (const [file, content] of files) expect(readFileSync(join(folder, file)).equals(content)).toBe(true);
});

testFull("a bake shows its progress, warns of its size and can be cancelled", async () => {
  const { page } = await open("#scene=flag");
  await page.keyboard.press("d");
  await fill(page, { format: "glb", seconds: 2000, frames: 5000 });
  const said = page.locator(".save-size");
  expect(await said.textContent()).toMatch(/^5000 frames, about \d+ MB: that is much, fewer key frames make it smaller\.$/);
  await pressSave(page);
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  const done = (): Promise<string | null> => page.locator("#save-dialog progress").getAttribute("value");
  await expect.poll(done).not.toBe("0");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.locator(".save-said").textContent()).toBe("Cancelled; nothing was saved.");
  expect(await page.getByRole("button", { name: "Cancel" }).isVisible()).toBe(false);
});

testFull("a picture and a video of the view", async () => {
  const { page } = await open("#scene=flag");
  await page.locator("#save").click();
  const picture = await download(page, { format: "png" });
  expect(picture.name).toBe("flag.png");
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([800, 520]);
  expect(picture.bytes.length).toBeGreaterThan(10_000);
  expect(await page.getByLabel("Size of the picture").isVisible()).toBe(false);
  await fill(page, { format: "webm" });
  await page.getByLabel("Size of the picture").selectOption("640x360");
  const video = await download(page, { format: "webm", seconds: 0.1, frames: 20 });
  expect(video.bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  expect(video.bytes.includes("V_VP9") || video.bytes.includes("V_VP8")).toBe(true);
  // PixelWidth and PixelHeight of WebM, two bytes each
  expect(video.bytes.includes(Buffer.from("b0820280ba820168", "hex"))).toBe(true);

  await fill(page, { format: "webm", seconds: 60, frames: 60 });
  await pressSave(page);
  await expect.poll(() => page.locator("#save-dialog progress").getAttribute("value")).not.toBe("0");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => page.locator(".save-said").textContent()).toBe("Cancelled; nothing was saved.");

  await page.evaluate(() => Reflect.deleteProperty(window, "VideoEncoder"));
  await pressSave(page);
  const said = page.locator(".save-said");
  await expect.poll(() => said.textContent()).toContain("cannot encode a video of this size");
  expect(await said.textContent()).toContain("another browser, or `drape run SCENE --out FILE.mp4`");
  expect((await download(page, { format: "png" })).bytes.length).toBeGreaterThan(10_000);
});

const COPIED: readonly [name: string, hash: string][] = [
  ["flag", "#scene=flag&method=implicit-euler&timestep=0.01"],
  ["a sheet, by a method of its own", "#scene=hanging-sheet&method=verlet&timestep=0.0005"],
  ["knot, with its mesh", "#scene=knot"],
];

test.each(some(COPIED, 1))("as code: %s, at most ten lines that run and give the studio's hash", async (_, hash) => {
  const { page, ask } = await open(hash);
  const status = await ask("step", 12);
  await page.locator("#save").click();
  await page.getByRole("button", { name: "Copy as code" }).click();
  const code = (await page.getByLabel("The scene as code").textContent()) ?? "";
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  const file = join(folder, "copied.mjs");
  writeFileSync(file, code);
  const expected = (status?.hash ?? 0).toString(16).padStart(8, "0");
  expect(await runNode(file)).toBe(`${expected}\n`);
  expect(code).toContain(`// ${expected} in the studio`);
});
