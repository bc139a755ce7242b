import type { Lattice } from "../mesh/surface.ts";
import type { Topology } from "../mesh/topology.ts";
import { BEND, SHEAR, STRETCH } from "./cloth.ts";
import { type RestShape, restDistance } from "./rest-shape.ts";
import type { SpringList } from "./spring-list.ts";

/** Spring constants [N/m] of the papers' raw model; a kind without stiffness has no springs. */
export interface RawSpringStiffness {
  /** Structural: the four neighbours on a lattice, the edges of a triangle mesh. */
  readonly stretch: number;
  /** Diagonals of a lattice cell; unused on triangle meshes. */
  readonly shear?: number;
  /** Flexion: two away along rows and columns, across an edge on triangle meshes. */
  readonly bend?: number;
  /** Flexion two away along the diagonals [Kim06, type 2 to all eight nodes two steps away]; unused on triangle meshes. */
  readonly bendDiagonal?: number;
}

/**
 * The papers' raw springs on a lattice, whatever its spacing; rest lengths from the rest shape.
 *
 *     f · f · f     s: type 1, the eight neighbours (structural and shear)
 *     · s s s ·     f: type 2, the eight nodes two steps away (flexion)
 *     f s o s f
 *     · s s s ·
 *     f · f · f
 */
export function addLatticeRawSprings(lattice: Lattice, stiffness: RawSpringStiffness, rest: RestShape, springs: SpringList): void {
  const { columns, rows } = lattice;
  const { stretch, shear = 0, bend = 0, bendDiagonal = 0 } = stiffness;
  const join = (i: number, dc: number, dr: number, k: number, kind: number): void => {
    const c = (i % columns) + dc;
    const r = Math.floor(i / columns) + dr;
    if (k === 0 || c < 0 || c >= columns || r >= rows) return;
    const j = r * columns + c;
    springs.push(i, j, restDistance(rest, i, j), k, kind);
  };
  for (let i = 0; i < columns * rows; i++) {
    join(i, 1, 0, stretch, STRETCH);
    join(i, 0, 1, stretch, STRETCH);
    join(i, 1, 1, shear, SHEAR);
    join(i, -1, 1, shear, SHEAR);
    join(i, 2, 0, bend, BEND);
    join(i, 0, 2, bend, BEND);
    join(i, 2, 2, bendDiagonal, BEND);
    join(i, -2, 2, bendDiagonal, BEND);
  }
}

/**
 * The papers' raw springs on a triangle mesh [Oh04, Fig. 1]: `stretch` on every edge, `bend` between the two vertices
 * opposite an interior edge. Rest lengths are distances in the rest shape.
 */
export function addEdgeRawSprings(
  topology: Pick<Topology, "edges" | "hinges">,
  stiffness: RawSpringStiffness,
  rest: RestShape,
  springs: SpringList,
): void {
  const { edges, hinges } = topology;
  const { stretch, bend = 0 } = stiffness;
  if (stretch !== 0) {
    for (let e = 0; e < edges.length; e += 2) {
      springs.push(edges[e], edges[e + 1], restDistance(rest, edges[e], edges[e + 1]), stretch, STRETCH);
    }
  }
  if (bend !== 0) {
    for (let h = 0; h < hinges.length; h += 4) {
      springs.push(hinges[h], hinges[h + 1], restDistance(rest, hinges[h], hinges[h + 1]), bend, BEND);
    }
  }
}
