import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testFull } from "../support/full.ts";
import { compareScreenshots } from "./compare-screenshots.ts";
import { CLEAR, hostStudio } from "./host-studio.ts";

const host = hostStudio();
const { open } = host;
const plainHost = hostStudio({ isolated: false });

testFull("a lost context is a sentence, and the same picture comes back with the context", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet");
  await ask("step", 5);
  await until((it) => it.steps() === 5);
  const before = await page.screenshot({ clip: CLEAR });
  await page.evaluate(() => {
    const canvas = document.getElementById("stage") as HTMLCanvasElement;
    const extension = canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context");
    Object.assign(window, { extension });
    extension?.loseContext();
  });
  const banner = page.getByRole("alert");
  await expect.poll(() => banner.textContent()).toContain("dropped the picture");
  expect(await banner.getByRole("button", { name: "Reload the page" }).isVisible()).toBe(true);
  await page.evaluate("extension.restoreContext()");
  await expect.poll(() => banner.isVisible()).toBe(false);
  await expect.poll(async () => compareScreenshots(page, before, await page.screenshot({ clip: CLEAR }))).toBeLessThan(0.005);
  expect(await ask("steps")).toBe(5);
});

testFull("a hidden tab stands still, and goes on without a jump", async () => {
  const { page, ask, until } = await open("#scene=hanging-sheet", { playing: true });
  await ask("setDrawing", false); // what is looked at here is the time, not the picture
  await until((it) => it.steps() > 3);
  await hide(page, true);
  const steps = await waitForRest(page);
  await page.waitForTimeout(800);
  expect(await ask("steps")).toBe(steps);
  expect(await ask("playing")).toBe(true);
  const shown = await page.evaluate(() => performance.now());
  await hide(page, false);
  await until((it, old) => it.steps() > old, steps);
  const [now, elapsed] = await page.evaluate((from) => [window.drapeStudio?.steps() ?? 0, performance.now() - from], shown); // at one moment
  expect(now - steps).toBeLessThan(0.06 * elapsed + 12);
});

/** Waits until the steps that were on their way have come, and none is added for two seconds; how many there are then. */
async function waitForRest(page: Page): Promise<number> {
  const look = (): Promise<number> => page.evaluate(() => window.drapeStudio?.steps() ?? -1);
  for (let before = await look(); ; ) {
    await page.waitForTimeout(2000);
    const now = await look();
    if (now === before) return now;
    before = now;
  }
}

/** As the browser does when another tab is chosen. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

testFull("light and dark follow the system until the person says otherwise, and both can be read", async () => {
  const { page } = await open("#scene=hanging-sheet", { colorScheme: "dark" });
  const sky = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundImage);
  const dark = await sky();
  expect(await readContrast(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(sky).not.toBe(dark);
  expect(await readContrast(page)).toEqual([]);
  const list = page.getByLabel("Light or dark", { exact: true });
  await list.selectOption("dark");
  await expect.poll(sky).toBe(dark);
  await list.selectOption("auto");
  await expect.poll(sky).not.toBe(dark);
  await page.emulateMedia({ contrast: "more" });
  expect(await readContrast(page, 7)).toEqual([]);
});

/** Pairs of the page's colours whose contrast is below the 4.5 : 1 that small text needs, as the eye sees them: over each other. */
function readContrast(page: Page, least = 4.5): Promise<string[]> {
  return page.evaluate((limit) => {
    const style = getComputedStyle(document.documentElement);
    const context = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
    const luminance = (names: string[]): number => {
      for (const name of names) {
        const probe = document.createElement("i");
        probe.style.color = `var(--${name})`;
        document.body.append(probe);
        context.fillStyle = getComputedStyle(probe).color;
        probe.remove();
        context.fillRect(0, 0, 1, 1);
      }
      const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => {
        const value = byte / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const pairs = [
      ...["sky", "ground"].flatMap((under) => [
        [["ink"], [under, "card"]],
        [["muted"], [under, "card"]],
      ]),
      [["ink"], ["sky", "card", "well-hover"]],
      [["accent-ink"], ["accent"]],
      [["accent"], ["sky", "card"]],
      [["ink"], ["warn"]],
      [["bad"], ["sky", "card"]],
    ];
    return pairs.flatMap(([front, back]) => {
      const [a, b] = [luminance([...back, ...front]), luminance(back)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      // accents are few and bold
      const wanted = [front, back].flat().some((name) => name.startsWith("accent") || name === "bad") ? 4.5 : limit;
      return ratio < wanted ? [`${front} on ${back.join(" on ")}: ${ratio.toFixed(2)} ${style.colorScheme}`] : [];
    });
  }, least);
}

const CONTROLS = ["button", "slider", "textbox", "combobox", "radio", "checkbox", "spinbutton", "image", "toolbar"];

testFull("every control has a name, and shows when it has the focus", async () => {
  const { page } = await open("#scene=untangle");
  await page.getByRole("button", { name: /Fabric$/ }).press("Enter");
  await page.locator(".fabric").waitFor();
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.includes(role?.value));
  expect(controls.length).toBeGreaterThan(40);
  expect(controls.filter(({ name }) => !name?.value).map(({ role }) => role?.value)).toEqual([]);
  const unseen = new Set<string>();
  for (let n = 0; n < 45; n++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const held = document.activeElement;
      if (held === null || held === document.body) return "";
      const marked = [held, ...(held.parentElement?.querySelectorAll(":scope > canvas, :scope > .lil-display") ?? [])];
      const seen = marked.some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      });
      return seen ? "" : `${held.tagName} ${held.id} ${held.className} ${held.textContent?.slice(0, 20)}`;
    });
    if (found !== "") unseen.add(found);
  }
  expect([...unseen]).toEqual([]);
});

testFull("phones and fine screens are not drawn finer than they need", async () => {
  const ratioOf = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const canvas = document.getElementById("stage") as HTMLCanvasElement;
      return Math.round((100 * canvas.width) / canvas.clientWidth) / 100;
    });
  const phone = { viewport: { width: 390, height: 500 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };
  expect(await ratioOf((await open("#scene=hanging-sheet", phone)).page)).toBe(1.5);
  await host.close();
  const desk = { viewport: { width: 400, height: 520 }, deviceScaleFactor: 3 };
  expect(await ratioOf((await open("#scene=hanging-sheet", desk)).page)).toBe(2);
});

testFull("at every width the tools lie above the buttons, and neither under the panels", async () => {
  const { page } = await open("#scene=hanging-sheet");
  for (const width of [780, 900, 1000, 1024, 1100, 1180, 1200, 1201, 1280, 1366, 1600]) {
    await page.setViewportSize({ width, height: 700 });
    const [tools, transport, dock] = await page.evaluate(() =>
      ["tools", "transport", "dock"].map((id) => {
        const { left, top, right, bottom } = (document.getElementById(id) as HTMLElement).getBoundingClientRect();
        return { left, top, right, bottom };
      }),
    );
    expect([width, tools.bottom <= transport.top, transport.left >= 0]).toEqual([width, true, true]);
    expect([width, tools.right <= dock.left, transport.right <= dock.left]).toEqual([width, true, true]);
  }
});

testFull("at 4K the panels grow with the screen and stay on it", async () => {
  const { page } = await open("#scene=hanging-sheet", { viewport: { width: 3840, height: 2160 }, deviceScaleFactor: 1 });
  const boxes = await page.evaluate(() =>
    ["title", "panel", "readout", "transport"].map((id) => {
      const { left, top, right, bottom } = (document.getElementById(id) as HTMLElement).getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
  for (const { left, top, right, bottom } of boxes) {
    expect([left >= 0, top >= 0, right <= 3840, bottom <= 2160]).toEqual([true, true, true, true]);
  }
  const [title, panel, readout, transport] = boxes;
  expect(panel.right - panel.left).toBeGreaterThan(480);
  expect(readout.top).toBeGreaterThan(panel.bottom);
  expect(transport.right).toBeLessThan(panel.left);
  expect(transport.left).toBeGreaterThan(title.right);
  const [width, height] = await page.evaluate(() => {
    const canvas = document.getElementById("stage") as HTMLCanvasElement;
    return [canvas.width, canvas.height];
  });
  expect([width, height]).toEqual([3840, 2160]);
});

testFull("a static host without isolation has no threads and gives the same bits", async () => {
  const hashes: (number | undefined)[] = [];
  for (const [one, isolated] of [
    [host, true],
    [plainHost, false],
  ] as const) {
    const { page, ask } = await one.open("#scene=tablecloth&method=linear-edge");
    expect(await page.evaluate("crossOriginIsolated")).toBe(isolated);
    await ask("setDrawing", false);
    hashes.push((await ask("step", 6))?.hash);
    await one.close();
  }
  expect(hashes[0]).toBeTypeOf("number");
  expect(hashes[1]).toBe(hashes[0]);
});

test("without WebGL, its worker or its settings, the page says what to do", async () => {
  const context = await host.browser.newContext({ viewport: { width: 800, height: 520 } });
  const page = await context.newPage();
  const banner = page.getByRole("alert");
  await page.route("**/simulation-worker*", (route) => route.abort());
  await page.goto(host.url);
  await expect.poll(() => banner.textContent()).toContain("The simulation worker stopped (its script did not load); reload the page.");
  await page.unroute("**/simulation-worker*");
  await page.route("**/panel-*.js", (route) => route.abort());
  await page.goto(`${host.url}#scene=hanging-sheet`);
  await page.reload();
  await expect.poll(() => banner.textContent()).toContain("The settings could not be loaded");
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await expect.poll(() => banner.textContent()).toContain("This browser offers no WebGL 2");
  expect(await banner.getByRole("button", { name: "Reload the page" }).isVisible()).toBe(true);
  await context.close();
});
