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

export function sin(x: number): number {
  const n = Math.round(x * TWO_OVER_PI);
  const r = x - n * HALF_PI_HIGH - n * HALF_PI_MIDDLE - n * HALF_PI_LOW;
  const quadrant = n & 3;
  const value = (quadrant & 1) === 0 ? sinNearZero(r) : cosNearZero(r);
  return quadrant < 2 ? value : -value;
}

export function cos(x: number): number {
  const n = Math.round(x * TWO_OVER_PI);
  const r = x - n * HALF_PI_HIGH - n * HALF_PI_MIDDLE - n * HALF_PI_LOW;
  const quadrant = n & 3;
  const value = (quadrant & 1) === 0 ? cosNearZero(r) : sinNearZero(r);
  return quadrant === 0 || quadrant === 3 ? value : -value;
}

/** Angle of the vector (x, y) [rad], in (−π, π]. */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === 0 && ay === 0) return 0;
  // first octant, then unfold
  const small = ay <= ax;
  let angle = atanUpToOne(small ? ay / ax : ax / ay);
  if (!small) angle = Math.PI / 2 - angle;
  if (x < 0) angle = Math.PI - angle;
  return y < 0 ? -angle : angle;
}

/** Taylor's coefficients after the first term, in powers of r²: sine to r¹⁷, cosine to r¹⁶; the next would be below 1e-17 at π/4. */
const SINE = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800, 1 / 6227020800, -1 / 1307674368000, 1 / 355687428096000];
const COSINE = [1 / 24, -1 / 720, 1 / 40320, -1 / 3628800, 1 / 479001600, -1 / 87178291200, 1 / 20922789888000, -1 / 6402373705728000];

function sinNearZero(r: number): number {
  const z = r * r;
  let tail = 0;
  for (let k = SINE.length - 1; k >= 0; k--) tail = SINE[k] + z * tail;
  return r + r * z * tail;
}

function cosNearZero(r: number): number {
  const z = r * r;
  let tail = 0;
  for (let k = COSINE.length - 1; k >= 0; k--) tail = COSINE[k] + z * tail;
  return 1 - 0.5 * z + z * z * tail;
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

/** The angle of the vector (io[at + 1], io[at]) to io[at], as `atan2(io[at], io[at + 1])`, for hot loops. */
export function computeAngle(io: Float64Array, at: number): void {
  const ay = Math.abs(io[at]);
  const ax = Math.abs(io[at + 1]);
  if (ax === 0 && ay === 0) return;
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

const TAN_PI_12 = 0.2679491924311227;
const SQRT_3 = 1.7320508075688772;

/** atan on [0, 1]: folded to |s| ≤ tan(π/12) by atan a = π/6 + atan((√3 a − 1)/(√3 + a)), then its series. */
function atanUpToOne(a: number): number {
  const fold = a > TAN_PI_12;
  const s = fold ? (SQRT_3 * a - 1) / (SQRT_3 + a) : a;
  const z = s * s;
  let sum = 0;
  for (let k = 27; k >= 3; k -= 2) sum = z * ((k & 2) === 0 ? 1 / k + sum : -1 / k + sum);
  const angle = s + s * sum;
  return fold ? Math.PI / 6 + angle : angle;
}
