/** A closed convex curve in a plane: corners packed by twos, in order. */
export type Loop = Float64Array;

/**
 * The convex hull of some points (packed by twos), from its topmost corner (greatest second coordinate) on in the sense of the
 * clock, which is front → left → back → right where the coordinates are x and z of a body.
 */
export function convexHull(points: Float64Array): Loop {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i);
  order.sort((i, j) => points[2 * i] - points[2 * j] || points[2 * i + 1] - points[2 * j + 1] || i - j);
  const upper = hullChain(points, order);
  const lower = hullChain(points, order.reverse());
  const corners = [...upper.slice(0, -1), ...lower.slice(0, -1)];
  let first = 0;
  for (let k = 1; k < corners.length; k++) {
    if (points[2 * corners[k] + 1] > points[2 * corners[first] + 1]) first = k;
  }
  const loop = new Float64Array(2 * corners.length);
  for (let k = 0; k < corners.length; k++) {
    const i = corners[(first + k) % corners.length];
    loop[2 * k] = points[2 * i];
    loop[2 * k + 1] = points[2 * i + 1];
  }
  return loop;
}

/** The chain that turns right at every corner, through points sorted along it. */
export function hullChain(points: Float64Array, order: readonly number[]): number[] {
  const chain: number[] = [];
  for (const i of order) {
    while (chain.length >= 2 && turn(points, chain[chain.length - 2], chain[chain.length - 1], i) >= 0) chain.pop();
    chain.push(i);
  }
  return chain;
}

/** Above 0 where the way a → b → c turns left. */
function turn(p: Float64Array, a: number, b: number, c: number): number {
  const x = p[2 * a];
  const y = p[2 * a + 1];
  return (p[2 * b] - x) * (p[2 * c + 1] - y) - (p[2 * b + 1] - y) * (p[2 * c] - x);
}

/** Length of a polyline [m], closed or open. */
export function polylineLength(points: Float64Array, isClosed: boolean): number {
  let sum = 0;
  for (let k = isClosed ? 0 : 2; k < points.length; k += 2) {
    const j = k === 0 ? points.length - 2 : k - 2;
    const x = points[k] - points[j];
    const y = points[k + 1] - points[j + 1];
    sum += Math.sqrt(x * x + y * y);
  }
  return sum;
}

/** `count` points at equal distances along a closed loop, the first `shift` distances behind where it crosses the half-line x = 0, y > centre. */
export function resampleLoop(loop: Loop, count: number, shift: number): Float64Array {
  const start = frontOf(loop);
  const open = new Float64Array(loop.length + 4);
  open.set(start.point);
  for (let k = 0; k < loop.length / 2; k++) {
    const i = (start.next + k) % (loop.length / 2);
    open[2 + 2 * k] = loop[2 * i];
    open[3 + 2 * k] = loop[2 * i + 1];
  }
  open.set(start.point, loop.length + 2);
  const length = polylineLength(open, false);
  const distances = Float64Array.from({ length: count }, (_, i) => (length * (i + shift)) / count);
  return pointsAlong(open, distances);
}

/** The place where a loop around the axis crosses x = 0 in front (greatest y), and the corner behind it. */
function frontOf(loop: Loop): { readonly point: readonly [number, number]; readonly next: number } {
  const count = loop.length / 2;
  let best: readonly [number, number] = [loop[0], loop[1]];
  let next = 1 % count;
  let height = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const j = (k + 1) % count;
    const x0 = loop[2 * k];
    const x1 = loop[2 * j];
    if (x0 > 0 || x1 <= 0) continue;
    const s = -x0 / (x1 - x0);
    const y = loop[2 * k + 1] + s * (loop[2 * j + 1] - loop[2 * k + 1]);
    if (y <= height) continue;
    height = y;
    best = [0, y];
    next = j;
  }
  return { point: best, next };
}

/** Points of an open polyline at ascending distances from its first corner [m]. */
export function pointsAlong(line: Float64Array, distances: Float64Array): Float64Array {
  const out = new Float64Array(2 * distances.length);
  let k = 0;
  let passed = 0;
  const last = line.length / 2 - 2;
  for (let d = 0; d < distances.length; d++) {
    let side = sideLength(line, k);
    while (k < last && passed + side < distances[d]) {
      passed += side;
      side = sideLength(line, ++k);
    }
    const s = side > 0 ? Math.min(1, (distances[d] - passed) / side) : 0;
    out[2 * d] = line[2 * k] + s * (line[2 * k + 2] - line[2 * k]);
    out[2 * d + 1] = line[2 * k + 1] + s * (line[2 * k + 3] - line[2 * k + 1]);
  }
  return out;
}

function sideLength(line: Float64Array, k: number): number {
  const x = line[2 * k + 2] - line[2 * k];
  const y = line[2 * k + 3] - line[2 * k + 1];
  return Math.sqrt(x * x + y * y);
}

/** A convex loop moved outward by a distance [m], corner by corner. */
export function offsetLoop(loop: Loop, distance: number): Loop {
  const count = loop.length / 2;
  const out = new Float64Array(loop.length);
  for (let k = 0; k < count; k++) {
    const i = (k + count - 1) % count;
    const j = (k + 1) % count;
    const tx = loop[2 * j] - loop[2 * i];
    const ty = loop[2 * j + 1] - loop[2 * i + 1];
    const scale = distance / Math.sqrt(tx * tx + ty * ty);
    out[2 * k] = loop[2 * k] - ty * scale;
    out[2 * k + 1] = loop[2 * k + 1] + tx * scale;
  }
  return out;
}
