/**
 * Sine, cosine and arc tangent from + − × ÷ alone, so that a scripted motion has the same bits on every machine
 * (the built-in ones may differ in the last place between engines). Error below 2e-15 for |x| ≤ 1e5.
 *
 * Argument reduction: x = n·π/2 + r with π/2 split in three parts [Cody & Waite]; then Taylor's polynomials on |r| ≤ π/4.
 */
const TWO_OVER_PI = 0.6366197723675814;
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;

/** Taylor's coefficients after the first term, in powers of r²: sine to r¹⁷, cosine to r¹⁶; the next would be below 1e-17 at π/4. */
const SINE = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800, -1 / 1307674368000, 1 / 355687428096000];
const COSINE = [1 / 24, -1 / 720, 1 / 40320, -1 / 3628800, 1 / 479001600, -1 / 87178291200, 1 / 20922789888000, -1 / 6402373705728000];

const TAN_PI_12 = 0.2679491924311227;
const SQRT_3 = 1.7320508075688772;

const scratch = new Float64Array(2);

export function sin(x: number): number {
  scratch[0] = x;
  computeSineCosine(scratch, 0);
  return scratch[0];
}

export function cos(x: number): number {
  scratch[0] = x;
  computeSineCosine(scratch, 0);
  return scratch[1];
}

/** Angle of the vector (x, y) [rad], in (−π, π]. */
export function atan2(y: number, x: number): number {
  scratch[0] = y;
  scratch[1] = x;
  computeAngle(scratch, 0);
  return scratch[0];
}

/**
 * Sine and cosine of the angle in io[at], to io[at] and io[at + 1]. For hot loops: a number that a call takes or gives back is allocated where
 * the call is not inlined, one in an array never.
 */
export function computeSineCosine(io: Float64Array, at: number): void {
  const n = Math.round(io[at] * TWO_OVER_PI);
  const r = io[at] - n * HALF_PI_HIGH - n * HALF_PI_MIDDLE - n * HALF_PI_LOW;
  const z = r * r;
  let sineTail = 0;
  for (let k = SINE.length - 1; k >= 0; k--) sineTail = SINE[k] + z * sineTail;
  let cosineTail = 0;
  for (let k = COSINE.length - 1; k >= 0; k--) cosineTail = COSINE[k] + z * cosineTail;
  const sine = r + r * z * sineTail;
  const cosine = 1 - 0.5 * z + z * z * cosineTail;
  const quadrant = n & 3;
  const swapped = (quadrant & 1) !== 0;
  const sign = quadrant < 2 ? 1 : -1;
  io[at] = sign * (swapped ? cosine : sine);
  io[at + 1] = (quadrant === 0 || quadrant === 3 ? 1 : -1) * (swapped ? sine : cosine);
}

/**
 * The angle of the vector (io[at + 1], io[at]) to io[at], for hot loops. It is unfolded from the first octant, where atan on [0, 1] is
 * folded to |s| ≤ tan(π/12) by atan a = π/6 + atan((√3 a − 1)/(√3 + a)), then its series.
 */
export function computeAngle(io: Float64Array, at: number): void {
  const ay = Math.abs(io[at]);
  const ax = Math.abs(io[at + 1]);
  if (ax === 0 && ay === 0) {
    io[at] = 0;
    return;
  }
  const small = ay <= ax;
  const a = small ? ay / ax : ax / ay;
  const fold = a > TAN_PI_12;
  const s = fold ? (SQRT_3 * a - 1) / (SQRT_3 + a) : a;
  const z = s * s;
  let sum = 0;
  for (let k = 27; k >= 3; k -= 2) sum = z * ((k & 2) === 0 ? 1 / k + sum : -1 / k + sum);
  let angle = s + s * sum;
  if (fold) angle = Math.PI / 6 + angle;
  if (!small) angle = Math.PI / 2 - angle;
  if (io[at + 1] < 0) angle = Math.PI - angle;
  io[at] = io[at] < 0 ? -angle : angle;
}
