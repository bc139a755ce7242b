import { InputError } from "../core/errors.ts";
import { buildTopology, type Topology } from "./topology.ts";

/**
 * The topology of triangles that nobody has looked at yet. An edge of three or more of them, or two with the same corners, is an InputError at
 * `${path}[t]`.
 */
export function checkedTopology(particleCount: number, triangles: Uint32Array, path: string = "triangles"): Topology {
  return buildTopology(particleCount, triangles, (_, halves, lowEnd, highEnd) => {
    for (let a = 0; a < halves.length && a < 3; a++) {
      for (let b = a + 1; b < halves.length && b < 3; b++) {
        if (triangles[halves[a]] === triangles[halves[b]]) throwDuplicate(halves[a], halves[b], path);
      }
    }
    throw new InputError(
      `${path}[${Math.floor(halves[2] / 3)}]`,
      `${halves.length} triangles at the edge between vertices ${lowEnd} and ${highEnd}`,
      "let at most two triangles meet at an edge (cut the surface apart there)",
    );
  });
}

function throwDuplicate(first: number, second: number, path: string): never {
  const original = Math.floor(first / 3);
  throw new InputError(`${path}[${Math.floor(second / 3)}]`, `the same three corners as triangle ${original}`, "remove one of the two");
}
