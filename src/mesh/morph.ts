/** A change of form: how far some vertices of a mesh go where its weight is 1. */
export interface MorphTarget {
  /** The first of these vertices, and x, y, z of each from there on. */
  readonly first: number;
  readonly offsets: Float32Array;
  /** Which of the weights counts for it; the parts of one mesh share theirs. */
  readonly weight: number;
}

/** out = rest + Σ w d: the vertices of a mesh whose forms are mixed. */
export function computeMorph(rest: Float64Array, targets: readonly MorphTarget[], weights: Float64Array, out: Float64Array): void {
  out.set(rest);
  for (let n = 0; n < targets.length; n++) {
    const { first, offsets, weight } = targets[n];
    const w = weights[weight];
    if (w === 0) continue;
    for (let c = 0, at = 3 * first; c < offsets.length; c++, at++) out[at] += w * offsets[c];
  }
}

/** The targets of the vertices `kept`, ascending, numbered as they stand there. */
export function gatherMorphs(targets: readonly MorphTarget[], kept: Uint32Array): MorphTarget[] {
  return targets.map(({ first, offsets, weight }) => {
    const start = countBelow(kept, first);
    const end = countBelow(kept, first + offsets.length / 3);
    const own = new Float32Array(3 * (end - start));
    for (let k = start; k < end; k++) {
      for (let c = 0; c < 3; c++) own[3 * (k - start) + c] = offsets[3 * (kept[k] - first) + c];
    }
    return { first: start, offsets: own, weight };
  });
}

/** How many of ascending numbers are below a limit. */
function countBelow(numbers: Uint32Array, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes apart what stands in one place at rest but does not go the same way, such as the two sides of a cut: each then stands for itself in `joined`. */
export function keepMovingApart(targets: readonly MorphTarget[], tolerance: number, joined: Uint32Array): void {
  /** By vertex: the targets that move it, which are those of its part of the mesh, by the number of the first; −1 for none. */
  const part = new Int32Array(joined.length).fill(-1);
  targets.forEach(({ first, offsets }, n) => {
    if (part[first] < 0) part.fill(n, first, first + offsets.length / 3);
  });
  for (let i = 0; i < joined.length; i++) if (part[i] !== part[joined[i]]) joined[i] = i;
  for (const { first, offsets } of targets) {
    for (let a = 0; a < offsets.length; a += 3) {
      const i = first + a / 3;
      const b = 3 * (joined[i] - first);
      if (a === b) continue;
      const [x, y, z] = [offsets[a] - offsets[b], offsets[a + 1] - offsets[b + 1], offsets[a + 2] - offsets[b + 2]];
      if (!(x * x + y * y + z * z <= tolerance * tolerance)) joined[i] = i;
    }
  }
}
