/**
 * The sheet that a flat network of springs of one stiffness makes: shear modulus and stretch stiffness [N/m], for small strains. The border is displaced
 * as a whole, as the strain says, and the inside finds its rest by conjugate gradients:
 *
 *     E = ½ Σ k (n_ij · (u_j − u_i))²,   modulus = 2 E / (strain² area)
 *
 * Stretch is along x, the sides held in width, less what the contraction that is prevented adds: for an isotropic sheet E_x = C₁₁ − C₁₂²/C₁₁.
 */
export function sheetModuli(
  points: readonly (readonly [number, number])[],
  pairs: readonly (readonly [number, number])[],
  stiffness: number,
): readonly [shear: number, stretch: number] {
  const energy = (xx: number, xy: number, yy: number): number => {
    const u = new Float64Array(2 * points.length);
    points.forEach(([x, y], i) => {
      u[2 * i] = xx * x + 0.5 * xy * y;
      u[2 * i + 1] = 0.5 * xy * x + yy * y;
    });
    return relax(points, pairs, stiffness, u);
  };
  const twice = (xx: number, xy: number, yy: number): number => (2 * energy(xx, xy, yy)) / areaOf(points);
  const [c11, c22, both] = [twice(1, 0, 0), twice(0, 0, 1), twice(1, 0, 1)];
  const c12 = (both - c11 - c22) / 2;
  return [twice(0, 1, 0), c11 - (c12 * c12) / c22];
}

/** Of the box around the points: these sheets fill it. */
function areaOf(points: readonly (readonly [number, number])[]): number {
  const [width, height] = [0, 1].map((c) => Math.max(...points.map((p) => p[c])) - Math.min(...points.map((p) => p[c])));
  return width * height;
}

/** Moves the inside of the sheet to its rest and returns the energy there. */
function relax(
  points: readonly (readonly [number, number])[],
  pairs: readonly (readonly [number, number])[],
  stiffness: number,
  u: Float64Array,
): number {
  const held = borderOf(points);
  const normals = pairs.map(([a, b]) => {
    const [x, y] = [points[b][0] - points[a][0], points[b][1] - points[a][1]];
    const length = Math.sqrt(x * x + y * y);
    return [x / length, y / length] as const;
  });
  const strainOf = (w: Float64Array, s: number): number => {
    const [a, b] = pairs[s];
    return normals[s][0] * (w[2 * b] - w[2 * a]) + normals[s][1] * (w[2 * b + 1] - w[2 * a + 1]);
  };
  const multiply = (w: Float64Array): Float64Array => {
    const f = new Float64Array(w.length);
    for (let s = 0; s < pairs.length; s++) {
      const pull = stiffness * strainOf(w, s);
      for (let c = 0; c < 2; c++) {
        f[2 * pairs[s][0] + c] -= pull * normals[s][c];
        f[2 * pairs[s][1] + c] += pull * normals[s][c];
      }
    }
    for (const i of held) f.fill(0, 2 * i, 2 * i + 2);
    return f;
  };
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, c) => sum + value * b[c], 0);
  const r = multiply(u).map((value) => -value);
  const p = r.slice();
  let rr = dot(r, r);
  const goal = 1e-20 * rr;
  for (let n = 0; n < 4 * u.length && rr > goal; n++) {
    const q = multiply(p);
    const bend = dot(p, q);
    if (!(bend > 0)) break;
    const alpha = rr / bend;
    for (let c = 0; c < u.length; c++) {
      u[c] += alpha * p[c];
      r[c] -= alpha * q[c];
    }
    const next = dot(r, r);
    for (let c = 0; c < u.length; c++) p[c] = r[c] + (next / rr) * p[c];
    rr = next;
  }
  return pairs.reduce((sum, _, s) => sum + 0.5 * stiffness * strainOf(u, s) * strainOf(u, s), 0);
}

/** Points on the box around the sheet. */
function borderOf(points: readonly (readonly [number, number])[]): number[] {
  const limits = [0, 1].map((c) => [Math.min(...points.map((p) => p[c])), Math.max(...points.map((p) => p[c]))]);
  const near = (value: number, c: number): boolean => limits[c].some((limit) => Math.abs(value - limit) < 1e-2);
  return points.flatMap(([x, y], i) => (near(x, 0) || near(y, 1) ? [i] : []));
}
