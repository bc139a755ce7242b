/** A mesh in arrays, as a scene takes it. */
export interface MeshArrays {
  readonly positions: number[];
  readonly triangles: number[];
}

/**
 * A round sheet with a hole for the head, as a poncho is: rings of equal width, each cell two triangles. At so many of its edges, spread over the sheet, it has a sliver: a vertex
 * `gap` [m] from the end of the edge, with four triangles about it, two of them with a side of that length.
 */
export function ponchoLike(rings: number, sectors: number, slivers: number, gap = 1e-7): MeshArrays {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let r = 0; r < rings; r++) {
    const radius = 0.12 + (0.5 * r) / (rings - 1);
    for (let s = 0; s < sectors; s++) {
      const angle = (2 * Math.PI * s) / sectors;
      positions.push(radius * Math.cos(angle), 1.4, radius * Math.sin(angle));
    }
  }
  const at = (r: number, s: number): number => r * sectors + (s % sectors);
  for (let r = 0; r + 1 < rings; r++) {
    for (let s = 0; s < sectors; s++) {
      // the diagonal of a cell is the edge that is split
      const [a, b, c, d] = [at(r, s), at(r, s + 1), at(r + 1, s), at(r + 1, s + 1)];
      const cell = r * sectors + s;
      const every = Math.floor(((rings - 1) * sectors) / Math.max(1, slivers));
      if (slivers === 0 || cell % every !== every >> 1) {
        triangles.push(a, b, d, a, d, c);
        continue;
      }
      const m = positions.length / 3;
      const way = [0, 1, 2].map((k) => positions[3 * d + k] - positions[3 * a + k]);
      const length = Math.sqrt(way.reduce((sum, w) => sum + w * w, 0));
      for (let k = 0; k < 3; k++) positions.push(positions[3 * a + k] + (gap / length) * way[k]);
      triangles.push(a, b, m, m, b, d, a, m, c, m, d, c);
    }
  }
  return { positions, triangles };
}

/**
 * What a modeller turns on a lathe, as a lantern is: columns of rings one above the other, closed by fans, most rings a centimetre apart and every fourth, at a bevel, nearer by powers of
 * ten down to `gap` [m].
 */
export function lanternLike(columns: number, rings: number, sectors: number, gap = 5e-8): MeshArrays {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let column = 0; column < columns; column++) {
    const first = positions.length / 3;
    let y = 0.5;
    for (let r = 0; r < rings; r++) {
      const radius = 0.05 + 0.02 * ((r * 7) % 5);
      for (let s = 0; s < sectors; s++) {
        const angle = (2 * Math.PI * s) / sectors;
        positions.push(0.4 * column + radius * Math.cos(angle), y, radius * Math.sin(angle));
      }
      y += 0.01;
      if (r % 4 !== 3 || r + 1 === rings) continue;
      // the same ring once more
      const distance = gap * 10 ** ((r >> 2) % 5);
      for (let s = 0; s < sectors; s++) {
        const o = positions.length - 3 * sectors;
        positions.push(positions[o], positions[o + 1] + distance, positions[o + 2]);
      }
    }
    const last = positions.length / 3 - sectors;
    for (let row = first; row < last; row += sectors) {
      for (let s = 0; s < sectors; s++) {
        const [a, b] = [row + s, row + ((s + 1) % sectors)];
        triangles.push(a, b, a + sectors, b, b + sectors, a + sectors);
      }
    }
    for (let s = 1; s + 1 < sectors; s++) triangles.push(first, first + s + 1, first + s, last, last + s, last + s + 1);
  }
  return { positions, triangles };
}
