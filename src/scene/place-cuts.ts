import { findEdgeCorners } from "../mesh/cut.ts";
import type { CutScript } from "../sim/setup.ts";
import type { CutEvent } from "./read-scene.ts";

/** The scene's cuts by time, those of the same time in the scene's order. */
export function placeCuts(cuts: readonly CutEvent[], count: number, triangles: Uint32Array): CutScript[] {
  return cuts.map(({ at, edges, path }) => ({ at, corners: findEdgeCorners(count, triangles, edges, path) })).sort((a, b) => a.at - b.at);
}
