import { finish, type Slices } from "../core/slices.ts";
import { prepareEdit } from "./edit-rig.ts";
import type { Rig, RigSetup } from "./rig.ts";

/** Plain data for snapshots. Corners that face the edges to be cut, as an edit names them. */
export interface PendingCuts {
  /** Of the cut that is being made ready, and how many slices of that are done; none where `slices` is 0. */
  readonly begun: Uint32Array;
  readonly slices: number;
  /** Of those that were asked for since. */
  readonly waiting: Uint32Array;
}

/**
 * Cuts for which a large cloth is made ready beside its steps: topology, springs, hinges, matrix and factor of the cloth after the cut, a
 * slice of the work in each step, while the cloth before it goes on stepping. When all is ready the new cloth takes the place of the old,
 * with the state of that moment. Slices are counted, not timed, so that happens after the same number of steps everywhere. What is asked
 * for meanwhile is cut together afterwards.
 */
export interface GradualCuts {
  ask(corners: Uint32Array): void;
  /** At the start of a step: the rig after a cut that is ready now, else the same one. */
  advance(rig: Rig, setup: RigSetup): Rig;
  /** Whether something is to be cut still. */
  readonly isPending: boolean;
  save(): PendingCuts | undefined;
  /** Goes on where a snapshot of the same rig was taken. */
  load(pending: PendingCuts, rig: Rig, setup: RigSetup): void;
}

/** A cloth of this many particles has one slice a step; a smaller one has smaller slices, and more of them. */
const PARTICLES = 10_000;

/** The cut that is being made ready, from this rig. */
interface Work {
  readonly corners: Uint32Array;
  readonly rig: Rig;
  readonly preparation: Slices<() => Rig>;
  slices: number;
}

/** `seconds` is the step that is expected. */
export function createGradualCuts(seconds: number): GradualCuts {
  let work: Work | undefined;
  let waiting: number[] = [];

  function begin(corners: Uint32Array, rig: Rig, setup: RigSetup): Work {
    return { corners, rig, preparation: prepareEdit(rig, { kind: "cut", corners }, setup, seconds), slices: 0 };
  }

  function isPending(): boolean {
    return work !== undefined || waiting.length > 0;
  }

  /** Does `count` slices; the rig after the cut if those were the last. */
  function run(current: Work, count: number): Rig | undefined {
    for (let n = 0; n < count; n++) {
      const { done, value } = current.preparation.next();
      if (done) return value();
      current.slices++;
    }
    return undefined;
  }

  return {
    ask(corners) {
      waiting.push(...corners);
    },
    advance(rig, setup) {
      if (!isPending()) return rig;
      const current = work ?? begin(Uint32Array.from(waiting), rig, setup);
      if (work === undefined) waiting = [];
      work = undefined; // what fails is not tried again
      // another rig has come in between, by a tear or a ball: there is no telling how often one will, so no more waiting
      if (current.rig !== rig) return finish(begin(current.corners, rig, setup).preparation)();
      const made = run(current, Math.max(1, Math.floor(PARTICLES / rig.revision.cloth.particleCount)));
      if (made !== undefined) return made;
      work = current;
      return rig;
    },
    get isPending() {
      return isPending();
    },
    save() {
      if (!isPending()) return undefined;
      return { begun: work?.corners ?? new Uint32Array(0), slices: work?.slices ?? 0, waiting: Uint32Array.from(waiting) };
    },
    load({ begun, slices, waiting: asked }, rig, setup) {
      const begunAnew = begin(begun, rig, setup);
      const isReady = run(begunAnew, slices) !== undefined; // another method may have fewer slices, and begins them again
      work = slices === 0 || isReady ? undefined : begunAnew;
      waiting = isReady ? [...begun, ...asked] : [...asked];
    },
  };
}
