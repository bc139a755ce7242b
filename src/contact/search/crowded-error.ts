import { DrapeError } from "../../core/errors.ts";

/** A search looks at no more pairs of triangles than this for each triangle: folded and layered cloth has ten. */
const PAIRS_PER_TRIANGLE = 100;
/** Small meshes may have more. */
const FEW_PAIRS = 50_000;

/** The most pairs that a search for what may meet looks at among so many triangles: it bounds the work and the memory of a step. */
export function mostPairs(triangleCount: number): number {
  return FEW_PAIRS + PAIRS_PER_TRIANGLE * triangleCount;
}

/** The pairs of elements that all tests of a step look at together, for each triangle: fifty where many layers are crushed. */
const TESTS_PER_TRIANGLE = 300;
const FEW_TESTS = 200_000;

/** The most pairs of elements that are tested in a step, and contacts that are solved; one that is tested or solved again counts again. */
export function mostTests(triangleCount: number): number {
  return FEW_TESTS + TESTS_PER_TRIANGLE * triangleCount;
}

/** More triangles come near each other in a step than it can look at. The step does not take place. */
export class CrowdedError extends DrapeError {
  override name = "CrowdedError";
  constructor() {
    super("too many triangles come near each other in one step");
  }
}
