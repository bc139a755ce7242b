// Compiles src/kernels/assembly to WebAssembly and writes it, as text, into src/kernels/binaries.  npm run build:kernels [-- [--check] [FILE…]]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const asc = join(dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json")), "bin/asc.js");
/** 112 is about vectors that cross the border of the module: none does. */
const COMMON = ["-O3", "--converge", "--runtime", "stub", "--importMemory", "--noAssert", "--enable", "simd", "--disableWarning", "112"];

/** @param {string} entry @param {string[]} options */
function compile(entry, options) {
  const folder = mkdtempSync(join(tmpdir(), "kernels-"));
  try {
    const out = join(folder, "kernels.wasm");
    execFileSync(process.execPath, [asc, `src/kernels/assembly/${entry}`, ...COMMON, ...options, "--outFile", out], {
      cwd: root,
      stdio: "inherit",
    });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which kernels a binary has, as constants of the sources. @param {number} linear @param {number} blocks @param {number} whole */
function having(linear, blocks, whole) {
  return ["--use", `HAS_LINEAR=${linear}`, "--use", `HAS_BLOCKS=${blocks}`, "--use", `IS_WHOLE=${whole}`];
}

/** What each file holds: the kernels of methods, those of some methods for small pages, those of contact, and that of drawing. */
const BINARIES = [
  {
    file: "blocks.ts",
    name: "BLOCKS",
    about: "The kernels of methods with blocks that pages of drape/core load, with a memory of their own",
    entry: "blocks.ts",
    options: ["--initialMemory", "1", ...having(0, 1, 0)],
  },
  {
    file: "linear.ts",
    name: "LINEAR",
    about: "The kernels of linear models that pages of drape/core load, with a memory of their own",
    entry: "linear.ts",
    options: ["--initialMemory", "1", ...having(1, 0, 0)],
  },
  {
    file: "search.ts",
    name: "SEARCH",
    about: "The kernels that search for what may meet",
    entry: "search.ts",
    options: ["--initialMemory", "1"],
  },
  {
    file: "normals.ts",
    name: "NORMALS",
    about: "The kernel of normals for drawing",
    entry: "normals.ts",
    options: ["--initialMemory", "1"],
  },
  {
    file: "whole.ts",
    name: "WHOLE",
    about: "The kernels of methods, with a memory that threads share",
    entry: "index.ts",
    options: ["--initialMemory", "1", "--maximumMemory", "65536", "--sharedMemory", "--enable", "threads", ...having(1, 1, 1)],
  },
];

const asked = process.argv.slice(2).filter((word) => word !== "--check");

for (const { file, name, about, entry, options } of BINARIES) {
  if (asked.length > 0 && !asked.includes(file.replace(".ts", ""))) continue;
  const target = join(root, "src/kernels/binaries", file);
  const binary = compile(entry, options);
  if (process.argv.includes("--check")) {
    // what is in it is compared: another zlib may deflate it otherwise
    const [, written = ""] = readFileSync(target, "utf8").match(/"([\w+/=]+)"/) ?? [];
    if (!inflateRawSync(Buffer.from(written, "base64")).equals(binary)) {
      console.error(`src/kernels/binaries/${file} is not what src/kernels/assembly compiles to: run npm run build:kernels`);
      process.exitCode = 1;
    }
  } else {
    const text = `// Made by scripts/build-kernels.mjs from src/kernels/assembly: do not edit.

/** ${about}: deflated, base64. */
export const ${name}: string =
  "${deflateRawSync(binary, { level: 9, memLevel: 9 }).toString("base64")}";
`;
    writeFileSync(target, text);
  }
}
