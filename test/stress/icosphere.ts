/** Points on the unit sphere and triangles that turn outwards: an icosahedron, each triangle divided in four `levels` times. */
export function icosphere(levels: number): { points: number[][]; triangles: number[][] } {
  const g = (1 + Math.sqrt(5)) / 2;
  const points: number[][] = [];
  for (const s of [-1, 1]) for (const t of [-g, g]) points.push([0, s, t], [s, t, 0], [t, 0, s]);
  for (const p of points) normalise(p);
  let triangles = nearTriples(points);
  for (let level = 0; level < levels; level++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number): number => {
      const key = i < j ? `${i},${j}` : `${j},${i}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const point = points[i].map((value, c) => value + points[j][c]);
      middles.set(key, points.push(normalise(point)) - 1);
      return points.length - 1;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return { points, triangles };
}

interface BallOptions {
  readonly centre: readonly number[];
  /** [m] */
  readonly radius: number;
  /** Of the whole ball [kg]. */
  readonly mass: number;
  readonly levels: number;
  /** Of every spring [N/m]: along the edges, and from the centre to each vertex. */
  readonly stiffness: number;
  /** [m/s] */
  readonly velocity: readonly number[];
}

/** A closed ball as a cloth of the scene: a skin of triangles whose vertices are held by springs to a particle in the middle, the last one. */
export function ballCloth({ centre, radius, mass, levels, stiffness, velocity }: BallOptions): Record<string, unknown> {
  const { points, triangles } = icosphere(levels);
  const positions = points.map((p) => p.map((value, c) => centre[c] + radius * value));
  const middle = positions.push([...centre]) - 1;
  const distance = (i: number, j: number): number => Math.hypot(...positions[i].map((value, c) => value - positions[j][c]));
  const springs: unknown[] = points.map((_, i) => [i, middle, distance(i, middle), stiffness, "stretch"]);
  for (const [a, b, c] of triangles) {
    for (const [i, j] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (i < j) springs.push([i, j, distance(i, j), stiffness, "stretch"]); // each edge is met once in each direction
    }
  }
  return {
    name: "ball",
    network: {
      positions,
      velocities: positions.map(() => [...velocity]),
      masses: mass / positions.length,
      springs,
      triangles,
    },
    springModel: "symmetric",
  };
}

function normalise(p: number[]): number[] {
  const length = Math.hypot(...p);
  for (let c = 0; c < p.length; c++) p[c] /= length;
  return p;
}

/** All triples of points that are nearest neighbours of each other, turned outwards. */
function nearTriples(points: number[][]): number[][] {
  const distance = (i: number, j: number): number => Math.hypot(...points[i].map((value, c) => value - points[j][c]));
  const edge = Math.min(...points.slice(1).map((_, j) => distance(0, j + 1))) * 1.01;
  const triples: number[][] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        if (distance(i, j) > edge || distance(j, k) > edge || distance(k, i) > edge) continue;
        const [p, q, r] = [points[i], points[j], points[k]];
        const volume = p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
        triples.push(volume > 0 ? [i, j, k] : [i, k, j]);
      }
    }
  }
  return triples;
}
