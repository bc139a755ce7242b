import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { launchBrowser } from "../support/browser.ts";
import { openStudio, type StudioPage } from "./open-studio.ts";

/** The part of the canvas that nothing covers in a window of 800 × 520. */
export const CLEAR = { x: 228, y: 0, width: 236, height: 346 };

/** A server of the built studio and a browser for the tests of one file. */
export interface StudioHost {
  readonly browser: Browser;
  readonly url: string;
  /** The page that was opened last, unless it is closed. */
  readonly page: StudioPage | undefined;
  /** Opens the studio, and closes the one before. After each test it is closed, and its console must have been silent. */
  open(hash: string, options?: Parameters<typeof openStudio>[3]): Promise<StudioPage>;
  /** Closes the page before the test ends. */
  close(): Promise<void>;
}

/** `npm test` draws a few of the gallery's pictures only: the others count as still being drawn. */
const isComing = (url: string): boolean => url.startsWith("/thumbnails/");

/** To be called once, at the top of a file of tests. */
export function hostStudio(options: Parameters<typeof serveStudio>[0] = {}): StudioHost {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveStudio>>;
  let page: StudioPage | undefined;

  async function close(): Promise<void> {
    const errors = page?.errors ?? [];
    await page?.close();
    page = undefined;
    expect(errors).toEqual([]);
  }

  beforeAll(async () => {
    server = await serveStudio({ isComing, ...options });
    browser = await launchBrowser();
  });
  afterEach(close);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    get browser() {
      return browser;
    },
    get url() {
      return server.url;
    },
    get page() {
      return page;
    },
    async open(hash, wishes = {}) {
      await close();
      page = await openStudio(browser, server.url, hash, wishes);
      return page;
    },
    close,
  };
}
