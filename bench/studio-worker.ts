/**
 * Steps a second of the studio's dressed figures, in the worker of the built page on one thread with drawing off, and apart from it what
 * the page itself spends on a frame outside the draw call. `least` and `median` are of stretches of a second of simulated time.
 *    npm run build:studio && npm run bench -- studio-worker [SCENE…] [seconds=10]
 */
import { serveStudio } from "../scripts/serve.mjs";
import { openStudio, type StudioPage } from "../test/e2e/open-studio.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { readArguments } from "./support/arguments.ts";
import { publish, type Row } from "./support/table.ts";

const DRESSED = ["dress", "skirt", "cape", "poncho", "trousers-and-sleeves"];
/** Steps of a stretch: a second at 1/60 s. */
const STRETCH = 60;
/** Drawn frames over which the page's own cost is the median. */
const FRAMES = 40;

const { words, numbers } = readArguments({ seconds: 10 });

/** Milliseconds of each stretch of steps, told by the page's own clock. */
async function timeStretches({ page, ask }: StudioPage): Promise<number[]> {
  await ask("setDrawing", false);
  await ask("step", STRETCH);
  const times = await page.evaluate(
    async ([stretches, stretch]) => {
      const measured: number[] = [];
      for (let n = 0; n < stretches; n++) {
        const start = performance.now();
        await window.drapeStudio?.step(stretch);
        measured.push(performance.now() - start);
      }
      return measured;
    },
    [numbers.seconds, STRETCH],
  );
  await ask("setDrawing", true);
  return times;
}

// without isolation a page has no shared memory, so the simulation keeps to one thread
const server = await serveStudio({ isolated: false });
const browser = await launchBrowser();
const rows: Row[] = [];
for (const scene of words.length > 0 ? words : DRESSED) {
  const studio = await openStudio(browser, server.url, `#scene=${scene}`);
  const times = (await timeStretches(studio)).sort((a, b) => a - b);
  const rate = (ms: number): string => ((1000 * STRETCH) / ms).toFixed(0);
  const frame = await studio.ask("frame");
  await studio.page.getByRole("button", { name: "Play" }).click();
  await studio.until((it, last) => it.frame() >= last, frame + FRAMES);
  rows.push({
    scene,
    particles: await studio.ask("particleCount"),
    "steps/s least": rate(times[times.length - 1]),
    "steps/s median": rate(times[times.length >> 1]),
    "steps/s most": rate(times[0]),
    "page ms": (await studio.ask("mainThreadMs")).toFixed(2),
  });
  await studio.close();
}
await browser.close();
await server.close();
publish("studio-worker", "as the scenes have it, drawing off, one thread", rows);
