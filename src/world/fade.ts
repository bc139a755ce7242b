/** How long the difference to what was shown before takes to fade [s]. */
const FADING = 0.25;

/** What was shown before a change of detail fades into what is shown now. */
export interface Fade {
  /** Adds what is left of the difference at a time [s]; false from when nothing is. */
  add(time: number, positions: Float32Array): boolean;
}

/** From `before` to `now`, the positions shown at this time [s]: begins and ends without a jolt. */
export function createFade(before: Float32Array, now: Float32Array, since: number): Fade {
  const difference = before.map((x, c) => x - now[c]);
  return {
    add(time, positions) {
      const part = Math.max(0, (time - since) / FADING);
      if (part >= 1) return false;
      const left = (1 - part) * (1 - part) * (1 + 2 * part);
      for (let c = 0; c < difference.length; c++) positions[c] += left * difference[c];
      return true;
    },
  };
}
