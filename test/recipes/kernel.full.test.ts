import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import type { loadNormalKernels } from "../../src/kernels/normal-kernels.ts";
import { copySources, expectRecipe } from "./source-copy.ts";

const copy = copySources(["src", "scripts/build-kernels.mjs", "scripts/deflate.mjs", "scripts/typescript.mjs"]);
afterAll(copy.remove);

const KERNEL = `/** Turns vectors round, 12 bytes each. */
export function flipVectors(count: i32, vectors: usize): void {
  for (let end = vectors + 12 * <usize>count; vectors < end; vectors += 4) store<f32>(vectors, -load<f32>(vectors));
}
`;

const HOST = `import { instantiate } from "../kernels.ts";
import { createKernelMemory, sizeOf } from "../memory.ts";
import type { KernelModule } from "../module.ts";

/** Turns so many vectors round, in WebAssembly. */
export function createFlipKernels(module: KernelModule, count: number): (vectors: Float32Array) => void {
  const memory = createKernelMemory(sizeOf(12 * count), module);
  const { flipVectors } = instantiate(module, memory) as { flipVectors(count: number, vectors: number): void };
  const own = memory.floats(3 * count);
  return (vectors) => {
    own.set(vectors);
    flipVectors(count, own.byteOffset);
    vectors.set(own);
  };
}
`;

const CALLER = `
/** Turns vectors round, by a kernel where there is one. */
export function flip(vectors: Float32Array, module: KernelModule | undefined): void {
  if (module !== undefined) createFlipKernels(module, vectors.length / 3)(vectors);
  else for (let c = 0; c < vectors.length; c++) vectors[c] = -vectors[c];
}
`;

test("a kernel is four files, and does what TypeScript does", async () => {
  copy.write("src/kernels/assembly/shared/flip.ts", KERNEL);
  copy.insertBefore("src/kernels/assembly/normals.ts", "import {", 'export { flipVectors } from "./shared/flip";');
  copy.write("src/kernels/triangles/flip.ts", HOST);
  const imports =
    'import { createFlipKernels } from "../kernels/triangles/flip.ts";\nimport type { KernelModule } from "../kernels/module.ts";';
  copy.insertBefore("src/output/compile-normals.ts", "import", imports + CALLER);
  const touched = copy.takeTouched();
  expectRecipe(
    "Add a kernel",
    touched.filter((path) => path !== "src/output/compile-normals.ts"),
    3,
  );

  execFileSync(process.execPath, [join(copy.folder, "scripts/build-kernels.mjs"), "normals"], { stdio: "pipe" });
  const { flip } = (await copy.load("src/output/compile-normals.ts")) as { flip(vectors: Float32Array, module: unknown): void };
  const kernels = (await copy.load("src/kernels/normal-kernels.ts")) as { loadNormalKernels: typeof loadNormalKernels };
  const module = await kernels.loadNormalKernels();
  expect(module).toBeDefined();
  const random = createRandom(1);
  const vectors = Float32Array.from({ length: 300 }, () => random() - 0.5);
  const [plain, wasm] = [vectors.slice(), vectors.slice()];
  flip(plain, undefined);
  flip(wasm, module);
  expect(wasm).toEqual(plain);
  expect(wasm).not.toEqual(vectors);
}, 300_000);
