// Compiles src/wasm/assembly to WebAssembly and writes it, as text, into src/wasm/binary.ts.  npm run build:kernels [--check]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "src/wasm/binary.ts");
const asc = join(dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json")), "bin/asc.js");
const COMMON = ["-O3", "--converge", "--runtime", "stub", "--importMemory", "--noAssert", "--enable", "simd"];

/** @param {string[]} options */
function compile(options) {
  const folder = mkdtempSync(join(tmpdir(), "kernels-"));
  try {
    const out = join(folder, "kernels.wasm");
    execFileSync(process.execPath, [asc, "src/wasm/assembly/index.ts", ...COMMON, ...options, "--outFile", out], {
      cwd: root,
      stdio: "inherit",
    });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const plain = compile(["--initialMemory", "1"]);
const text = `// Made by scripts/build-kernels.mjs from src/wasm/assembly: do not edit.

/** The kernels with a memory of their own: deflated, base64. */
export const PLAIN: string =
  "${deflateRawSync(plain, { level: 9 }).toString("base64")}";
`;
if (process.argv.includes("--check")) {
  // what is in it is compared: another zlib may deflate it otherwise
  const [, written = ""] = readFileSync(target, "utf8").match(/"([\w+/=]+)"/) ?? [];
  if (!inflateRawSync(Buffer.from(written, "base64")).equals(plain)) {
    console.error("src/wasm/binary.ts is not what src/wasm/assembly compiles to: run npm run build:kernels");
    process.exitCode = 1;
  }
} else writeFileSync(target, text);
