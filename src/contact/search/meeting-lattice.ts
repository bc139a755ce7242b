import * as at from "../../kernels/layout/meeting-words.ts";
import type { MeetingStore } from "../../kernels/search/meeting-store.ts";
import type { BoundingTree } from "./bounding-tree.ts";
import type { ElementCounts } from "./collision-mesh.ts";
import { apartFrom } from "./meeting-axes.ts";
import type { Standing } from "./standing.ts";

/** Places in the numbers of a mesh. */
const MARGIN = at.MARGIN / 8;
const SLACK = at.SLACK / 8;
const STEP = at.STEP / 8;
const APART = at.APART / 8;

type Store = MeetingStore<BoundingTree>;

/** Vertices on the lattice of the kernels. What is known of bodies that stand is kept: their boxes, and the trees of these. */
export interface MeetingLattice {
  /** 1 for each tree that fits the boxes on the lattice; whoever fits one says so. */
  readonly fitted: Uint8Array;
  /** Puts the ways from xs to xe on the lattice; returns how long its steps are [m], infinite or NaN where a vertex is nowhere. */
  place(store: Store, xs: Float64Array, xe: Float64Array, clearance: number, slack: number): number;
  /** Whether bodies stand where they were when they were put there. */
  stand(): boolean;
  /** Lets vertices end at xe that are out of the slack, and marks them; returns how many they are. */
  move(store: Store, xe: Float64Array): number;
  /** Puts what was moved on the lattice, as `place` does. */
  placeMoved(store: Store): number;
}

export function createMeetingLattice(treeCount: number, cloths: ElementCounts, standing: Standing | undefined): MeetingLattice {
  const fitted = new Uint8Array(treeCount);
  /** So many numbers of positions are of cloths. */
  const size = 3 * cloths.vertices;
  /** Since when the bodies on the lattice stand; −1 where they do not. */
  let since = -1;

  const stand = (): boolean => standing?.since === since;

  /** Copies positions, without those of bodies that are there already. */
  function take(from: Float64Array, to: Float64Array): void {
    if (size === to.length || !stand()) to.set(from);
    else for (let c = 0; c < size; c++) to[c] = from[c];
  }

  function round({ kernels, words, numbers, trees }: Store): number {
    const isKept = kernels.roundPositions(words.byteOffset, stand() ? 1 : 0) === 1;
    for (let n = 0; n < fitted.length; n++) if (!isKept || !trees[n].isBody) fitted[n] = 0;
    return numbers[STEP];
  }

  return {
    fitted,
    stand,
    place(store, xs, xe, clearance, slack) {
      const { numbers, starts, ends } = store;
      numbers[MARGIN] = clearance + 2 * slack;
      numbers[SLACK] = slack;
      numbers[APART] = apartFrom(clearance, slack);
      take(xs, starts);
      take(xe, ends);
      const step = round(store);
      since = standing?.since || -1;
      return step;
    },
    move(store, xe) {
      take(xe, store.later);
      return store.kernels.moveEnds(store.words.byteOffset, store.later.byteOffset, stand() ? 1 : 0);
    },
    placeMoved: round,
  };
}
