/** The view a pick looks through: the camera's projection × view matrix (column-major) and the canvas size [CSS px]. */
export interface PickView {
  readonly matrix: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/**
 * The vertex under a point of the canvas [CSS px]: of the foremost triangle there, the corner nearest on the screen; beside
 * the cloth, the nearest vertex within `radius` [px], so that edges and fingers need no aim. −1 when there is none.
 * `screen` is scratch of 3 numbers a vertex: x, y [px] and depth (NaN behind the camera).
 */
export function pickVertex(
  positions: Float32Array,
  triangles: Uint32Array,
  view: PickView,
  x: number,
  y: number,
  radius: number,
  screen: Float32Array,
): number {
  computeScreen(positions, view, screen);
  const triangle = foremostTriangle(triangles, screen, x, y);
  if (triangle >= 0) return nearestCorner(triangles, triangle, screen, x, y);
  return nearestVertex(screen, positions.length, x, y, radius);
}

/** Where every vertex lies on the canvas, into `screen`. */
export function computeScreen(positions: Float32Array, view: PickView, screen: Float32Array): void {
  const { matrix: m, width, height } = view;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (!(w > 0)) {
      screen[i] = Number.NaN;
      screen[i + 1] = Number.NaN;
      screen[i + 2] = Number.NaN;
      continue;
    }
    screen[i] = (0.5 + (0.5 * (m[0] * x + m[4] * y + m[8] * z + m[12])) / w) * width;
    screen[i + 1] = (0.5 - (0.5 * (m[1] * x + m[5] * y + m[9] * z + m[13])) / w) * height;
    screen[i + 2] = (m[2] * x + m[6] * y + m[10] * z + m[14]) / w;
  }
}

/** The start of the triangle's row in `triangles`, or −1. */
function foremostTriangle(triangles: Uint32Array, screen: Float32Array, x: number, y: number): number {
  let found = -1;
  let foremost = Number.POSITIVE_INFINITY;
  for (let t = 0; t < triangles.length; t += 3) {
    const depth = depthOfTriangle(triangles, t, screen, x, y);
    if (depth < foremost) {
      foremost = depth;
      found = t;
    }
  }
  return found;
}

/** How deep a triangle is under a point of the canvas: NaN beside it, and wherever a corner of it is behind the camera. */
export function depthOfTriangle(triangles: Uint32Array, triangle: number, screen: Float32Array, x: number, y: number): number {
  const a = 3 * triangles[triangle];
  const b = 3 * triangles[triangle + 1];
  const c = 3 * triangles[triangle + 2];
  const abx = screen[b] - screen[a];
  const aby = screen[b + 1] - screen[a + 1];
  const acx = screen[c] - screen[a];
  const acy = screen[c + 1] - screen[a + 1];
  const area = abx * acy - aby * acx;
  const px = x - screen[a];
  const py = y - screen[a + 1];
  const beta = (px * acy - py * acx) / area;
  const gamma = (abx * py - aby * px) / area;
  if (!(beta >= 0 && gamma >= 0 && beta + gamma <= 1)) return Number.NaN;
  return (1 - beta - gamma) * screen[a + 2] + beta * screen[b + 2] + gamma * screen[c + 2];
}

function nearestCorner(triangles: Uint32Array, triangle: number, screen: Float32Array, x: number, y: number): number {
  let nearest = triangles[triangle];
  for (let k = 1; k < 3; k++) {
    const vertex = triangles[triangle + k];
    if (squaredDistance(screen, vertex, x, y) < squaredDistance(screen, nearest, x, y)) nearest = vertex;
  }
  return nearest;
}

function nearestVertex(screen: Float32Array, length: number, x: number, y: number, radius: number): number {
  let nearest = -1;
  let smallest = radius * radius;
  for (let vertex = 0; 3 * vertex < length; vertex++) {
    const distance = squaredDistance(screen, vertex, x, y);
    if (distance <= smallest) {
      smallest = distance;
      nearest = vertex;
    }
  }
  return nearest;
}

function squaredDistance(screen: Float32Array, vertex: number, x: number, y: number): number {
  const dx = screen[3 * vertex] - x;
  const dy = screen[3 * vertex + 1] - y;
  return dx * dx + dy * dy;
}
