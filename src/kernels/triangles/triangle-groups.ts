import { chunkOf } from "../jobs.ts";

/** Triangles as src/forces/triangle-elements.ts describes them. */
export interface Triangles {
  readonly count: number;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  readonly stiffness: Float64Array;
}

/**
 * The triangles of a cloth in groups of four, for each chunk of a job (src/kernels/assembly/shared/triangle-axes.ts). A triangle with corners in several chunks stands in
 * each of them, and each takes the forces on its own corners: so nobody writes to another's rows.
 */
export interface TriangleGroups {
  /** Groups (first, last) of each chunk. */
  readonly ranges: Uint32Array;
  /** Byte offsets of positions: four of corner i, four of j, four of k. */
  readonly corners: Uint32Array;
  /** A bit for each corner that belongs to the chunk, 4·corner + lane. */
  readonly own: Uint32Array;
  /** Four each of b, c, q and r, and of the stiffness along u, v, ũ and ṽ. */
  readonly traits: Float32Array;
}

/** Bytes of a position: hi and lo. */
const POSITION = 32;
const CORNERS = 3;
/** Numbers of a group in `corners` and `traits`. */
const GROUP_CORNERS = 12;
const GROUP_TRAITS = 32;

/** `rank`: the row of each particle; rows are cut into so many chunks. */
export function groupTriangles(triangles: Triangles, rank: Uint32Array, chunks: number): TriangleGroups {
  const { count, vertices, weights, stiffness } = triangles;
  const n = rank.length;
  const least = new Uint32Array(count);
  for (let e = 0; e < count; e++) {
    const [i, j, k] = vertices.subarray(CORNERS * e, CORNERS * e + CORNERS);
    least[e] = Math.min(rank[i], rank[j], rank[k]);
  }
  /** Those within a chunk, and those that it has in common with others. */
  const within: number[][] = Array.from({ length: chunks }, () => []);
  const common: number[][] = Array.from({ length: chunks }, () => []);
  // ascending rows: what is near in memory is read together
  for (const e of Uint32Array.from({ length: count }, (_, k) => k).sort((a, b) => least[a] - least[b] || a - b)) {
    const of = new Set<number>();
    for (let a = CORNERS * e; a < CORNERS * e + CORNERS; a++) of.add(chunkOf(rank[vertices[a]], n, chunks));
    for (const chunk of of) (of.size === 1 ? within : common)[chunk].push(e);
  }
  const groups = within.map((list, chunk) => [...byFours(list), ...byFours(common[chunk])]);
  const groupCount = groups.reduce((sum, { length }) => sum + length, 0);
  const ranges = new Uint32Array(2 * chunks);
  const corners = new Uint32Array(GROUP_CORNERS * groupCount);
  const own = new Uint32Array(groupCount);
  const traits = new Float32Array(GROUP_TRAITS * groupCount);
  let g = 0;
  groups.forEach((list, chunk) => {
    ranges.set([g, g + list.length], 2 * chunk);
    for (const group of list) {
      for (let lane = 0; lane < 4; lane++) {
        // what fills up a group is its first triangle, with stiffness and weights 0
        const e = group[lane] ?? group[0];
        for (let a = 0; a < CORNERS; a++) {
          const row = rank[vertices[CORNERS * e + a]];
          corners[GROUP_CORNERS * g + 4 * a + lane] = POSITION * row;
          const isOwn = chunkOf(row, n, chunks) === chunk;
          if (isOwn && lane < group.length) own[g] |= 1 << (4 * a + lane);
        }
        if (lane >= group.length) continue;
        const t = GROUP_TRAITS * g + lane;
        [1, 2, 4, 5].forEach((weight, k) => {
          traits[t + 4 * k] = weights[6 * e + weight];
        });
        for (let axis = 0; axis < 4; axis++) traits[t + 16 + 4 * axis] = stiffness[4 * e + axis];
      }
      g++;
    }
  });
  return { ranges, corners, own, traits };
}

function byFours(list: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(list.length / 4) }, (_, g) => list.slice(4 * g, 4 * g + 4));
}
