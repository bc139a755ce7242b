import { createGrid } from "../../src/mesh/grid.ts";

export interface Placed {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A square sheet of n × n vertices whose vertex at (u, v) in the unit square is put where `place` says. */
export function placeSheet(n: number, place: (u: number, v: number) => readonly [number, number, number]): Placed {
  const { triangles } = createGrid({ columns: n, rows: n, width: 1, height: 1 });
  const positions = new Float64Array(3 * n * n);
  for (let i = 0; i < n * n; i++) positions.set(place((i % n) / (n - 1), Math.floor(i / n) / (n - 1)), 3 * i);
  return { positions, triangles };
}

/** Several sheets in one array of positions. */
export function join(sheets: readonly Placed[]): Placed & { readonly parts: Uint32Array[] } {
  const parts: Uint32Array[] = [];
  let first = 0;
  for (const { positions, triangles } of sheets) {
    const offset = first;
    parts.push(triangles.map((vertex) => vertex + offset));
    first += positions.length / 3;
  }
  return {
    positions: Float64Array.from(sheets.flatMap(({ positions }) => Array.from(positions))),
    triangles: Uint32Array.from(parts.flatMap((part) => Array.from(part))),
    parts,
  };
}

/** A sheet bent over a rod along x at v = ½, so that both halves lie flat, `gap` apart [m]. */
export function foldedSheet(n: number, gap: number): Placed {
  const radius = gap / 2;
  const bend = (Math.PI * radius) / 2;
  return placeSheet(n, (u, v) => {
    const s = v - 0.5;
    if (s < -bend) return [u, -radius, -s - bend];
    if (s > bend) return [u, radius, s - bend];
    const angle = s / radius;
    return [u, radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}
