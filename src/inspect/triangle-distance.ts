/** The square of the distance from the point (x, y, z) to the closed triangle a b c of `positions` [m²]. */
export function squaredTriangleDistance(positions: Float64Array, a: number, b: number, c: number, x: number, y: number, z: number): number {
  const ux = positions[3 * b] - positions[3 * a];
  const uy = positions[3 * b + 1] - positions[3 * a + 1];
  const uz = positions[3 * b + 2] - positions[3 * a + 2];
  const vx = positions[3 * c] - positions[3 * a];
  const vy = positions[3 * c + 1] - positions[3 * a + 1];
  const vz = positions[3 * c + 2] - positions[3 * a + 2];
  const px = x - positions[3 * a];
  const py = y - positions[3 * a + 1];
  const pz = z - positions[3 * a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  // The foot of the perpendicular is a + β u + γ v; it is the nearest point if it lies in the triangle.
  const beta = nx * (py * vz - pz * vy) + ny * (pz * vx - px * vz) + nz * (px * vy - py * vx);
  const gamma = nx * (uy * pz - uz * py) + ny * (uz * px - ux * pz) + nz * (ux * py - uy * px);
  if (nn > 0 && beta >= 0 && gamma >= 0 && beta + gamma <= nn) {
    const height = nx * px + ny * py + nz * pz;
    return (height * height) / nn;
  }
  return Math.min(
    squaredSegmentDistance(positions, a, b, x, y, z),
    squaredSegmentDistance(positions, b, c, x, y, z),
    squaredSegmentDistance(positions, c, a, x, y, z),
  );
}

function squaredSegmentDistance(positions: Float64Array, a: number, b: number, x: number, y: number, z: number): number {
  const ux = positions[3 * b] - positions[3 * a];
  const uy = positions[3 * b + 1] - positions[3 * a + 1];
  const uz = positions[3 * b + 2] - positions[3 * a + 2];
  const px = x - positions[3 * a];
  const py = y - positions[3 * a + 1];
  const pz = z - positions[3 * a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const t = uu > 0 ? Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / uu)) : 0;
  const dx = px - t * ux;
  const dy = py - t * uy;
  const dz = pz - t * uz;
  return dx * dx + dy * dy + dz * dz;
}
