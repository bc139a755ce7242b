/** How far apart two cloths of the same vertices are. Positions are packed x, y, z [m]. */

/** The distance of each vertex [m]; false, with `out` untouched, where the cloths have not the same number of vertices. */
export function computeDistances(a: Float32Array, b: Float32Array, out: Float32Array): boolean {
  if (a.length !== b.length || out.length !== a.length / 3) return false;
  for (let i = 0, c = 0; i < out.length; i++, c += 3) {
    const dx = a[c] - b[c];
    const dy = a[c + 1] - b[c + 1];
    const dz = a[c + 2] - b[c + 2];
    out[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return true;
}

/** The root of the mean of the squares. */
export function rootMeanSquare(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

/** The smallest end that a scale may have [m]. */
const SMALLEST_SCALE = 1e-4;
/** The scale shrinks when the largest distance fills less than this share of it; until then it stands still. */
const LEAST_FILLED = 0.2;

/** The end of the scale of colours [m] for distances up to `largest`: 1, 2 or 5 times a power of ten, and seldom another. */
export function chooseScale(previous: number, largest: number): number {
  if (previous > 0 && largest <= previous && largest >= LEAST_FILLED * previous) return previous;
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, SMALLEST_SCALE)));
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= largest) ?? 10;
  return Math.max(SMALLEST_SCALE, digit * power);
}
