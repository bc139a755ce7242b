import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const ENDINGS = /\.(obj|gltf|glb|stl|ply)$/i;

/**
 * The mesh files below a folder, those of the same bytes once, in an order that has nothing to do with their folders: a sweep that was stopped is a sample.
 * @param {string} folder @returns {{ files: string[], copies: number }}
 */
export function listFiles(folder) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ENDINGS.test(file) && statSync(join(folder, file)).isFile())
    .sort();
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const file of all) {
    const digest = digestFile(join(folder, file));
    if (!first.has(digest)) first.set(digest, file);
  }
  const order = [...first].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: order.map(([, file]) => file), copies: all.length - first.size };
}

/** A digest of a file, with the buffers that a glTF names. @param {string} path */
function digestFile(path) {
  const hash = createHash("sha256");
  const bytes = readFileSync(path);
  hash.update(bytes);
  if (/\.gltf$/i.test(path)) for (const buffer of buffersOf(bytes.toString(), dirname(path))) hash.update(readFileSync(buffer));
  return hash.digest("hex");
}

/** @param {string} text @param {string} folder @returns {string[]} */
function buffersOf(text, folder) {
  try {
    /** @type {{ uri?: unknown }[]} */
    const buffers = JSON.parse(text).buffers ?? [];
    const paths = buffers.flatMap(({ uri }) =>
      typeof uri === "string" && !uri.startsWith("data:") ? [join(folder, decodeURIComponent(uri))] : [],
    );
    return paths.filter((path) => existsSync(path));
  } catch {
    return []; // the reader says what is wrong with it
  }
}
