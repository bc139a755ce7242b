import { createRandom } from "../../src/core/random.ts";
import type { Hats } from "../../src/mesh/coarse-hats.ts";
import type { RestCoordinates } from "../../src/mesh/decimation/coarse-mesh.ts";

export interface HatMesh {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly rest: RestCoordinates;
}

export interface SheetOptions {
  readonly columns: number;
  readonly rows: number;
  readonly seed: number;
  /** Whether the cell whose middle is at (u, v) is there; all by default. */
  readonly has?: (u: number, v: number) => boolean;
  /** How far vertices are moved at random, in cells. */
  readonly jitter?: number;
}

/** A flat sheet 1 m wide of square cells: vertices moved at random, each cell cut so that its lesser triangle is as large as can be, all numbers shuffled. */
export function irregularSheet({ columns, rows, seed, has = () => true, jitter = 0.35 }: SheetOptions): HatMesh {
  const random = createRandom(seed);
  const cell = 1 / (columns - 1);
  const places = Array.from({ length: columns * rows }, (_, i) => {
    const [c, r] = [i % columns, Math.floor(i / columns)];
    const move = (inside: boolean): number => (inside ? jitter * (2 * random() - 1) : 0);
    return [cell * (c + move(c > 0 && c + 1 < columns)), cell * (r + move(r > 0 && r + 1 < rows))];
  });
  const corners: number[] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      if (!has((c + 0.5) * cell, (r + 0.5) * cell)) continue;
      const a = r * columns + c;
      const [b, d, e] = [a + 1, a + columns, a + columns + 1];
      const falling = Math.min(area(places, a, b, e), area(places, a, e, d));
      if (falling > Math.min(area(places, a, b, d), area(places, b, e, d))) corners.push(a, b, e, a, e, d);
      else corners.push(a, b, d, b, e, d);
    }
  }
  return shuffleMesh({ vertexCount: places.length, triangles: Uint32Array.from(corners), rest: flat(places.flat()) }, seed);
}

/** A sheet with a slit along u = 0.5 from v = 0 to 0.5: vertices there are double. */
export function slitSheet(columns: number, seed: number): HatMesh {
  const sheet = irregularSheet({ columns, rows: columns, seed, jitter: 0 });
  const x = [...sheet.rest.coordinates];
  const twin = new Map<number, number>();
  for (let i = 0; i < sheet.vertexCount; i++) {
    if (Math.abs(x[2 * i] - 0.5) > 1e-9 || x[2 * i + 1] > 0.499) continue;
    twin.set(i, x.length / 2);
    x.push(x[2 * i], x[2 * i + 1]);
  }
  const triangles = sheet.triangles.slice();
  for (let t = 0; t < triangles.length; t += 3) {
    const middle = (x[2 * triangles[t]] + x[2 * triangles[t + 1]] + x[2 * triangles[t + 2]]) / 3;
    if (middle < 0.5) continue;
    for (let k = t; k < t + 3; k++) triangles[k] = twin.get(triangles[k]) ?? triangles[k];
  }
  return { vertexCount: x.length / 2, triangles, rest: flat(x) };
}

/** A tube of flat strips, open at both ends, narrower by `taper` [−] at the upper end: 1 is a cylinder. Vertices (ring r, strip k) in rows. */
export function createTube(rings: number, strips: number, radius: number, height: number, taper: number): HatMesh {
  const x: number[] = [];
  const corners: number[] = [];
  for (let r = 0; r < rings; r++) {
    const share = r / (rings - 1);
    const wide = radius * (1 + share * (taper - 1));
    for (let k = 0; k < strips; k++) {
      const angle = (2 * Math.PI * k) / strips;
      x.push(wide * Math.cos(angle), height * share, wide * Math.sin(angle));
      if (r + 1 === rings) continue;
      const [a, b] = [r * strips + k, r * strips + ((k + 1) % strips)];
      corners.push(a, b, a + strips, b, b + strips, a + strips);
    }
  }
  return { vertexCount: rings * strips, triangles: Uint32Array.from(corners), rest: { dimension: 3, coordinates: Float64Array.from(x) } };
}

export function createTorus(rings: number, sectors: number): HatMesh {
  const x: number[] = [];
  const corners: number[] = [];
  const at = (r: number, s: number): number => (r % rings) * sectors + (s % sectors);
  for (let r = 0; r < rings; r++) {
    for (let s = 0; s < sectors; s++) {
      const a = (2 * Math.PI * r) / rings;
      const b = (2 * Math.PI * s) / sectors;
      const far = 0.5 + 0.2 * Math.cos(a);
      x.push(far * Math.cos(b), 0.2 * Math.sin(a), far * Math.sin(b));
      corners.push(at(r, s), at(r + 1, s), at(r, s + 1), at(r + 1, s), at(r + 1, s + 1), at(r, s + 1));
    }
  }
  return { vertexCount: rings * sectors, triangles: Uint32Array.from(corners), rest: { dimension: 3, coordinates: Float64Array.from(x) } };
}

/** The same mesh with all its vertices and triangles in another order. */
export function shuffleMesh({ vertexCount, triangles, rest }: HatMesh, seed: number): HatMesh {
  const { dimension, coordinates } = rest;
  const name = shuffled(vertexCount, seed);
  const order = shuffled(triangles.length / 3, seed + 1);
  const moved = new Float64Array(coordinates.length);
  for (let i = 0; i < vertexCount; i++) moved.set(coordinates.subarray(dimension * i, dimension * (i + 1)), dimension * name[i]);
  const turned = new Uint32Array(triangles.length);
  order.forEach((t, n) => {
    for (let k = 0; k < 3; k++) turned[3 * n + k] = name[triangles[3 * t + ((k + n) % 3)]];
  });
  return { vertexCount, triangles: turned, rest: { dimension, coordinates: moved } };
}

export function joinMeshes(a: HatMesh, b: HatMesh): HatMesh {
  return {
    vertexCount: a.vertexCount + b.vertexCount,
    triangles: Uint32Array.from([...a.triangles, ...b.triangles.map((i) => i + a.vertexCount)]),
    rest: { dimension: a.rest.dimension, coordinates: Float64Array.from([...a.rest.coordinates, ...b.rest.coordinates]) },
  };
}

export function flat(coordinates: ArrayLike<number>): RestCoordinates {
  return { dimension: 2, coordinates: Float64Array.from(coordinates) };
}

function shuffled(count: number, seed: number): number[] {
  const random = createRandom(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function area(places: readonly number[][], a: number, b: number, c: number): number {
  const [[au, av], [bu, bv], [cu, cv]] = [places[a], places[b], places[c]];
  return (bu - au) * (cv - av) - (bv - av) * (cu - au);
}

/** The hats of vertex i with their weights. */
export function hatsAt({ start, hat, weight }: Hats, i: number): { hat: number; weight: number }[] {
  return Array.from({ length: start[i + 1] - start[i] }, (_, k) => ({ hat: hat[start[i] + k], weight: weight[start[i] + k] }));
}

/** How far the weights of any vertex that has some are from summing to 1. */
export function worstSum(hats: Hats): number {
  let worst = 0;
  for (let i = 0; i + 1 < hats.start.length; i++) {
    const own = hatsAt(hats, i);
    if (own.length > 0) worst = Math.max(worst, Math.abs(own.reduce((sum, { weight }) => sum + weight, -1)));
  }
  return worst;
}

/** How far any vertex is from where its hats put it, if each has the place of its node [m]. */
export function worstPlace(hats: Hats, { rest: { dimension, coordinates: x } }: HatMesh): number {
  let worst = 0;
  for (let i = 0; i + 1 < hats.start.length; i++) {
    const own = hatsAt(hats, i);
    for (let c = 0; c < dimension && own.length > 0; c++) {
      const place = own.reduce((sum, { hat, weight }) => sum + weight * x[dimension * hats.node[hat] + c], 0);
      worst = Math.max(worst, Math.abs(place - x[dimension * i + c]));
    }
  }
  return worst;
}

/** Distances of nodes whose hats meet at a vertex [m], ascending. */
export function nodeDistances(hats: Hats, { rest: { dimension, coordinates: x } }: HatMesh): number[] {
  const pairs = new Set<number>();
  for (let i = 0; i + 1 < hats.start.length; i++) {
    for (const a of hatsAt(hats, i)) for (const b of hatsAt(hats, i)) if (a.hat < b.hat) pairs.add(a.hat * hats.count + b.hat);
  }
  const lengths = [...pairs].map((pair) => {
    const a = dimension * hats.node[Math.floor(pair / hats.count)];
    const b = dimension * hats.node[pair % hats.count];
    let sum = 0;
    for (let c = 0; c < dimension; c++) sum += (x[a + c] - x[b + c]) ** 2;
    return Math.sqrt(sum);
  });
  return lengths.sort((a, b) => a - b);
}
