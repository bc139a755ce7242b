import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

/** Chromium as root and without a network: no sandbox, and nothing that calls home. */
const FLAGS: string[] = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the Chromium of this machine without a window; whoever starts it closes it. */
export async function launchBrowser(extraFlags: string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("no Chromium: npm test installs one, or set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: [...FLAGS, ...extraFlags] });
}

/** What goes wrong on a page from now on, a line each: console errors, uncaught errors, a crash. A clean page gives []. */
export function collectConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  page.on("crash", () => errors.push("the page crashed"));
  return errors;
}
