import { readFileSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

/**
 * Whether a plain reader of the format's own specification accepts a file, by nothing of Drape: undefined for formats that are not judged here.
 * @param {string} path @returns {Promise<boolean | undefined>}
 */
export async function isAccepted(path) {
  if (/\.obj$/i.test(path)) return isObj(readFileSync(path, "utf8"));
  if (/\.(gltf|glb)$/i.test(path)) return isGltf(path);
  return undefined;
}

/** OBJ: vertices of three numbers, at least one face of three corners, and no index out of range. @param {string} text */
export function isObj(text) {
  const faces = [];
  let vertices = 0;
  for (const line of text
    .replace(/^\ufeff/, "")
    .replace(/\\\r?\n/g, " ")
    .split(/\r\n|\r|\n/)) {
    const [keyword, ...words] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (keyword === "v") {
      vertices++;
      if (words.length < 3 || !words.slice(0, 3).every((word) => /^[-+.\deE]+$/.test(word) && Number.isFinite(Number(word)))) return false;
    } else if (keyword === "f") {
      const corners = words.map((word) => Number.parseInt(word, 10));
      faces.push(corners.map((index) => (index < 0 ? vertices + 1 + index : index)));
    }
  }
  const isInRange = (/** @type {number} */ index) => index >= 1 && index <= vertices;
  return faces.some((corners) => corners.length >= 3) && faces.every((corners) => corners.every(isInRange));
}

/** glTF: version 2, with triangles, and the validator of the Khronos Group finds no error but with images. @param {string} path */
async function isGltf(path) {
  const { validateBytes } = await import("gltf-validator");
  const folder = dirname(resolve(path));
  try {
    const report = await validateBytes(new Uint8Array(readFileSync(path)), {
      maxIssues: 10_000,
      externalResourceFunction: async (uri) => {
        const file = resolve(folder, decodeURIComponent(uri));
        if (!file.startsWith(folder + sep)) throw new Error("outside of the folder");
        return new Uint8Array(readFileSync(file));
      },
    });
    const errors = report.issues.messages.filter(({ severity, pointer = "" }) => severity === 0 && !pointer.startsWith("/images"));
    return errors.length === 0 && /^2\./.test(report.info.version) && (report.info.totalTriangleCount ?? 0) > 0;
  } catch {
    return false; // nothing that it can judge
  }
}
