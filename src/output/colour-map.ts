/** Viridis without its darkest third: blue to yellow, in order of brightness also for those who see few colours. */
const STOPS: readonly (readonly [number, number, number])[] = [
  [0.207, 0.372, 0.553],
  [0.164, 0.471, 0.558],
  [0.128, 0.567, 0.551],
  [0.208, 0.719, 0.473],
  [0.431, 0.808, 0.346],
  [0.71, 0.87, 0.17],
  [0.993, 0.906, 0.144],
];

/** The colour of each value between `low` and `high`, three numbers each; grey where a value is not finite. */
export function mapColours(values: ArrayLike<number>, low: number, high: number): Float32Array {
  const colours = new Float32Array(3 * values.length);
  for (let i = 0; i < values.length; i++) {
    const share = high > low ? (values[i] - low) / (high - low) : 0;
    colours.set(Number.isFinite(share) ? colourAt(share) : [0.5, 0.5, 0.5], 3 * i);
  }
  return colours;
}

/** The colour at a share from 0 to 1 of the way; what is beyond has the colour of the end. */
export function colourAt(share: number): [number, number, number] {
  const at = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
  const k = Math.min(STOPS.length - 2, Math.floor(at));
  const [a, b] = [STOPS[k], STOPS[k + 1]];
  return [0, 1, 2].map((c) => a[c] + (at - k) * (b[c] - a[c])) as [number, number, number];
}
