/**
 * The part of a surface that is nearest to each vertex [m²]: of a triangle without obtuse angle, what is bounded by the middle lines of its
 * sides; of one with, half of it at the obtuse corner and a quarter at the others   [Meyer03, sec. 3.3]. In any triangulation of a grid all
 * inner vertices have one cell; thirds of triangles would tell how the diagonals run.
 */
export function computeNearestAreas(triangles: Uint32Array, x: ArrayLike<number>, areas: Float64Array): void {
  areas.fill(0);
  const cosines = new Float64Array(3);
  const squares = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const doubled = measureCorners(triangles, t, x, cosines, squares);
    if (!(doubled > 0)) continue;
    const isObtuse = Math.min(cosines[0], cosines[1], cosines[2]) < 0;
    for (let a = 0; a < 3; a++) {
      if (isObtuse) areas[triangles[t + a]] += (cosines[a] < 0 ? 0.25 : 0.125) * doubled;
      else {
        // ⅛ cot a · |facing side|², to both ends of that side
        const part = (0.125 * cosines[a] * squares[a]) / doubled;
        areas[triangles[t + ((a + 1) % 3)]] += part;
        areas[triangles[t + ((a + 2) % 3)]] += part;
      }
    }
  }
}

/**
 * Of triangle t at x: for each corner the cosine of its angle times the lengths of its sides, and the square of the side that faces it;
 * returns twice the area. The cotangent is the one over the other.
 */
export function measureCorners(
  triangles: Uint32Array,
  t: number,
  x: ArrayLike<number>,
  cosines: Float64Array,
  squares: Float64Array,
): number {
  for (let a = 0; a < 3; a++) {
    const o = 3 * triangles[t + a];
    const p = 3 * triangles[t + ((a + 1) % 3)];
    const q = 3 * triangles[t + ((a + 2) % 3)];
    let dot = 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      dot += (x[p + c] - x[o + c]) * (x[q + c] - x[o + c]);
      squared += (x[q + c] - x[p + c]) * (x[q + c] - x[p + c]);
    }
    cosines[a] = dot;
    squares[a] = squared;
  }
  return Math.sqrt(Math.max(0, squares[1] * squares[2] - cosines[0] * cosines[0]));
}
