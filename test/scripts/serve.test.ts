import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";

const root = mkdtempSync(join(tmpdir(), "drape-serve-"));
const folder = join(root, "dist");
let server: Awaited<ReturnType<typeof serveStudio>>;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"), { recursive: true });
  mkdirSync(join(root, "dist-other"));
  writeFileSync(join(folder, "index.html"), "<p>studio</p>");
  writeFileSync(join(folder, "assets", "a-123.js"), "1;");
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(root, "dist-other", "secret.txt"), "secret");
  server = await serveStudio({ folder });
});

afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** The status for a path sent exactly as written; fetch would tidy it up first. */
function statusOf(path: string, method = "GET"): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const options = { host: "127.0.0.1", port: server.port, path, method };
    const sent = request(options, (response) => {
      response.resume();
      done(response.statusCode);
    });
    sent.on("error", fail).end();
  });
}

test("the page comes isolated and fresh, its assets typed and for ever", async () => {
  const page = await fetch(`${server.url}?scene=flag`);
  expect(await page.text()).toBe("<p>studio</p>");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(page.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const asset = await fetch(`${server.url}assets/a-123.js`);
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(asset.headers.get("cache-control")).toContain("immutable");
});

test.each([
  "/../secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e/secret.txt",
  "/assets/../../secret.txt",
  "/../dist-other/secret.txt",
  "/src/../package.json",
  "/papers/..%2ffindings.md",
  "/docs/findings.md",
  "//etc/passwd",
  "/index.html%00.js",
  "/%E0%A4%A",
  "/assets",
  "/nothing.js",
])("%s is not found", async (path) => {
  expect(await statusOf(path)).toBe(404);
});

test("a file that is still being made has no content yet, and is not kept by the browser", async () => {
  const isComing = (url: string): boolean => url.startsWith("/pictures/");
  const second = await serveStudio({ folder, isComing });
  const early = await fetch(`${second.url}pictures/a.txt`);
  expect([early.status, early.headers.get("cache-control")]).toEqual([204, "no-store"]);
  expect((await fetch(`${second.url}nothing.txt`)).status).toBe(404);
  mkdirSync(join(folder, "pictures"));
  writeFileSync(join(folder, "pictures", "a.txt"), "there");
  expect(await (await fetch(`${second.url}pictures/a.txt`)).text()).toBe("there");
  await second.close();
});

test("only reading is allowed", async () => {
  expect(await statusOf("/", "HEAD")).toBe(200);
  expect(await statusOf("/", "POST")).toBe(405);
});

test("a taken port gives way to the next", async () => {
  const second = await serveStudio({ folder, port: server.port });
  expect(second.port).toBeGreaterThan(server.port);
  await second.close();
});

test("a studio that is not built is refused in one line", async () => {
  await expect(serveStudio({ folder: root })).rejects.toThrow("the studio is not built yet: npm run build:studio");
});

test("the report of the papers is served beside the studio, with the sources that it links to", async () => {
  for (const path of ["/papers.html", "/papers/verdicts.json", "/papers/page/live.js", "/src/papers/catalog.ts", "/scenes/flag.json"]) {
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  }
});
