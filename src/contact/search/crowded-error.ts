import { StepError, type StepFailure } from "../../core/errors.ts";
import type { StepContext } from "../../core/step-context.ts";

/** Small meshes may have this many pairs of triangles, and so many for each triangle; folded and layered cloth has ten. */
const FEW_PAIRS = 50_000;
const PAIRS_PER_TRIANGLE = 100;
/** Large meshes have fewer for each triangle: a step of theirs is long as it is. */
const MANY_PAIRS = 1_000_000;
const MORE_PAIRS_PER_TRIANGLE = 15;

/** The most pairs that a search for what may meet looks at among so many triangles: it bounds the work and the memory of a step. */
export function mostPairs(triangleCount: number): number {
  return FEW_PAIRS + Math.min(PAIRS_PER_TRIANGLE * triangleCount, MANY_PAIRS + MORE_PAIRS_PER_TRIANGLE * triangleCount);
}

/** The same of the pairs that all searches and tests of a step look at together: 184 for each triangle where many layers are crushed. */
const FEW_TESTS = 200_000;
const TESTS_PER_TRIANGLE = 300;
const MANY_TESTS = 2_400_000;
const MORE_TESTS_PER_TRIANGLE = 30;
const FLYING_TESTS_PER_TRIANGLE = 20;

/**
 * The most pairs that a step looks at, and contacts that it solves; one that is tested or solved again counts again. Cloth that flies apart
 * sweeps over everything, and in a large mesh is not worth as much; in a small one it may be what turning blades throw about.
 */
export function mostTests(triangleCount: number, fliesApart: boolean): number {
  const few = Math.min(TESTS_PER_TRIANGLE * triangleCount, MANY_TESTS);
  if (fliesApart) return FEW_TESTS + Math.max(few, FLYING_TESTS_PER_TRIANGLE * triangleCount);
  return FEW_TESTS + Math.min(TESTS_PER_TRIANGLE * triangleCount, MANY_TESTS + MORE_TESTS_PER_TRIANGLE * triangleCount);
}

/** More triangles come near each other in a step than it can look at. The step does not take place. */
export class CrowdedError extends StepError {
  override name = "CrowdedError";

  constructor() {
    super("too many triangles come near each other in one step");
  }

  /** Where the method has sent a particle further than the cloth is large, that is the reason. */
  explain({ state, next, h }: StepContext, sceneIndex: Uint32Array, isProposed: boolean): StepFailure {
    const ways = new Float64Array(3);
    if (isProposed && measureWays(state.x, next.x, state.x.length / 3, ways)) {
      const [fastest, way] = ways;
      const speed = `${Number((way / h).toPrecision(6))} m/s against the rest`;
      const reason = `the cloth flies apart, vertex ${sceneIndex[fastest]} at ${speed}, ${Number(way.toPrecision(6))} m in one step`;
      return { event: "became unstable", reason };
    }
    const advice = "Try less thickness (collision.thickness), fewer layers in one place, or a coarser mesh.";
    return { event: "met too much", reason: "too many triangles come near each other", advice };
  }
}

/** Places in what `measureWays` writes. */
const FASTEST = 0;
const WAY = 1;
const SIZE = 2;

/**
 * Writes which of the first `count` vertices, those of cloth, goes furthest from where their mean way from x to `ends` would take it, how far [m], and the size
 * of the whole at x: the mean distance from its middle, which a few far vertices do not change much [m]. True where that way is longer than the whole is large:
 * it flies apart.
 */
export function measureWays(x: Float64Array, ends: Float64Array, count: number, out: Float64Array): boolean {
  let middleX = 0;
  let middleY = 0;
  let middleZ = 0;
  let meanX = 0;
  let meanY = 0;
  let meanZ = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    middleX += x[i] / count;
    middleY += x[i + 1] / count;
    middleZ += x[i + 2] / count;
    meanX += (ends[i] - x[i]) / count;
    meanY += (ends[i + 1] - x[i + 1]) / count;
    meanZ += (ends[i + 2] - x[i + 2]) / count;
  }
  let longest = 0;
  out.fill(0);
  for (let i = 0; i < 3 * count; i += 3) {
    const away = squaredLength(ends[i] - x[i] - meanX, ends[i + 1] - x[i + 1] - meanY, ends[i + 2] - x[i + 2] - meanZ);
    out[SIZE] += Math.sqrt(squaredLength(x[i] - middleX, x[i + 1] - middleY, x[i + 2] - middleZ)) / count;
    if (away <= longest) continue;
    longest = away;
    out[FASTEST] = i / 3;
  }
  out[WAY] = Math.sqrt(longest);
  return !(out[WAY] <= out[SIZE]);
}

function squaredLength(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
