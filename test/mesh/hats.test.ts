import { describe, expect, it } from "vitest";
import type { Hats } from "../../src/mesh/coarse-hats.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { makeHats } from "../../src/mesh/hats.ts";
import { makeLatticeHats } from "../../src/mesh/lattice-hats.ts";
import { createTube, flat, type HatMesh, hatsAt, irregularSheet, joinMeshes, slitSheet, worstPlace, worstSum } from "./hat-meshes.ts";

function lattice({ vertexCount, triangles, rest }: HatMesh, spacing: number): Hats {
  return makeLatticeHats(vertexCount, triangles, rest.coordinates, spacing);
}

/** How far u is from the nearest sum of hats, at any vertex: least squares by conjugate gradients [Björck 1996, sec. 7.4.1]. */
function worstLinear(hats: Hats, u: Float64Array): number {
  const { count, start, hat, weight } = hats;
  const search = new Float64Array(count);
  const rest = u.slice();
  let before = 0;
  for (let round = 0; round < 400; round++) {
    const slope = new Float64Array(count);
    for (let i = 0; i < u.length; i++) for (let k = start[i]; k < start[i + 1]; k++) slope[hat[k]] += weight[k] * rest[i];
    const size = slope.reduce((sum, s) => sum + s * s, 0);
    if (size < 1e-28) break;
    for (let n = 0; n < count; n++) search[n] = slope[n] + (round === 0 ? 0 : (size / before) * search[n]);
    before = size;
    const step = Float64Array.from(u, (_, i) => {
      let sum = 0;
      for (let k = start[i]; k < start[i + 1]; k++) sum += weight[k] * search[hat[k]];
      return sum;
    });
    const share = size / step.reduce((sum, s) => sum + s * s, 0);
    for (let i = 0; i < u.length; i++) rest[i] -= share * step[i];
  }
  return rest.reduce((worst, r) => Math.max(worst, Math.abs(r)), 0);
}

function axis(mesh: HatMesh, c: number): Float64Array {
  return Float64Array.from({ length: mesh.vertexCount }, (_, i) => mesh.rest.coordinates[2 * i + c]);
}

describe("makeLatticeHats", () => {
  it("is exact at the vertices of a grid that are lattice nodes, with few hats each", () => {
    const { triangles, material, positions } = createGrid({ columns: 31, rows: 61, width: 1, height: 2 });
    const mesh = { vertexCount: positions.length / 3, triangles, rest: flat(material as Float64Array) };
    const hats = lattice(mesh, 0.1);
    expect(hats.count).toBe(11 * 21);
    expect(worstSum(hats)).toBeLessThan(1e-14);
    expect(worstPlace(hats, mesh)).toBeLessThan(1e-13);
    for (let i = 0; i < mesh.vertexCount; i++) {
      const own = hatsAt(hats, i);
      expect(own.length).toBeLessThanOrEqual(4);
      expect(own.every(({ weight }) => weight > 0)).toBe(true);
      // the shorter side runs fastest
      expect(Math.max(...own.map(({ hat }) => hat)) - Math.min(...own.map(({ hat }) => hat))).toBeLessThanOrEqual(12);
    }
  });

  it("makes linear functions of any outline", () => {
    for (const has of [() => true, (u: number, v: number) => u < 0.4 || v < 0.4]) {
      const mesh = irregularSheet({ columns: 40, rows: 40, seed: 3, has });
      const hats = lattice(mesh, 0.2);
      expect(worstSum(hats)).toBeLessThan(1e-14);
      for (let c = 0; c < 2; c++) expect(worstLinear(hats, axis(mesh, c))).toBeLessThan(1e-9);
    }
  });

  it("has a hat for each side of a slit", () => {
    const mesh = slitSheet(41, 2);
    const hats = lattice(mesh, 0.125);
    expect(hats.count).toBe(81 + 5 - 1); // the tip's hat is one
    const sides = Array.from({ length: hats.count }, () => new Set<boolean>());
    for (let i = 0; i < mesh.vertexCount; i++) {
      const [u, v] = mesh.rest.coordinates.subarray(2 * i);
      if (v < 0.3 && Math.abs(u - 0.5) > 1e-9) for (const { hat } of hatsAt(hats, i)) sides[hat].add(u < 0.5);
    }
    expect(Math.max(...sides.map((side) => side.size))).toBe(1);
    for (let c = 0; c < 2; c++) expect(worstLinear(hats, axis(mesh, c))).toBeLessThan(1e-9);
  });

  it("takes a line and a spacing that is too small or too large", () => {
    const mesh = irregularSheet({ columns: 10, rows: 10, seed: 1 });
    expect(lattice(mesh, 100).count).toBe(4);
    expect(lattice(mesh, 1e-9).count).toBeLessThan(1000);
    expect(worstSum(lattice({ vertexCount: 3, triangles: Uint32Array.of(0, 1, 2), rest: flat([0, 0, 1, 0, 2, 0]) }, 0.5))).toBe(0);
  });
});

describe("makeHats", () => {
  const sheet = createGrid({ columns: 21, rows: 21, width: 1, height: 1 });
  const balloon = createDisk({ rings: 12, radius: 0.5, sides: 2 });
  const tube = createTube(41, 30, 0.2, 1, 1);
  const scrap = createGrid({ columns: 3, rows: 3, width: 0.1, height: 0.1 });

  it("takes each component by itself, one after the other", () => {
    const pieces = [sheet, balloon, { positions: tube.rest.coordinates, triangles: tube.triangles, material: undefined }, scrap];
    const meshes = pieces.map(
      ({ positions, triangles }): HatMesh => ({
        vertexCount: positions.length / 3,
        triangles,
        rest: { dimension: 3, coordinates: positions },
      }),
    );
    const whole = meshes.reduce(joinMeshes);
    const material = Float64Array.from(pieces.flatMap((p, n) => [...(p.material ?? new Float64Array(2 * meshes[n].vertexCount))]));
    const spacing = 0.2;
    const input = { vertexCount: whole.vertexCount, triangles: whole.triangles, positions: whole.rest.coordinates, material };
    const hats = makeHats(input, () => spacing);
    expect(worstSum(hats)).toBeLessThan(1e-12);
    expect(makeHats(input, () => spacing)).toEqual(hats);
    let vertex = 0;
    let hat = 0;
    for (const [n, { vertexCount, triangles }] of meshes.entries()) {
      const own = Array.from({ length: vertexCount }, (_, i) => hatsAt(hats, vertex + i));
      if (n === 3) expect(own.flat()).toEqual([]);
      else {
        const used = own.flat().map((entry) => entry.hat);
        expect(Math.min(...used)).toBe(hat);
        hat = Math.max(...used) + 1;
        const coarse = makeHats(
          { vertexCount, triangles, positions: meshes[n].rest.coordinates, material: pieces[n].material ?? new Float64Array(0) },
          () => spacing,
        );
        expect(own).toEqual(
          Array.from({ length: vertexCount }, (_, i) => hatsAt(coarse, i).map((e) => ({ ...e, hat: e.hat + hat - coarse.count }))),
        );
        expect(Math.max(...own.map((list) => list.length))).toBe(n === 0 ? 4 : 3);
      }
      vertex += vertexCount;
    }
    expect(hat).toBe(hats.count);
  });

  it("numbers hats that meet near each other", () => {
    const { vertexCount, triangles, rest } = createTube(101, 30, 0.1, 3, 1);
    const hats = makeHats({ vertexCount, triangles, positions: rest.coordinates }, () => 0.1);
    let widest = 0;
    for (let i = 0; i < vertexCount; i++) {
      const own = hatsAt(hats, i).map(({ hat }) => hat);
      widest = Math.max(widest, Math.max(...own) - Math.min(...own));
    }
    expect(hats.count).toBeGreaterThan(150);
    expect(widest).toBeLessThan(24);
  });

  it("takes nothing", () => {
    const nothing = new Float64Array(0);
    expect(makeHats({ vertexCount: 0, triangles: new Uint32Array(0), positions: nothing }, () => 1).count).toBe(0);
    const lone = makeHats({ vertexCount: 20, triangles: new Uint32Array(0), positions: new Float64Array(60) }, () => 1);
    expect([lone.count, ...lone.start]).toEqual(Array(22).fill(0));
  });
});
