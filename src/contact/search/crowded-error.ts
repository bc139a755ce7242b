import { StepError, type StepFailure } from "../../core/errors.ts";
import type { StepContext } from "../../core/step-context.ts";

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
export class CrowdedError extends StepError {
  override name = "CrowdedError";

  constructor() {
    super("too many triangles come near each other in one step");
  }

  /** Cloth that flies apart sweeps over everything: where the method has sent a particle further than the cloth is large, that is the reason. */
  explain(context: StepContext, sceneIndex: Uint32Array, isProposed: boolean): StepFailure {
    const { fastest, way, size } = measureWays(context);
    if (isProposed && !(way <= size)) {
      const speed = `${Number((way / context.h).toPrecision(6))} m/s against the rest`;
      const reason = `the cloth flies apart, vertex ${sceneIndex[fastest]} at ${speed}, ${Number(way.toPrecision(6))} m in one step`;
      return { event: "became unstable", reason };
    }
    const advice = "Try less thickness (collision.thickness), fewer layers in one place, or a coarser mesh.";
    return { event: "met too much", reason: "too many triangles come near each other", advice };
  }
}

/**
 * The particle that goes furthest from where the mean way would take it, how far [m], and the size of the cloth before: the mean distance of particles
 * from their middle, which a few far ones do not change much [m].
 */
function measureWays({ state: { x }, next }: StepContext): { readonly fastest: number; readonly way: number; readonly size: number } {
  const count = x.length / 3;
  const middle = [0, 0, 0];
  const mean = [0, 0, 0];
  for (let c = 0; c < x.length; c++) {
    middle[c % 3] += x[c] / count;
    mean[c % 3] += (next.x[c] - x[c]) / count;
  }
  let fastest = 0;
  let way = 0;
  let size = 0;
  for (let i = 0; i < x.length; i += 3) {
    let away = 0;
    let distance = 0;
    for (let c = 0; c < 3; c++) {
      away += square(next.x[i + c] - x[i + c] - mean[c]);
      distance += square(x[i + c] - middle[c]);
    }
    size += Math.sqrt(distance) / count;
    if (Math.sqrt(away) <= way) continue;
    way = Math.sqrt(away);
    fastest = i / 3;
  }
  return { fastest, way, size };
}

function square(value: number): number {
  return value * value;
}
