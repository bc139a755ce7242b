import { ease, hill } from "./ease.ts";
import { FOOT_SIZE, type Posture } from "./posture.ts";

/** Where feet stand and when they go on. Times in seconds of a cycle, lengths for REFERENCE_HEIGHT [m], angles in radians. */
export interface Footsteps {
  readonly period: number;
  /** When each foot, left and right, leaves the ground in one period, ascending. */
  readonly starts: readonly [readonly number[], readonly number[]];
  /** How long a foot is in the air [s]. */
  readonly swing: number;
  /** How long before it leaves the ground a heel rises, the toes still planted [s]. */
  readonly roll: number;
  /** How high a foot is lifted [m]. */
  readonly lift: number;
  /** Greatest angle of a heel over its toes at the begin of a step, and of the toes over the heel at its end. */
  readonly heelUp: number;
  readonly toesUp: number;
}

/** Writes where a foot stands after so many steps to `out[at]` and on: x, z and heading. */
export type PlaceFoot = (foot: number, steps: number, out: Float64Array, at: number) => void;

/** The share of a swing after which the foot is flat in the air: until then its heel is up, from then on its toes. */
const FLAT_SHARE = 0.55;

/**
 * Both feet at time t of a cycle. Before the first step they stand where zero steps lead.
 *
 *     planted ──┐ heel rises │ swing                        ┌── planted
 *               └─ toes planted ─┘ ease from place to place ─┘
 */
export function placeFeet(steps: Footsteps, place: PlaceFoot, t: number, { feet, scratch }: Posture): void {
  const { period, starts, swing, roll, lift, heelUp, toesUp } = steps;
  for (let foot = 0; foot < 2; foot++) {
    const times = starts[foot];
    const count = times.length;
    const cycles = Math.floor(t / period);
    const local = t - cycles * period;
    let taken = 0; // steps begun in this period
    while (taken < count && times[taken] <= local) taken++;
    const begun = cycles * count + taken;
    const since = taken > 0 ? local - times[taken - 1] : local + period - times[count - 1];
    const until = taken < count ? times[taken] - local : times[0] + period - local;
    const u = begun > 0 ? since / swing : 1;
    place(foot, begun, scratch, 0);
    place(foot, u < 1 ? begun - 1 : begun, scratch, 3);
    const left = 1 - ease(u); // of the way
    const at = FOOT_SIZE * foot;
    feet[at] = scratch[0] + (scratch[3] - scratch[0]) * left;
    feet[at + 1] = lift * hill(u);
    feet[at + 2] = scratch[1] + (scratch[4] - scratch[1]) * left;
    feet[at + 3] = scratch[2] + (scratch[5] - scratch[2]) * left;
    const whole = roll + FLAT_SHARE * swing;
    const rising = u < 1 ? (since + roll) / whole : (roll - until) / whole;
    feet[at + 4] = heelUp * hill(rising);
    feet[at + 5] = toesUp * hill((u - FLAT_SHARE) / (1 - FLAT_SHARE));
  }
}
