// Compiles src/kernels/assembly to WebAssembly and writes it, as text, into src/kernels/binaries.  npm run build:kernels [-- [--check | --sources] [FILE…]]
// --check compiles and compares; --sources compares the sources with those that the binaries were compiled from, in a moment.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflateRawSync } from "node:zlib";
import { deflate } from "./deflate.mjs";
import "./typescript.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** 112 is about vectors that cross the border of the module: none does. */
const COMMON = ["-O3", "--converge", "--runtime", "stub", "--importMemory", "--noAssert", "--enable", "simd", "--disableWarning", "112"];

/** In this process: to start the compiler anew for each binary takes as long as to compile. @param {string} entry @param {string[]} options */
async function compile(entry, options) {
  const { main } = await import("assemblyscript/asc");
  const folder = mkdtempSync(join(tmpdir(), "kernels-"));
  try {
    const out = join(folder, "kernels.wasm");
    const place = ["--baseDir", root, "--outFile", out];
    const { error } = await main([`src/kernels/assembly/${entry}`, ...COMMON, ...options, ...place]);
    if (error !== null) throw error;
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A digest of the code that an entry compiles, its imports included, and of the options; comments and spaces do not count. @param {string} entry @param {string[]} options */
function digestSources(entry, options) {
  const files = [join(root, "src/kernels/assembly", entry)];
  const digest = createHash("sha256").update([...COMMON, ...options].join(" "));
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) {
      const imported = `${join(dirname(file), path).replace(/\.ts$/, "")}.ts`;
      if (!files.includes(imported)) files.push(imported);
    }
    digest.update(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/\s+/g, ""));
  }
  return digest.digest("hex").slice(0, 16);
}

/** Which kernels a binary has, as constants of the sources. @param {number} linear @param {number} blocks @param {number} sweeps @param {number} contact @param {number} whole */
function having(linear, blocks, sweeps, contact, whole) {
  const constants = { HAS_LINEAR: linear, HAS_BLOCKS: blocks, HAS_SWEEPS: sweeps, HAS_CONTACT: contact, IS_WHOLE: whole };
  return Object.entries(constants).flatMap(([name, value]) => ["--use", `${name}=${value}`]);
}

/** A memory that threads share. */
const SHARED = ["--initialMemory", "1", "--maximumMemory", "65536", "--sharedMemory", "--enable", "threads"];

/** What each file holds: the kernels of methods, those of some methods alone, those of contact with surfaces and with bodies, and that of drawing. */
const BINARIES = [
  {
    file: "blocks.ts",
    name: "BLOCKS",
    about: "The kernels of methods with blocks that pages of drape/core load, with a memory of their own",
    entry: "blocks.ts",
    options: ["--initialMemory", "1", ...having(0, 1, 1, 0, 0)],
  },
  {
    file: "linear.ts",
    name: "LINEAR",
    about: "The kernels of linear models that pages of drape/core load, with a memory of their own",
    entry: "linear.ts",
    options: ["--initialMemory", "1", ...having(1, 0, 0, 0, 0)],
  },
  {
    file: "search.ts",
    name: "SEARCH",
    about: "The kernels that search for what may meet",
    entry: "search.ts",
    options: ["--initialMemory", "1"],
  },
  {
    file: "bodies.ts",
    name: "BODIES",
    about: "The kernels of contact with bodies",
    entry: "bodies.ts",
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
    file: "springs.ts",
    name: "SPRINGS",
    about: "The kernels of conjugate gradients on blocks of springs, which know contact, with a memory that threads share",
    entry: "springs.ts",
    options: [...SHARED, ...having(0, 1, 0, 1, 0)],
  },
  {
    file: "all-blocks.ts",
    name: "ALL_BLOCKS",
    about: "The kernels of all methods with blocks, with a memory that threads share",
    entry: "all-blocks.ts",
    options: [...SHARED, ...having(0, 1, 1, 1, 1)],
    behind: "springs.ts",
  },
  {
    file: "all-linear.ts",
    name: "ALL_LINEAR",
    about: "The kernels of all linear models, with a memory that threads share",
    entry: "all-linear.ts",
    options: [...SHARED, ...having(1, 0, 0, 1, 1)],
  },
];

/** The text in a file of binaries. @param {string} file */
function readText(file) {
  const text = readFileSync(join(root, "src/kernels/binaries", file), "utf8");
  return { text, deflated: Buffer.from(text.match(/"([\w+/=]+)"/)?.[1] ?? "", "base64") };
}

/** The streams of what a binary is deflated behind, for it has most of that in it: none without. @param {string} [file] */
const streamsBefore = (file) => (file === undefined ? Buffer.alloc(0) : inflateRawSync(readText(file).deflated));

/** Each stream in a block by itself, but for their lengths, which are few. @param {Uint8Array} bytes @param {string} [behind] */
async function pack(bytes, behind) {
  const { splitStreams } = await import("../src/kernels/code-streams.ts");
  const [lengths, code, ...others] = splitStreams(bytes);
  return Buffer.from(deflate([Buffer.concat([lengths, code]), ...others], streamsBefore(behind)));
}

/** @param {Uint8Array} deflated @param {string} [behind] */
async function unpack(deflated, behind) {
  const { joinStreams } = await import("../src/kernels/code-streams.ts");
  return Buffer.from(joinStreams(inflateRawSync(deflated, { dictionary: streamsBefore(behind) })));
}

const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith("--"));

for (const { file, name, about, entry, options, behind } of BINARIES) {
  if (asked.length > 0 && !asked.includes(file.replace(".ts", ""))) continue;
  const target = join(root, "src/kernels/binaries", file);
  const sources = digestSources(entry, options);
  if (words.includes("--sources") || words.includes("--check")) {
    const { text, deflated } = readText(file);
    const isSame = words.includes("--sources") || (await unpack(deflated, behind)).equals(await compile(entry, options));
    if (!isSame || !text.includes(`(sources ${sources})`)) {
      console.error(`src/kernels/binaries/${file} is not what src/kernels/assembly compiles to: run npm run build:kernels`);
      process.exitCode = 1;
    }
  } else {
    const text = `// Made by scripts/build-kernels.mjs from src/kernels/assembly (sources ${sources}): do not edit.

/** ${about}: in streams, deflated${behind === undefined ? "" : ` behind ${behind}`}, base64. */
export const ${name}: string =
  "${(await pack(await compile(entry, options), behind)).toString("base64")}";
`;
    writeFileSync(target, text);
  }
}
