import type { Supernodes } from "../../linalg/supernodes.ts";

/** Supernodes from the first up to the second number. */
export type Range = readonly [first: number, end: number];

/**
 * A tree of supernodes cut for threads: branches, whole subtrees with nothing in common, that may be solved at the same time, and the trunk that joins
 * them, solved by one. Always cut alike, for sums depend on it.
 */
export interface Branches {
  /** Those with the most work first: nobody then begins a long one at the end. */
  readonly branches: readonly Range[];
  readonly trunk: readonly Range[];
}

/** No branch has more than this share of the work: with smaller ones the trunk, which nobody shares, grows (0.16 of the work at 160 × 160, 0.29 with 1/12). */
const LARGEST = 0.26;
const MOST_BRANCHES = 24;

export function findBranches({ count, parent, firstColumn, rowStart }: Supernodes): Branches {
  const first = Uint32Array.from({ length: count }, (_, s) => s);
  const work = new Float64Array(count);
  const children: number[][] = Array.from({ length: count }, () => []);
  const roots: number[] = [];
  let all = 0;
  for (let s = 0; s < count; s++) {
    const width = firstColumn[s + 1] - firstColumn[s];
    const own = width * (0.5 * width + rowStart[s + 1] - rowStart[s]);
    work[s] += own;
    all += own;
    const above = parent[s];
    if (above < 0) roots.push(s);
    else {
      children[above].push(s);
      first[above] = Math.min(first[above], first[s]);
      work[above] += work[s];
    }
  }
  const most = LARGEST * all;
  const cut = (s: number): number[] => (work[s] <= most ? [s] : children[s].flatMap(cut));
  const branches: { range: [number, number]; work: number }[] = [];
  for (const s of roots.flatMap(cut)) {
    const last = branches.at(-1);
    if (last !== undefined && last.range[1] === first[s] && last.work + work[s] <= most) {
      last.range[1] = s + 1;
      last.work += work[s];
    } else branches.push({ range: [first[s], s + 1], work: work[s] });
  }
  branches.sort((a, b) => b.work - a.work || a.range[0] - b.range[0]);
  const kept = branches.slice(0, MOST_BRANCHES).map(({ range }) => range);
  const trunk: Range[] = [];
  let end = 0;
  for (const [from, to] of kept.toSorted((a, b) => a[0] - b[0])) {
    if (end < from) trunk.push([end, from]);
    end = to;
  }
  if (end < count) trunk.push([end, count]);
  return { branches: kept, trunk };
}
