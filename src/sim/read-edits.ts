import { describeValue, InputError } from "../core/errors.ts";
import { findEdgeCorners, type VertexPair } from "../mesh/cut.ts";
import type { CutEdit, RemovalEdit, Revision } from "./revision.ts";

/** A cut along these edges, in the scene's numbering; undefined where there are none. */
export function readCut({ cloth, triangles }: Revision, edges: readonly VertexPair[]): CutEdit | undefined {
  const corners = findEdgeCorners(cloth.particleCount, triangles, readPairs(edges, "edges"), "edges");
  return corners.length > 0 ? { kind: "cut", corners } : undefined;
}

/** The removal of the springs between these; `check` refuses a number that is no vertex. */
export function readRemoval(pairs: readonly VertexPair[], check: (vertex: number) => void): RemovalEdit {
  readPairs(pairs, "pairs").forEach((pair, n) => {
    if (Array.isArray(pair) && pair.length === 2) for (const vertex of pair) check(vertex);
    else throw new InputError(`pairs[${n}]`, describeValue(pair), "give two vertices [i, j]");
  });
  return { kind: "remove-springs", pairs: Uint32Array.from(pairs.flat()) };
}

function readPairs(pairs: readonly VertexPair[], path: string): readonly VertexPair[] {
  if (!Array.isArray(pairs)) throw new InputError(path, describeValue(pairs), "give a list of pairs [[i, j], …]");
  return pairs;
}
