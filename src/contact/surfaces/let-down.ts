import type { Cloth } from "../../fabric/cloth.ts";
import type { BodyHeights } from "../bodies/body-heights.ts";
import { FAR } from "../shapes/collider.ts";

/**
 * What starts in a body and is lifted out of it comes down as in honey. A step is linear: an edge that turns by an angle θ in it, as where
 * cloth that falls is stopped at one end, is stretched by θ²/2, and waves of layers that land on each other gain a hundred times the energy of
 * their fall. So for SOFT seconds each step of such a cloth begins at rest, as the nearest body sees it, and its fall is that of one step.
 */
export interface LetDown {
  /** The cloth with this number was lifted, to its own side 1 or −1 (one-side), or 0; counts where it was tangled from the start. */
  note(part: number, side: number): void;
  /** No cloth is lifted in this step: what is lifted later is no start. */
  endStart(): void;
  /** Whether some cloth comes down. */
  readonly isSoft: boolean;
  /** Whether the cloth with this number was lifted in the last seconds. */
  isLifted(part: number): boolean;
  /** The side to which it was lifted in that time, and is to go on. */
  sideOf(part: number): number;
  /** Whether what is lifted now was so from the start. */
  readonly isStart: boolean;
  /** At the start of a step of h seconds, at x [m]: stops it, and lets time pass. `drift` is the velocity of bodies that have no φ [m/s]. */
  apply(body: BodyHeights, x: Float64Array, v: Float64Array, held: Uint8Array, h: number, drift: Float64Array): void;
  /**
   * Plain data for snapshots: the seconds that each cloth has left, those in which a tangle is one of the start, and those in which each is on its
   * way to its sides 1 and −1; undefined where there are none.
   */
  save(): Float64Array | undefined;
  load(seconds: Float64Array | undefined): void;
}

/** So long [s] after it was lifted last, cloth comes down softly; as long a tangle that does not come apart is one of the start. */
const SOFT = 1;
/** A body further from the cloth than this does not take it along [m]. */
const REACH = 1;

export function createLetDown({ parts, origin }: Cloth): LetDown {
  const part = Uint16Array.from(origin, (vertex) => parts.findIndex(({ end }) => vertex < end));
  const seconds = new Float64Array(3 * parts.length + 1);
  const start = parts.length;
  seconds[start] = SOFT;

  return {
    get isSoft() {
      for (let p = 0; p < start; p++) if (seconds[p] > 0) return true;
      return false;
    },
    get isStart() {
      return seconds[start] > 0;
    },
    isLifted: (p) => seconds[p] > 0,
    sideOf: (p) => Number(seconds[start + 1 + 2 * p] > 0) - Number(seconds[start + 2 + 2 * p] > 0),
    note(p, side) {
      if (seconds[start] === 0) return;
      seconds[p] = SOFT;
      if (side !== 0) seconds[start + (side > 0 ? 1 : 2) + 2 * p] = SOFT;
    },
    endStart() {
      seconds[start] = 0;
    },
    apply(body, x, v, held, h, drift) {
      for (let i = 0; i < part.length; i++) {
        if (seconds[part[i]] === 0 || held[i] !== 0) continue;
        body.measure(i, x, REACH);
        const isFar = body.heights[i] === FAR;
        for (let c = 0; c < 3; c++) v[3 * i + c] = isFar ? drift[c] : body.carries[3 * i + c] / h;
      }
      for (let p = 0; p < seconds.length; p++) seconds[p] = Math.max(0, seconds[p] - h);
    },
    save: () => (seconds.some((left) => left > 0) ? seconds.slice() : undefined),
    load(saved) {
      if (saved?.length === seconds.length) seconds.set(saved);
      else seconds.fill(0);
    },
  };
}
