import { DrapeError } from "../../core/errors.ts";

/** A step looks at no more pairs of triangles at once than this for each triangle; folded and layered cloth has ten. */
const PAIRS_PER_TRIANGLE = 100;
/** Small meshes may have more. */
const FEW_PAIRS = 50_000;

/** The most pairs that a search for what may meet looks at among so many triangles: it bounds the work and the memory of a step. */
export function mostPairs(triangleCount: number): number {
  return FEW_PAIRS + PAIRS_PER_TRIANGLE * triangleCount;
}

/** More triangles come near each other in a step than it can look at. The step does not take place. */
export class CrowdedError extends DrapeError {
  override name = "CrowdedError";
  constructor() {
    super("too many triangles come near each other in one step");
  }
}
