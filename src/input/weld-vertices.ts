import { InputError } from "../core/errors.ts";

/** Vertices that are compared with each of them, on average, before a mesh is given up. */
const MOST_COMPARISONS = 1000;

/**
 * For each vertex the one that stands for it: the first within `tolerance` [m] of it that stands for itself. With 0, vertices in the same
 * place. Meshes have several vertices in one place where their texture has a seam; cloth would come apart there.
 *
 * Vertices are looked up by cells as large as the tolerance, in a hash table of chains: memory is linear, and time too unless cells are crowded by chance, or by malice, which is refused.
 */
export function weldVertices(positions: Float64Array, tolerance: number, path: string): Uint32Array {
  const count = positions.length / 3;
  const target = new Uint32Array(count);
  const size = tableSize(count);
  // The first vertex of each chain, from 1; `next` goes on from there.
  const table = new Uint32Array(size);
  const next = new Uint32Array(count + 1);
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  let comparisons = MOST_COMPARISONS * (count + 1000);

  /** The cell of a coordinate; with no tolerance every number is a cell of its own. Zero has one sign. */
  const cell = (value: number): number => (tolerance > 0 ? Math.floor(value / tolerance) : value) + 0;

  function slot(x: number, y: number, z: number): number {
    let hash = 0;
    for (let c = 0; c < 3; c++) {
      bits[0] = c === 0 ? x : c === 1 ? y : z;
      hash = Math.imul(hash ^ words[0], 0x9e3779b1);
      hash = Math.imul(hash ^ (hash >>> 15) ^ words[1], 0x85ebca6b);
    }
    return ((hash ^ (hash >>> 13)) >>> 0) % size;
  }

  function find(i: number, x: number, y: number, z: number): number {
    for (let n = table[slot(x, y, z)]; n !== 0; n = next[n]) {
      if (comparisons-- === 0) throw new InputError(path, "too many vertices close together", "use a cleaner mesh");
      const dx = positions[3 * n - 3] - positions[3 * i];
      const dy = positions[3 * n - 2] - positions[3 * i + 1];
      const dz = positions[3 * n - 1] - positions[3 * i + 2];
      if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) return n - 1;
    }
    return -1;
  }

  const reach = tolerance > 0 ? 1 : 0;
  for (let i = 0; i < count; i++) {
    const x = cell(positions[3 * i]);
    const y = cell(positions[3 * i + 1]);
    const z = cell(positions[3 * i + 2]);
    let found = -1;
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dz = -reach; dz <= reach; dz++) {
          const other = find(i, x + dx, y + dy, z + dz);
          if (other >= 0 && (found < 0 || other < found)) found = other;
        }
      }
    }
    if (found < 0) {
      const s = slot(x, y, z);
      next[i + 1] = table[s];
      table[s] = i + 1;
    }
    target[i] = found < 0 ? i : found;
  }
  return target;
}

function tableSize(count: number): number {
  let size = 16;
  while (size < 2 * count) size *= 2;
  return size;
}
