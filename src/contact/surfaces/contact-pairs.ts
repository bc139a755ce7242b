import type { KernelModule } from "../../kernels/module.ts";
import { type BroadPhase, mostListed } from "../search/broad-phase.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { CrowdedError, measureWays, mostTests } from "../search/crowded-error.ts";
import { createPairKernels } from "../search/pair-kernels.ts";
import { createPairList, type PairList } from "../search/pair-list.ts";
import { CONTACT_SIZE } from "./closest-points.ts";
import type { Correction } from "./correction.ts";
import { findImpacts, type OnImpact } from "./impacts.ts";
import { REACH } from "./near-contacts.ts";
import type { Surfaces } from "./surfaces.ts";

/**
 * The pairs of elements that may meet in a step. The next step begins where this one ends, so its contacts are among the same pairs, and
 * the list goes from step to step:
 *
 *     unknown ── cover ──► known        all pairs on the ways are searched for
 *     known   ── cover ──► known        those of vertices that end elsewhere are added
 *     known   ── restart ► unknown      a correction begins with another proposal, or the broad phase was asked for something else
 *     unknown ── followCut, begin ► known     the pairs before a cut, and those around it
 */
export interface ContactPairs {
  readonly list: PairList;
  /** Covers the positions xs at the start of a step. */
  begin(xs: Float64Array): void;
  /** Covers the ways from xs to xe. */
  cover(xs: Float64Array, xe: Float64Array): void;
  restart(): void;
  /** Goes on with the pairs of `former`, before a cut, when the next step begins; with none, forgets that. */
  followCut(former: ContactPairs | undefined): void;
  /** The pairs at xs, where the last step ended but for vertices moved since; undefined where they are unknown. */
  takeOver(xs: Float64Array): PairList | undefined;
  /** Adds to what this step has looked at; too much ends it. */
  spend(tests: number): void;
  /** Tells of the pairs that meet in a correction, of those with a vertex that moved; `feature` is what the test found. */
  tellImpacts(correction: Correction, tangled: Uint8Array, onImpact: OnImpact): void;
  readonly feature: Float64Array;
}

/** Two features that are closer than the gap keep at least this share of their distance in a step. */
const LEAST_SHARE = 0.25;
/** Vertices may end elsewhere by this share of the gap before their pairs are looked for again. */
export const SLACK = 0.25;

export function createContactPairs(
  mesh: CollisionMesh,
  { particleCount, leastGap, greatestGap }: Surfaces,
  broadPhase: BroadPhase,
  kernels: KernelModule | undefined,
  onWays?: (xe: Float64Array) => void,
): ContactPairs {
  const list = createPairList(mostListed(mesh, broadPhase.neighbours));
  const keepMeeting = kernels && createPairKernels(mesh, kernels, broadPhase.standing);
  const feature = new Float64Array(CONTACT_SIZE);
  const kept = Float64Array.of(LEAST_SHARE, leastGap); // KEPT_SHARE, KEPT_OF
  const reach = REACH * greatestGap;
  const slack = SLACK * greatestGap;
  const triangleCount = mesh.triangles.length / 3;
  const usual = mostTests(triangleCount, false);
  /** What cloth that flies apart may look at. Where that is less, the way on which a step first went is kept: whether it does is asked once it has looked at so many. */
  const flying = mostTests(triangleCount, true);
  const firstEnds = new Float64Array(flying < usual ? 3 * particleCount : 0);
  let firstStarts: Float64Array | undefined;
  const ways = new Float64Array(3);
  /** Pairs that may be looked at in this step. */
  let most = 0;
  let isKnown = false;
  let former: ContactPairs | undefined;
  /** Those that have been. */
  let tested = 0;

  function spend(tests: number): void {
    tested += tests;
    if (tested > flying && firstStarts !== undefined) {
      if (measureWays(firstStarts, firstEnds, particleCount, ways)) most = flying;
      firstStarts = undefined;
    }
    if (tested > most) throw new CrowdedError();
  }

  function cover(xs: Float64Array, xe: Float64Array): void {
    onWays?.(xe);
    if (!isKnown && xs !== xe && flying < usual) {
      firstStarts = xs;
      for (let c = 0; c < firstEnds.length; c++) firstEnds[c] = xe[c];
    }
    if (isKnown) broadPhase.addMeeting(xe, list);
    else broadPhase.findMeeting(xs, xe, reach, slack, list);
    isKnown = true;
    spend(broadPhase.countLooked() + list.pointTriangles.count + list.edgeEdges.count); // which are to be tested
  }

  return {
    list,
    feature,
    begin(xs) {
      tested = 0;
      most = usual;
      firstStarts = undefined;
      const pairs = former?.takeOver(xs);
      former = undefined;
      isKnown ||= pairs !== undefined && broadPhase.followMeeting(pairs, xs, reach, slack, list);
      cover(xs, xs);
    },
    cover,
    spend,
    restart() {
      isKnown = false;
    },
    followCut(before) {
      former = before;
    },
    takeOver(xs) {
      if (!isKnown) return undefined;
      broadPhase.addMeeting(xs.subarray(0, 3 * mesh.vertexCount), list); // a cut has added some at the end
      return list;
    },
    tellImpacts({ starts, ends, moved }, tangled, onImpact) {
      const left: PairList = keepMeeting?.(list, starts, ends, moved, kept) ?? list;
      findImpacts(mesh, left, starts, ends, moved, tangled, feature, kept, onImpact);
    },
  };
}
