/** Rounds in which distances become known, there and back through the triangles. */
const ROUNDS = 8;

/** Lets `distances` [m] grow along the edges of triangles at x [m], from where they are less than elsewhere. */
export function spreadDistances(triangles: Uint32Array, x: Float64Array, distances: Float64Array): void {
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < triangles.length; n += 3) {
      const t = round % 2 === 0 ? n : triangles.length - 3 - n;
      for (let c = 0; c < 3; c++) {
        const i = triangles[t + c];
        const j = triangles[t + ((c + 1) % 3)];
        if (distances[i] === distances[j]) continue;
        const edge = distanceOf(x, i, j);
        distances[i] = Math.min(distances[i], distances[j] + edge);
        distances[j] = Math.min(distances[j], distances[i] + edge);
      }
    }
  }
}

function distanceOf(x: Float64Array, i: number, j: number): number {
  let squared = 0;
  for (let c = 0; c < 3; c++) squared += (x[3 * i + c] - x[3 * j + c]) * (x[3 * i + c] - x[3 * j + c]);
  return Math.sqrt(squared);
}
