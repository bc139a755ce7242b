import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFirefox } from "../../scripts/firefox.mjs";
import { ROOT } from "../../scripts/run.mjs";
import { collectConsole, launchBrowser } from "../support/browser.ts";
import { openInFirefox } from "../support/firefox.ts";
import { testFull } from "../support/full.ts";

/** A force of somebody's own, as a module for the worker: twice the weight, upwards. */
const OWN = `export default { forces: [({ mass }) => ({
  name: "lift", role: "external", constantMatrix: true, pairs: new Uint32Array(0), energy: () => 0, addMatrix() {},
  addForce(x, v, t, f) { for (let i = 0; i < mass.length; i++) f[3 * i + 1] += 19.62 * mass[i]; },
})] };`;

/** A page by itself, one that is isolated from others and so may share memory, and one whose policy allows no code but its server's. */
const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  plain: {},
  isolated: { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
  strict: { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:" },
};

let server: Server;
let address = "";
/** Called with what a page reports. */
let heard: (report: object) => void = () => {};
/** Where a page goes when it has reported; nowhere if empty. */
let next = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "test/e2e/world-page.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const { WORKER_CODE } = (await import("../../src/world/worker-code.js")) as { WORKER_CODE: string };
  const scripts: Readonly<Record<string, string>> = { "/page.js": outputFiles[0].text, "/drape-worker.js": WORKER_CODE, "/own.js": OWN };
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/report") {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        response.end(next);
        heard(JSON.parse(text));
      });
      return;
    }
    const mode = HEADERS[pathname.slice(1)];
    const common = { ...HEADERS.isolated, "cross-origin-resource-policy": "same-origin" }; // what a worker of an isolated page needs
    if (mode !== undefined) {
      response.writeHead(200, { "content-type": "text/html", ...mode });
      response.end('<!doctype html><title>world</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
    } else if (scripts[pathname] !== undefined) {
      response.writeHead(200, { "content-type": "text/javascript", ...common });
      response.end(scripts[pathname]);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

function nextReport(): Promise<object> {
  return new Promise((resolve) => {
    heard = resolve;
  });
}

function expected(mode: string): object {
  return {
    mode,
    isIsolated: mode === "isolated",
    cut: expect.toSatisfy((count: number) => count > 400),
    isSame: true,
    refused: ["InputError", "cloth.grid.colums: got a field that does not exist; did you mean columns?"],
    risen: expect.closeTo(1.12, 1),
    after: 'cloth: got "cloth 2"; it was removed from its world: add another',
    noModule: expect.stringMatching(/^modules\[0\]: got ".*none\.js"; /),
  };
}

test("in Chromium a worker serves a page as the page itself does, isolated or not, and under a strict policy", async () => {
  const browser = await launchBrowser();
  try {
    for (const mode of Object.keys(HEADERS)) {
      const page = await browser.newPage();
      const errors = collectConsole(page);
      const report = nextReport();
      await page.goto(`${address}/${mode}`);
      expect(await report).toEqual(expected(mode));
      await expect.poll(() => page.workers().length).toBe(0);
      expect(errors.filter((line) => !line.includes("none.js"))).toEqual([]);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

testFull("the same in Firefox", async () => {
  const program = findFirefox();
  if (program === undefined) throw new Error("no Firefox: npm run test:full installs one, or set FIREFOX to its path");
  const modes = Object.keys(HEADERS);
  let report = nextReport();
  const close = openInFirefox(program, `${address}/${modes[0]}`);
  try {
    for (const [n, mode] of modes.entries()) {
      next = modes[n + 1] ?? "";
      expect(await report).toEqual(expected(mode));
      report = nextReport();
    }
  } finally {
    close();
  }
});
