import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveStudio } from "../../scripts/serve.mjs";
import { testFull } from "../support/full.ts";

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
  symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
  symlinkSync(join(root, "dist-other"), join(folder, "away"));
  server = await serveStudio({ folder });
});

afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** The status for a path sent exactly as written; fetch would tidy it up first. */
function statusOf(path: string, method = "GET", headers = {}): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const options = { host: "127.0.0.1", port: server.port, path, method, headers };
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

test.each([
  ["a file taken for a folder", "/index.html/x"],
  ["a name that is too long", `/${"a".repeat(300)}`],
  ["a path that is too long", `/${"a/".repeat(2000)}`],
  ["a link that leads out", "/link.txt"],
  ["a link to a folder elsewhere", "/away/secret.txt"],
])("%s is not found, and ends nothing", async (_, path) => {
  expect(await statusOf(path)).toBe(404);
  expect(await statusOf("/")).toBe(200);
});

test("a name that only leads here is refused: a page elsewhere cannot read by it", async () => {
  const statusFor = (host: string): Promise<number | undefined> => statusOf("/", "GET", { host });
  for (const host of ["localhost", `localhost:${server.port}`, "127.0.0.1:1", "[::1]:4173", "LocalHost"])
    expect(await statusFor(host)).toBe(200);
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost:x", "evil@localhost"]) {
    expect(await statusFor(host)).toBe(421);
  }
});

test("parts of a file are given as they are asked for", async () => {
  const get = async (range: string): Promise<unknown[]> => {
    const response = await fetch(server.url, { headers: { range } });
    return [response.status, response.headers.get("content-range"), response.ok ? await response.text() : ""];
  };
  expect(await get("bytes=3-8")).toEqual([206, "bytes 3-8/13", "studio"]);
  expect(await get("bytes=9-")).toEqual([206, "bytes 9-12/13", "</p>"]);
  expect(await get("bytes=-4")).toEqual([206, "bytes 9-12/13", "</p>"]);
  expect(await get("bytes=9-999")).toEqual([206, "bytes 9-12/13", "</p>"]);
  expect(await get("bytes=13-")).toEqual([416, "bytes */13", ""]);
  expect(await get("bytes=0-1,4-5")).toEqual([200, null, "<p>studio</p>"]);
  expect(await get("bytes=x-y")).toEqual([200, null, "<p>studio</p>"]);
});

/** Sends bytes as they are, and waits until the server has closed, or a moment. */
function sendRaw(bytes: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("error", () => {});
    socket.on("data", () => socket.destroy());
    socket.on("close", () => done());
    socket.setTimeout(200, () => socket.destroy());
  });
}

/** A request that nobody should send: n of them differ. */
function hostileRequest(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const noise = (most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => String.fromCharCode(Math.floor(random() * 256))).join("");
  const path = pick([
    "/",
    "/../",
    "/%",
    "/%00",
    "//",
    "/index.html/",
    "/assets/..%5c",
    "/\\..\\",
    `/${"x".repeat(400)}`,
    "*",
    "http://evil.example/",
    `/${noise(40)}`,
  ]);
  const method = pick(["GET", "HEAD", "POST", "OPTIONS", "CONNECT", "TRACE", "PUT", "get", noise(8), ""]);
  const host = pick(["localhost", "evil.example", "", noise(20), "localhost\r\nHost: two"]);
  const range = pick([
    "",
    "Range: bytes=9-3\r\n",
    `Range: bytes=${"9".repeat(400)}-\r\n`,
    "Range: bytes=--1\r\n",
    `Range: ${noise(30)}\r\n`,
  ]);
  const version = pick(["HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "", noise(6)]);
  const end = pick([
    "\r\n\r\n",
    "\r\n",
    "",
    "\n\n",
    "\r\nContent-Length: -1\r\n\r\n",
    "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "\r\nExpect: 100-continue\r\n\r\n",
  ]);
  return `${method} ${path}${noise(3)} ${version}\r\nHost: ${host}\r\n${range}${end}`;
}

async function attack(count: number): Promise<void> {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let sent = 0; sent < count; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => sendRaw(hostileRequest(random))));
    if (sent % 500 === 0) expect(await statusOf("/")).toBe(200);
  }
  expect(await statusOf("/")).toBe(200);
}

test("hundreds of hostile requests, half-open ones among them, do not end it", () => attack(500));
testFull("ten thousand hostile requests do not end it", () => attack(10_000));

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
