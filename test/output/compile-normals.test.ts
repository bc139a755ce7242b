import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { compileNormals } from "../../src/output/compile-normals.ts";
import { computeNormals } from "../../src/output/normals.ts";

const meshes = fc.record({
  seed: fc.integer({ min: 1, max: 1e9 }),
  columns: fc.integer({ min: 2, max: 30 }),
  rows: fc.integer({ min: 2, max: 30 }),
  /** Triangles left out, so that groups are filled up and vertices have none. */
  missing: fc.integer({ min: 0, max: 9 }),
});

test("normals in WebAssembly agree with TypeScript's to single precision, one mesh after the other", async () => {
  const compiled = await compileNormals();
  expect(compiled).not.toBe(computeNormals);
  fc.assert(
    fc.property(meshes, ({ seed, columns, rows, missing }) => {
      const random = createRandom(seed);
      const grid = createGrid({ columns, rows, width: columns, height: rows });
      const positions = Float32Array.from(grid.positions, (x) => x + 0.6 * (random() - 0.5));
      const triangles = Uint32Array.from(grid.triangles.subarray(0, Math.max(0, grid.triangles.length - 3 * missing)));
      if (triangles.length > 3) triangles.copyWithin(1, 0, 1); // one without area
      const [plain, wasm] = [computeNormals, compiled].map((compute) => {
        const normals = new Float32Array(positions.length).fill(9);
        compute(positions, triangles, normals);
        compute(positions, triangles, normals); // nothing is left of the first time
        return normals;
      });
      expect(plain.reduce((most, value, c) => Math.max(most, Math.abs(value - wasm[c])), 0)).toBeLessThan(1e-5);
    }),
  );
});
