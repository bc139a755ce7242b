import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Automation } from "../../studio/src/page/automation.ts";
import { collectConsole } from "../support/browser.ts";

/** A page of the studio, and everything its console complained about. */
export interface StudioPage {
  readonly page: Page;
  readonly errors: readonly string[];
  /** Calls a function of `window.drapeStudio`. */
  ask<Name extends keyof Automation>(name: Name, ...args: Parameters<Automation[Name]>): Promise<Awaited<ReturnType<Automation[Name]>>>;
  /** Waits until a condition over `window.drapeStudio` holds; it runs in the page and sees nothing but its arguments. */
  until<Given = undefined>(condition: (studio: Automation, given: Given) => boolean, given?: Given): Promise<void>;
  /**
   * Where a vertex of cloth that does not move lies on the page [CSS px], to be clicked: once it stays there. Panels that have come or gone are
   * noticed in the frame after, and the camera then gives way to them.
   */
  spot(vertex: number): Promise<[number, number]>;
  close(): Promise<void>;
}

/** Small and of few pixels, because a browser without a graphics card draws slowly; large enough for the wide layout. */
const VIEWPORT = { width: 800, height: 520 };
const COARSE = 0.5;
/** How long anything is waited for [ms]: what a busy machine needs, far more than a quiet one does. */
export const PATIENCE = 180_000;

/** Opens the studio with a link's hash and waits for its cloth, for the gallery, or for a complaint. Paused at the start unless `playing`. */
export async function openStudio(
  browser: Browser,
  url: string,
  hash: string,
  { playing = false, ...options }: BrowserContextOptions & { playing?: boolean } = {},
): Promise<StudioPage> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: COARSE,
    reducedMotion: playing ? "no-preference" : "reduce",
    ...options,
  });
  await context.addInitScript(drawCoarsely);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = collectConsole(page);
  await page.goto(url + hash);
  const until: StudioPage["until"] = async (condition, given) => {
    const deadline = Date.now() + PATIENCE;
    const code = `(given) => window.drapeStudio !== undefined && (${condition})(window.drapeStudio, given)`;
    const holds = await page.evaluateHandle(`(${code})`);
    while (!(await holds.evaluate((test, value) => (test as unknown as (given: unknown) => boolean)(value), given))) {
      if (Date.now() > deadline) throw new Error(`waited ${PATIENCE / 1000} s in vain for ${condition}`);
      await page.waitForTimeout(50);
    }
  };
  await until((studio) => studio.loaded() || studio.gallery().open || document.getElementById("banner")?.hidden === false);
  return {
    page,
    errors,
    ask: (name, ...args) =>
      page.evaluate(
        ([called, given]) => {
          const studio = window.drapeStudio as unknown as Record<string, (...values: unknown[]) => unknown>;
          return studio[called](...given);
        },
        [name, args] as [string, unknown[]],
      ) as never,
    until,
    spot: (vertex) => page.evaluate(waitForSpot, vertex),
    close: () => context.close(),
  };
}

/** Runs in the page before its own code: edges are not smoothed, which takes a processor more time than all else that is drawn. */
function drawCoarsely(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return getContext.call(this, kind as "webgl2", kind === "webgl2" ? { ...options, antialias: false } : options);
  } as typeof getContext;
}

/** Runs in the page: waits until a vertex has stayed for three frames. */
async function waitForSpot(vertex: number): Promise<[number, number]> {
  const studio = window.drapeStudio as Automation;
  let spot = studio.screen(vertex);
  for (let still = 0; still < 3; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const next = studio.screen(vertex);
    still = next[0] === spot[0] && next[1] === spot[1] ? still + 1 : 0;
    spot = next;
  }
  return spot;
}
