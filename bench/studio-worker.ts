/**
 * Steps a second of the studio's dressed figures, in the worker of the built page on one thread with drawing off, and apart from it what
 * the page itself spends on a frame outside the draw call. `least` and `median` are of stretches of a second of simulated time.
 *    npm run build:studio && npm run bench -- studio-worker [SCENE…] [seconds=10]
 */
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/chromium.mjs";
import { serveStudio } from "../scripts/serve.mjs";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const DRESSED = ["dress", "skirt", "cape", "poncho", "trousers-and-sleeves"];
/** Steps of a stretch: a second at 1/60 s. */
const STRETCH = 60;
/** Drawn frames over which the page's own cost is the median. */
const FRAMES = 40;

const { words, numbers } = readArguments({ seconds: 10 });

/** Milliseconds of each stretch of steps, told by the page's own clock. */
function timeStretches(page: Page): Promise<number[]> {
  return page.evaluate(
    `(async () => {
      const times = [];
      drapeStudio.setDrawing(false);
      await drapeStudio.step(${STRETCH});
      for (let n = 0; n < ${numbers.seconds}; n++) {
        const start = performance.now();
        await drapeStudio.step(${STRETCH});
        times.push(performance.now() - start);
      }
      drapeStudio.setDrawing(true);
      return times;
    })()`,
  );
}

const executablePath = await findChromium();
if (executablePath === undefined) throw new Error("no Chromium: npm test installs one, or set CHROMIUM to its path");
// without isolation a page has no shared memory, so the simulation keeps to one thread
const server = await serveStudio({ isolated: false });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const rows: Row[] = [];
for (const scene of words.length > 0 ? words : DRESSED) {
  const page = await browser.newPage({ viewport: { width: 800, height: 520 }, reducedMotion: "reduce" });
  await page.goto(`${server.url}#scene=${scene}`, { timeout: 120_000 });
  await page.waitForFunction("window.drapeStudio?.loaded()", undefined, { timeout: 120_000 });
  const times = (await timeStretches(page)).sort((a, b) => a - b);
  const rate = (ms: number): string => ((1000 * STRETCH) / ms).toFixed(0);
  const frame = await page.evaluate<number>("drapeStudio.frame()");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(`drapeStudio.frame() >= ${frame + FRAMES}`, undefined, { timeout: 120_000 });
  rows.push({
    scene,
    particles: await page.evaluate<number>("drapeStudio.particleCount()"),
    "steps/s least": rate(times[times.length - 1]),
    "steps/s median": rate(times[times.length >> 1]),
    "steps/s most": rate(times[0]),
    "page ms": (await page.evaluate<number>("drapeStudio.mainThreadMs()")).toFixed(2),
  });
  await page.close();
}
await browser.close();
await server.close();
publish("studio-worker", "as the scenes have it, drawing off, one thread", rows);
