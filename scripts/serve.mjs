import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { ROOT } from "./run.mjs";

/** @type {Record<string, string>} */
const TYPES = {
  ".bin": "application/octet-stream",
  ".csv": "text/csv; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".glb": "model/gltf-binary",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".obj": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const HEADERS = { "X-Content-Type-Options": "nosniff" };

/** Cross-origin isolation, without which a page has no shared memory and so no threads. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Beside the studio: the report of the papers, and the sources that it links to; the folder behind each name. @type {Record<string, string>} */
const PAPERS = { papers: join(ROOT, "docs/papers"), src: join(ROOT, "src"), test: join(ROOT, "test"), scenes: join(ROOT, "scenes") };

/**
 * What is served, with which headers, and which files are still being made.
 * @typedef {{ folder: string, headers: Record<string, string>, isComing: (url: string) => boolean }} Site
 */

/**
 * Serves the built studio to this machine only, and /papers.html. Port 0 takes any free port; a taken one gives way to the next free. Not `isolated` it is
 * as any static host serves it. A file that is not there yet but `isComing` is answered by 204, no content.
 * @param {{ port?: number, folder?: string, isolated?: boolean, isComing?: Site["isComing"] }} [options]
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serveStudio({ port = 0, folder = join(ROOT, "studio", "dist"), isolated = true, isComing = () => false } = {}) {
  if (!existsSync(join(folder, "index.html"))) throw new Error("the studio is not built yet: npm run build:studio");
  const site = { folder, headers: isolated ? { ...HEADERS, ...ISOLATION } : HEADERS, isComing };
  for (let candidate = port; candidate <= 65535; candidate += port === 0 ? 0 : 1) {
    const servers = await listen(candidate, site);
    if (!servers) continue;
    const address = servers[0].address();
    const found = typeof address === "object" && address ? address.port : candidate;
    const close = async () => {
      await Promise.all(servers.map(closeServer));
    };
    return { url: `http://localhost:${found}/`, port: found, close };
  }
  throw new Error(`no free port from ${port} on`);
}

/**
 * `localhost` is 127.0.0.1 to some and ::1 to others: both must be ours, or the browser may meet another program.
 * @param {number} port @param {Site} site
 * @returns {Promise<import("node:http").Server[] | undefined>} undefined if the port is taken
 */
async function listen(port, site) {
  const servers = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer((request, response) => answer(request, response, site));
    const first = servers[0]?.address();
    const wanted = typeof first === "object" && first ? first.port : port;
    const problem = await new Promise((done) => {
      server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
      server.listen(wanted, host, () => done(undefined));
    });
    if (!problem) {
      servers.push(server);
    } else if (host === "127.0.0.1" || problem === "EADDRINUSE") {
      await Promise.all(servers.map(closeServer));
      if (problem === "EADDRINUSE") return undefined;
      throw new Error(`cannot listen on port ${wanted}: ${problem}`);
    } // else: a machine without IPv6
  }
  return servers;
}

/** @param {import("node:http").Server} server @returns {Promise<void>} */
function closeServer(server) {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

/**
 * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
 * @param {Site} site
 */
function answer(request, response, { folder, headers, isComing }) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, headers, 405, "only GET and HEAD");
  const file = fileFor(request.url ?? "/", folder) ?? paperFor(request.url ?? "/");
  if (!file && isComing(request.url ?? "/")) return response.writeHead(204, { ...headers, "Cache-Control": "no-store" }).end();
  if (!file) return refuse(response, headers, 404, "not found");
  // Vite puts a hash of the content into the names under assets/, so those never change.
  const forever = file.startsWith(join(folder, "assets") + sep);
  response.writeHead(200, {
    ...headers,
    "Content-Type": TYPES[extname(file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": statSync(file).size,
    "Cache-Control": forever ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (request.method === "HEAD") response.end();
  else
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
}

/** @param {import("node:http").ServerResponse} response @param {Site["headers"]} headers @param {number} status @param {string} message */
function refuse(response, headers, status, message) {
  response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${message}\n`);
}

/** The file of the report that a request means, or undefined. @param {string} url */
function paperFor(url) {
  if (/^\/papers\.html(?:[?#]|$)/.test(url)) return fileFor("/papers.html", join(ROOT, "docs"));
  const [, name = "", rest = ""] = /^\/(\w+)(\/.*)$/s.exec(url) ?? [];
  return Object.hasOwn(PAPERS, name) ? fileFor(rest, PAPERS[name]) : undefined;
}

/** The file a request means, or undefined: never one outside the folder. @param {string} url @param {string} folder */
function fileFor(url, folder) {
  let path;
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return undefined;
  }
  if (path.includes("\0")) return undefined;
  let file = resolve(folder, `.${sep}${path}`);
  if (file !== resolve(folder) && !file.startsWith(resolve(folder) + sep)) return undefined;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) file = join(file, "index.html");
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
