/**
 * The part of a surface that is nearest to each vertex [m²]: of a triangle without obtuse angle, what is bounded by the middle lines of its
 * sides; of one with, half of it at the obtuse corner and a quarter at the others   [Meyer03, sec. 3.3]. In any triangulation of a grid all
 * inner vertices have one cell; thirds of triangles would tell how the diagonals run.
 */
export function computeNearestAreas(triangles: Uint32Array, x: Float64Array, areas: Float64Array): void {
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
export function measureCorners(triangles: Uint32Array, t: number, x: Float64Array, cosines: Float64Array, squares: Float64Array): number {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const abx = x[b] - x[a];
  const aby = x[b + 1] - x[a + 1];
  const abz = x[b + 2] - x[a + 2];
  const bcx = x[c] - x[b];
  const bcy = x[c + 1] - x[b + 1];
  const bcz = x[c + 2] - x[b + 2];
  const cax = x[a] - x[c];
  const cay = x[a + 1] - x[c + 1];
  const caz = x[a + 2] - x[c + 2];
  cosines[0] = -(abx * cax + aby * cay + abz * caz);
  cosines[1] = -(bcx * abx + bcy * aby + bcz * abz);
  cosines[2] = -(cax * bcx + cay * bcy + caz * bcz);
  squares[0] = bcx * bcx + bcy * bcy + bcz * bcz;
  squares[1] = cax * cax + cay * cay + caz * caz;
  squares[2] = abx * abx + aby * aby + abz * abz;
  return Math.sqrt(Math.max(0, squares[1] * squares[2] - cosines[0] * cosines[0]));
}
