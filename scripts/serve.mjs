import { createReadStream, existsSync, realpathSync, statSync } from "node:fs";
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

/** The studio's own policy stands in its page; this is what a page cannot say of itself, and what holds for all. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** Names that this machine has for itself. Any other is of a page elsewhere whose name leads here: it may not read what is served. */
const OWN_NAMES = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** How long a request may take to arrive [ms]: its head, and all of it. */
const HEAD_TIME = 10_000;
const REQUEST_TIME = 20_000;

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
    const server = createServer({ headersTimeout: HEAD_TIME, requestTimeout: REQUEST_TIME }, (request, response) => {
      try {
        answer(request, response, site);
      } catch {
        if (response.headersSent) response.destroy();
        else refuse(response, site.headers, 500, "this request cannot be answered");
      }
    });
    server.on("clientError", (_, socket) => {
      if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      else socket.destroy();
    });
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
  const { url = "/", method } = request;
  if (method !== "GET" && method !== "HEAD") return refuse(response, headers, 405, "only GET and HEAD");
  if (!OWN_NAMES.test(request.headers.host ?? "")) return refuse(response, headers, 421, "this server is localhost");
  const file = fileFor(url, folder) ?? paperFor(url);
  if (!file && isComing(url)) return response.writeHead(204, { ...headers, "Cache-Control": "no-store" }).end();
  if (!file) return refuse(response, headers, 404, "not found");
  const size = statSync(file).size;
  const range = readRange(request.headers.range, size);
  if (range === null) return refuse(response, { ...headers, "Content-Range": `bytes */${size}` }, 416, `the file has ${size} bytes`);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  // Vite puts a hash of the content into the names under assets/, so those never change.
  const forever = file.startsWith(join(folder, "assets") + sep);
  response.writeHead(range ? 206 : 200, {
    ...headers,
    "Content-Type": TYPES[extname(file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": last - first + 1,
    "Accept-Ranges": "bytes",
    ...(range && { "Content-Range": `bytes ${first}-${last}/${size}` }),
    "Cache-Control": forever ? "public, max-age=31536000, immutable" : "no-cache",
  });
  if (method === "HEAD" || size === 0) return response.end();
  const content = createReadStream(file, { start: first, end: last }).on("error", () => response.destroy());
  response.on("close", () => content.destroy());
  content.pipe(response);
}

/**
 * The one range of bytes that a request asks for; undefined where it asks for all, or for several, and null where there are none such.
 * @param {string | undefined} header @param {number} size
 * @returns {{ first: number, last: number } | undefined | null}
 */
function readRange(header, size) {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  return first <= last ? { first, last } : null;
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

/** The file a request means, or undefined: never one outside the folder, nor what a link leads to outside of it. @param {string} url @param {string} folder */
function fileFor(url, folder) {
  let path;
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return undefined;
  }
  if (path.includes("\0")) return undefined;
  const home = resolve(folder);
  let file = resolve(home, `.${sep}${path}`);
  if (file !== home && !file.startsWith(home + sep)) return undefined;
  try {
    if (statSync(file).isDirectory()) file = join(file, "index.html");
    const real = realpathSync(file);
    return statSync(real).isFile() && real.startsWith(realpathSync(home) + sep) ? file : undefined;
  } catch {
    return undefined; // not there, a name that is too long, a file taken for a folder
  }
}
