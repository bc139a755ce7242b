import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { cutMesh } from "../../src/mesh/cut.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { bindRenderMesh, type RenderBinding, type RenderSurface, updateRenderMesh } from "../../src/output/render-mesh.ts";
import { followCut } from "../../src/output/render-mesh-cut.ts";
import { computeSmoothNormals } from "../../src/output/render-mesh-normals.ts";
import { subdivideSurface, updateSubdivision } from "../../src/output/subdivide-surface.ts";
import { crumple, cylinderError, largestAngle, largestDifference, rigidMotions, roll, sheet, transform } from "./render-mesh-poses.ts";
import "../support/steady-compiler.ts";

function update(binding: RenderBinding, simulated: Float64Array): { positions: Float64Array; normals: Float64Array } {
  const positions = new Float64Array(binding.render.positions.length).fill(9);
  const normals = positions.slice();
  updateRenderMesh(binding, simulated, positions, normals);
  return { positions, normals };
}

interface Bumpy {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly triangles: Uint32Array;
  readonly uv: Float64Array;
}

/** A fine sheet, on the simulated one or off it by up to `height` [m], with normals that lean as its bumps do. */
function bumpySheet(columns: number, side: number, height: number): Bumpy {
  const { positions, triangles } = sheet(columns, side);
  const normals = new Float64Array(positions.length);
  for (let o = 0; o < positions.length; o += 3) {
    const [x, y] = positions.subarray(o, o + 2);
    positions[o + 2] = height * Math.sin(40 * x) * Math.sin(30 * y);
    normals[o] = -40 * height * Math.cos(40 * x) * Math.sin(30 * y);
    normals[o + 1] = -30 * height * Math.sin(40 * x) * Math.cos(30 * y);
    normals[o + 2] = 1;
    const length = Math.hypot(...normals.subarray(o, o + 3));
    for (let k = o; k < o + 3; k++) normals[k] /= length;
  }
  const uv = Float64Array.from({ length: (positions.length / 3) * 2 }, (_, i) => i / 7);
  return { positions, triangles, normals, uv };
}

const COARSE = sheet(11, 0.4);
const FINE = bumpySheet(37, 0.4, 0.003);

describe("a bound render mesh", () => {
  test("is itself at the start pose, on the surface, off it and beyond its border", () => {
    const simulated = { ...COARSE, positions: crumple(COARSE.positions) };
    const lower = createRandom(5);
    for (const [side, scatter] of [
      [0.4, 0],
      [0.38, 0.02],
      [0.44, 0.01],
    ]) {
      const start = bumpySheet(37, side, 0.003);
      const positions = crumple(start.positions).map((value) => value + scatter * (lower() - 0.5));
      const binding = bindRenderMesh(simulated, { ...start, positions });
      const now = update(binding, simulated.positions);
      expect(largestDifference(now.positions, positions)).toBeLessThan(1e-12);
      expect(largestDifference(now.normals, start.normals)).toBeLessThan(1e-12);
    }
  });

  test("moves rigidly with a rigid motion of any start pose", () => {
    const simulated = { ...COARSE, positions: crumple(COARSE.positions) };
    const render = { ...FINE, positions: crumple(FINE.positions) };
    const binding = bindRenderMesh(simulated, render);
    fc.assert(
      fc.property(rigidMotions, ({ rotation, offset }) => {
        const now = update(binding, transform(simulated.positions, rotation, offset));
        expect(largestDifference(now.positions, transform(render.positions, rotation, offset))).toBeLessThan(1e-12);
        expect(largestDifference(now.normals, transform(render.normals, rotation, [0, 0, 0]))).toBeLessThan(1e-12);
      }),
      { numRuns: 30 },
    );
  });

  test("follows a stretch and shear in the plane exactly, also beyond the border, and turns its normals as such a stretch does", () => {
    const factor = fc.double({ min: 0.5, max: 2, noNaN: true });
    const shear = fc.double({ min: -0.4, max: 0.4, noNaN: true });
    const render = bumpySheet(31, 0.43, 0.004);
    const binding = bindRenderMesh(COARSE, render);
    fc.assert(
      fc.property(factor, factor, shear, shear, (a, d, b, c) => {
        const now = update(binding, transform(COARSE.positions, [a, b, 0, c, d, 0, 0, 0, 1], [0, 0, 0]));
        // heights stay, since the cloth does not get thicker
        expect(largestDifference(now.positions, transform(render.positions, [a, b, 0, c, d, 0, 0, 0, 1], [0, 0, 0]))).toBeLessThan(1e-12);
        // the inverse transpose, up to length
        const det = a * d - b * c;
        const turned = transform(render.normals, [d / det, -c / det, 0, -b / det, a / det, 0, 0, 0, 1], [0, 0, 0]);
        for (let o = 0; o < turned.length; o += 3) {
          const length = Math.hypot(...turned.subarray(o, o + 3));
          for (let k = o; k < o + 3; k++) turned[k] /= length;
        }
        expect(largestDifference(now.normals, turned)).toBeLessThan(1e-11);
      }),
      { numRuns: 30 },
    );
  });

  test("leaves texture coordinates and triangles alone", () => {
    const uv = FINE.uv.slice();
    const binding = bindRenderMesh(COARSE, FINE);
    update(binding, crumple(COARSE.positions));
    expect(binding.render.uv).toBe(FINE.uv);
    expect(FINE.uv).toEqual(uv);
    expect(binding.triangles).toBe(FINE.triangles);
  });

  test("has unit normals that agree with its deformed triangles, where it is smooth to 3 degrees", () => {
    const simulated = sheet(33, 0.4);
    const render = bumpySheet(97, 0.38, 0.001);
    const binding = bindRenderMesh(simulated, render);
    const now = update(binding, crumple(simulated.positions));
    const seen = new Float64Array(now.normals.length);
    computeSmoothNormals(now.positions, render.triangles, seen);
    const inside = (v: number): boolean => Math.abs(render.positions[3 * v]) < 0.17 && Math.abs(render.positions[3 * v + 1]) < 0.17;
    expect(largestAngle(now.normals, seen, inside)).toBeLessThan(3);
    // and far from flat: the sheet itself turns by more than 30 degrees
    expect(largestAngle(now.normals, render.normals, inside)).toBeGreaterThan(30);
    for (let o = 0; o < now.normals.length; o += 3) {
      expect(Math.abs(Math.hypot(...now.normals.subarray(o, o + 3)) - 1)).toBeLessThan(1e-14);
    }
  });

  test.each([
    ["right", 0, 0.04],
    ["right", 0.9, 0.05],
    ["equilateral", 0, 0.07],
  ] as const)(
    "rolled up on %s triangles (direction %f) keeps %f of the coarse mesh's distance from the cylinder",
    (kind, direction, share) => {
      const simulated = sheet(11, 0.3, kind);
      const { positions, triangles } = sheet(81, 0.29);
      const binding = bindRenderMesh(simulated, { positions, triangles });
      const rolled = roll(simulated.positions, 0.1, direction);
      const now = update(binding, rolled);
      const inside = (t: number): boolean => {
        const o = 3 * triangles[3 * t];
        return Math.hypot(positions[o], positions[o + 1]) < 0.1;
      };
      const coarse = cylinderError(rolled, simulated.triangles, 0.1, direction);
      expect(cylinderError(now.positions, triangles, 0.1, direction, inside)).toBeLessThan(share * coarse);
      expect(
        largestAngle(
          now.normals,
          rolledNormals(positions, 0.1, direction),
          (v) => Math.hypot(positions[3 * v], positions[3 * v + 1]) < 0.1,
        ),
      ).toBeLessThan(1.5);
    },
  );

  test("keeps a smooth shell smooth that stands off a coarse one", () => {
    // an arch of 7 simulated strips under a fine one 2 cm above it; then the arch is rolled tighter
    const flat = sheet(8, 0.3);
    const fine = sheet(61, 0.27);
    const raised = fine.positions.map((value, i) => (i % 3 === 2 ? -0.02 : value));
    const simulated = { ...flat, positions: roll(flat.positions, 0.15, 0) };
    const binding = bindRenderMesh(simulated, { ...fine, positions: roll(raised, 0.15, 0) });
    const now = update(binding, roll(flat.positions, 0.11, 0));
    // the largest kink between neighbouring fine triangles, against that of an even arch
    let kink = 0;
    for (let c = 6; c < 54; c++) {
      const [a, b, d] = [c - 1, c, c + 1].map((column) => 3 * (30 * 61 + column));
      const p = now.positions;
      const [ux, uz, vx, vz] = [p[b] - p[a], p[b + 2] - p[a + 2], p[d] - p[b], p[d + 2] - p[b + 2]];
      kink = Math.max(kink, Math.abs(Math.atan2(ux * vz - uz * vx, ux * vx + uz * vz)));
    }
    const even = 0.27 / 60 / 0.11;
    expect(kink).toBeLessThan(1.5 * even);
    const coarseKink = 0.3 / 7 / 0.11;
    expect(coarseKink).toBeGreaterThan(9 * even);
  });
});

function rolledNormals(positions: Float64Array, radius: number, direction: number): Float64Array {
  const ahead = roll(positions, radius, direction);
  const above = roll(
    positions.map((value, i) => (i % 3 === 2 ? value + 1e-3 : value)),
    radius,
    direction,
  );
  return above.map((value, i) => (value - ahead[i]) / 1e-3);
}

describe("layers", () => {
  /** Two sheets 2 mm apart, the upper one first; the lower may face down. */
  function twoLayers(columns: number, flipped: boolean): { positions: Float64Array; triangles: Uint32Array } {
    const one = sheet(columns, 0.3);
    const count = one.positions.length / 3;
    const positions = new Float64Array(6 * count);
    positions.set(one.positions.map((value, i) => (i % 3 === 2 ? 0.002 : value)));
    positions.set(one.positions, 3 * count);
    const below = one.triangles.map((_, h) => count + one.triangles[flipped ? h - (h % 3) + 2 - (h % 3) : h]);
    return { positions, triangles: Uint32Array.of(...one.triangles, ...below) };
  }
  const layerOf =
    (columns: number) =>
    (_: unknown, v: number): number =>
      v < columns * columns ? 0 : 1;

  test("2 mm apart bind each to its own", () => {
    const simulated = twoLayers(9, false);
    const render = twoLayers(25, false);
    const { boundTo } = bindRenderMesh(simulated, render);
    for (let v = 0; v < boundTo.length; v++) expect(boundTo[v] < 128).toBe(v < 625);
  });

  test("stay apart by their parts' numbers where thick cloth lies nearer to the other one", () => {
    const simulated = twoLayers(9, false);
    const thick = twoLayers(25, false);
    // each drawn 1.5 mm into the other
    const positions = thick.positions.map((z, i) => (i % 3 === 2 ? (i < 1875 ? z - 0.0015 : z + 0.0015) : z));
    const render = { ...thick, positions };
    const groups = {
      simulated: Array.from({ length: 162 }, layerOf(9)),
      render: Array.from({ length: 1250 }, layerOf(25)),
    };
    const free = bindRenderMesh(simulated, render).boundTo;
    const kept = bindRenderMesh(simulated, render, { groups }).boundTo;
    for (let v = 0; v < kept.length; v++) {
      expect(free[v] < 128).toBe(v >= 625);
      expect(kept[v] < 128).toBe(v < 625);
    }
  });

  test("that face away from each other stay apart by their normals", () => {
    const simulated = twoLayers(9, true);
    const thick = twoLayers(25, true);
    const positions = thick.positions.map((z, i) => (i % 3 === 2 ? (i < 1875 ? z - 0.0015 : z + 0.0015) : z));
    const { boundTo } = bindRenderMesh(simulated, { ...thick, positions }, { facing: "same" });
    for (let v = 0; v < boundTo.length; v++) expect(boundTo[v] < 128).toBe(v < 625);
  });

  test("a vertex with nothing to bind to is named", () => {
    const render = twoLayers(3, false);
    const groups = { simulated: Array.from({ length: 162 }, () => 0), render: Array.from({ length: 18 }, layerOf(3)) };
    expect(() => bindRenderMesh(twoLayers(9, false), render, { groups })).toThrow("render.positions[9]: got a vertex of part 1");
  });
});

describe("a cut", () => {
  const columns = 11;
  const path = Array.from({ length: 5 }, (_, r) => [r * columns + 5, (r + 1) * columns + 5] as const);

  test("is noticed, and followed without pulling across the slit", () => {
    const { positions, triangles } = sheet(columns, 0.4);
    const render = bumpySheet(61, 0.4, 0);
    const bound = bindRenderMesh({ positions, triangles }, render);
    const cut = cutMesh(columns * columns, triangles, path);
    const apart = Float64Array.from({ length: 3 * cut.particleCount }, (_, i) => positions[3 * cut.origin[Math.floor(i / 3)] + (i % 3)]);
    expect(() => update(bound, apart)).toThrow("followCut");

    const binding = followCut(bound, cut.triangles, cut.particleCount);
    expect(largestDifference(update(binding, apart).positions, render.positions)).toBeLessThan(1e-12);
    // pull the halves 10 cm apart along the slit: by a bend of each side that ends at the slit's tip
    for (let i = 0; i < cut.particleCount; i++) {
      const [x, y] = [positions[3 * cut.origin[i]], positions[3 * cut.origin[i] + 1]];
      const right = cut.triangles.some(
        (v, h) => v === i && cut.triangles.subarray(h - (h % 3), h - (h % 3) + 3).some((w) => positions[3 * cut.origin[w]] > 1e-9),
      );
      if (y < -1e-9 && Math.abs(x) < 1e-9) apart[3 * i] += (right ? 1 : -1) * 0.5 * -y;
      else if (y < -1e-9) apart[3 * i] += Math.sign(x) * 0.5 * -y;
    }
    const now = update(binding, apart).positions;
    let longest = 0;
    for (let h = 0; h < binding.triangles.length; h++) {
      const [a, b] = [3 * binding.triangles[h], 3 * binding.triangles[h - (h % 3) + ((h + 1) % 3)]];
      longest = Math.max(longest, Math.hypot(now[a] - now[b], now[a + 1] - now[b + 1], now[a + 2] - now[b + 2]));
    }
    // a render edge is 6.7 mm (9.4 mm across) and the sides shear by 0.5; the slit opens to 20 cm
    expect(longest).toBeLessThan(0.02);
    // what is not drawn is one column of cells along half the sheet, 30 of them
    const dropped = (render.triangles.length - binding.triangles.length) / 3;
    expect(dropped).toBeGreaterThan(20);
    expect(dropped).toBeLessThan(70);
    expect(followCut(bound, triangles, columns * columns).triangles).toBe(render.triangles);
  });
});

describe("foreign input", () => {
  test("is refused by name", () => {
    const bad =
      (render: RenderSurface): (() => void) =>
      () =>
        void bindRenderMesh(COARSE, render);
    expect(bad({ ...FINE, positions: Float64Array.of(0, 0) })).toThrow("render.positions: got 2 numbers");
    expect(bad({ ...FINE, positions: FINE.positions.map(() => Number.NaN) })).toThrow("render.positions[0]: got NaN");
    expect(bad({ ...FINE, triangles: Uint32Array.of(0, 1, 99999) })).toThrow("render.triangles[0]: got vertex 99999");
    expect(bad({ ...FINE, normals: new Float64Array(3) })).toThrow("render.normals: got 1 rows");
    expect(bad({ ...FINE, uv: new Float64Array(2) })).toThrow("render.uv: got 1 rows");
    const none = { positions: COARSE.positions, triangles: new Uint32Array(0) };
    expect(() => bindRenderMesh(none, FINE)).toThrow("render.positions[0]");
    const disk = createDisk({ rings: 2, radius: 1 });
    expect(() => followCut(bindRenderMesh(COARSE, FINE), disk.triangles, 19)).toThrow("24 triangles where there were 200");
  });
});

test("updating allocates nothing", async () => {
  const binding = bindRenderMesh(COARSE, FINE);
  const subdivided = subdivideSurface(COARSE, 2);
  const bound = new Float32Array(FINE.positions.length);
  const boundNormals = new Float32Array(FINE.positions.length);
  const fine = new Float32Array(subdivided.positions.length);
  const fineNormals = new Float32Array(subdivided.positions.length);
  const simulated = crumple(COARSE.positions);
  const collect = globalThis.gc as () => void;
  let heap = Infinity;
  let arrays = Infinity;
  // the least of several rounds: the compiler needs a while, and its garbage is not ours
  for (let round = 0; round < 30 && !(heap < 500 && arrays <= 0); round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const before = process.memoryUsage();
    for (let k = 0; k < 100; k++) {
      updateRenderMesh(binding, simulated, bound, boundNormals);
      updateSubdivision(subdivided, simulated, fine, fineNormals);
    }
    const after = process.memoryUsage();
    heap = Math.min(heap, (after.heapUsed - before.heapUsed) / 100);
    arrays = Math.min(arrays, after.arrayBuffers - before.arrayBuffers);
  }
  // bytes a frame; one number a vertex put in a box would be 20,000
  expect(heap).toBeLessThan(500);
  expect(arrays).toBeLessThanOrEqual(0);
});
