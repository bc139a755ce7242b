import { cos, sin } from "../core/trig.ts";
import { add3, cross3, dot3, length3, normalise3, scale3, subtract3, type Vec3 } from "../core/vec3.ts";

/** A camera that looks from `eye` to `target`; `fieldOfView` is the whole vertical angle [degrees]. */
export interface Camera {
  readonly eye: Vec3;
  readonly target: Vec3;
  readonly fieldOfView: number;
}

/**
 * Where a point of the world falls in a picture, as four rows of four numbers that give X, Y, Z and W: the pixel is (X/W, Y/W), its depth
 * Z/W, which is linear across the picture and smaller where it is nearer. What has W below `near` is behind the eye.
 */
export interface Projection {
  readonly rows: Float64Array;
  readonly near: number;
}

/** For each pixel what is seen there: which surface, which of its triangles, and the weights of that triangle's second and third corner. */
export interface Visibility {
  readonly width: number;
  readonly height: number;
  readonly depth: Float64Array;
  /** −1 where nothing is. */
  readonly surface: Int32Array;
  readonly triangle: Int32Array;
  readonly second: Float32Array;
  readonly third: Float32Array;
}

/** A frame of directions: right, up and forward of one who looks. */
export function lookAlong(forward: Vec3): { readonly right: Vec3; readonly up: Vec3; readonly forward: Vec3 } {
  const ahead = normalise3(forward);
  const across = cross3(ahead, [0, 1, 0]);
  const right = length3(across) > 1e-6 ? normalise3(across) : ([1, 0, 0] as const);
  return { right, up: cross3(right, ahead), forward: ahead };
}

export function projectPerspective({ eye, target, fieldOfView }: Camera, width: number, height: number): Projection {
  const { right, up, forward } = lookAlong(subtract3(target, eye));
  const half = (fieldOfView * Math.PI) / 360;
  const scale = ((height / 2) * cos(half)) / sin(half);
  const distance = length3(subtract3(target, eye));
  return {
    rows: Float64Array.of(
      ...row(add3(scale3(right, scale), scale3(forward, width / 2)), eye),
      ...row(add3(scale3(up, -scale), scale3(forward, height / 2)), eye),
      0,
      0,
      0,
      -1,
      ...row(forward, eye),
    ),
    near: 1e-3 * distance,
  };
}

/** Parallel rays along `direction`; a square of `size` [m] around `centre` fills the picture. */
export function projectParallel(direction: Vec3, centre: Vec3, size: number, pixels: number): Projection {
  const { right, up, forward } = lookAlong(direction);
  const scale = pixels / size;
  const middle = [0, 0, 0, pixels / 2];
  return {
    rows: Float64Array.of(
      ...row(scale3(right, scale), centre).map((value, k) => value + middle[k]),
      ...row(scale3(up, -scale), centre).map((value, k) => value + middle[k]),
      ...row(forward, centre),
      0,
      0,
      0,
      1,
    ),
    near: 0,
  };
}

/** The row that gives a · (x − origin). */
function row(a: Vec3, origin: Vec3): number[] {
  return [a[0], a[1], a[2], -dot3(a, origin)];
}

export function createVisibility(width: number, height: number): Visibility {
  const count = width * height;
  return {
    width,
    height,
    depth: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    surface: new Int32Array(count).fill(-1),
    triangle: new Int32Array(count),
    second: new Float32Array(count),
    third: new Float32Array(count),
  };
}

/** A corner of what is drawn: X, Y, Z, W, and the weights of the triangle's second and third corner. */
const CORNER = 6;

/** Draws the triangles of a surface, what is behind the eye cut off; those with a number that is not finite are left out. */
export function rasteriseSurface(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  surface: number,
  { rows, near }: Projection,
  out: Visibility,
): void {
  const corners = new Float64Array(3 * CORNER);
  const clipped = new Float64Array(4 * CORNER);
  for (let q = 0; q < triangles.length; q += 3) {
    for (let k = 0; k < 3; k++) {
      const p = 3 * triangles[q + k];
      for (let c = 0; c < 4; c++) {
        const r = 4 * c;
        corners[k * CORNER + c] = rows[r] * positions[p] + rows[r + 1] * positions[p + 1] + rows[r + 2] * positions[p + 2] + rows[r + 3];
      }
      corners[k * CORNER + 4] = k === 1 ? 1 : 0;
      corners[k * CORNER + 5] = k === 2 ? 1 : 0;
    }
    const count = clipNear(corners, near, clipped);
    for (let k = 2; k < count; k++) fillTriangle(clipped, 0, k - 1, k, surface, q / 3, out);
  }
}

/** The part of a triangle with W of at least `near`, as a polygon of up to four corners; returns how many. */
function clipNear(corners: Float64Array, near: number, out: Float64Array): number {
  let count = 0;
  for (let k = 0; k < 3; k++) {
    const a = k * CORNER;
    const b = ((k + 1) % 3) * CORNER;
    const beforeA = corners[a + 3] - near;
    const beforeB = corners[b + 3] - near;
    if (beforeA >= 0) {
      for (let c = 0; c < CORNER; c++) out[count * CORNER + c] = corners[a + c];
      count++;
    }
    if (beforeA >= 0 !== beforeB >= 0) {
      const t = beforeA / (beforeA - beforeB);
      for (let c = 0; c < CORNER; c++) {
        out[count * CORNER + c] = corners[a + c] + t * (corners[b + c] - corners[a + c]);
      }
      count++;
    }
  }
  return count;
}

/** Fills one triangle of the corners that are given; weights are interpolated divided by W, as perspective asks. */
function fillTriangle(
  corners: Float64Array,
  first: number,
  second: number,
  third: number,
  surface: number,
  triangle: number,
  out: Visibility,
): void {
  const { width, height, depth } = out;
  const a = first * CORNER;
  const b = second * CORNER;
  const c = third * CORNER;
  const ia = 1 / corners[a + 3];
  const ib = 1 / corners[b + 3];
  const ic = 1 / corners[c + 3];
  const ax = corners[a] * ia;
  const ay = corners[a + 1] * ia;
  const bx = corners[b] * ib;
  const by = corners[b + 1] * ib;
  const cx = corners[c] * ic;
  const cy = corners[c + 1] * ic;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (!(Math.abs(area) > 0 && Math.abs(area) < 1e30)) return;
  const za = corners[a + 2] * ia;
  const zb = corners[b + 2] * ib;
  const zc = corners[c + 2] * ic;
  const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  const scale = 1 / area;
  // each weight grows so much from one pixel to the next on its right
  const ga = (by - cy) * scale;
  const gb = (cy - ay) * scale;
  for (let y = y0; y <= y1; y++) {
    const py = y + 0.5;
    // long thin triangles would cost a picture each: only the part of the row where all weights can be positive is looked at
    const wa0 = (bx * (cy - py) - (by - py) * cx) * scale + 0.5 * ga;
    const wb0 = (cx * (ay - py) - (cy - py) * ax) * scale + 0.5 * gb;
    const wc0 = 1 - wa0 - wb0;
    const gc = -ga - gb;
    const from = Math.max(x0, rowStart(wa0, ga), rowStart(wb0, gb), rowStart(wc0, gc));
    const to = Math.min(x1, rowEnd(wa0, ga), rowEnd(wb0, gb), rowEnd(wc0, gc));
    for (let x = from; x <= to; x++) {
      const px = x + 0.5;
      const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) * scale;
      const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) * scale;
      const wc = 1 - wa - wb;
      if (wa < 0 || wb < 0 || wc < 0) continue;
      const z = wa * za + wb * zb + wc * zc;
      const at = y * width + x;
      if (!(z < depth[at])) continue;
      depth[at] = z;
      out.surface[at] = surface;
      out.triangle[at] = triangle;
      const w = 1 / (wa * ia + wb * ib + wc * ic);
      out.second[at] = (wa * ia * corners[a + 4] + wb * ib * corners[b + 4] + wc * ic * corners[c + 4]) * w;
      out.third[at] = (wa * ia * corners[a + 5] + wb * ib * corners[b + 5] + wc * ic * corners[c + 5]) * w;
    }
  }
}

/** The first and the last pixel of a row at which w + g x may be positive, with one to spare. */
function rowStart(w: number, g: number): number {
  return g > 0 ? Math.floor(-w / g) - 1 : Number.NEGATIVE_INFINITY;
}

function rowEnd(w: number, g: number): number {
  return g < 0 ? Math.ceil(-w / g) + 1 : Number.POSITIVE_INFINITY;
}

/** Lines are drawn so much nearer than the surfaces they lie on, as a share of the distance. */
const LIFT = 0.004;

/** Draws lines, six numbers each, `thickness` pixels wide. */
export function rasteriseLines(
  segments: ArrayLike<number>,
  thickness: number,
  surface: number,
  { rows, near }: Projection,
  out: Visibility,
): void {
  const ends = new Float64Array(8);
  const corners = new Float64Array(4 * CORNER);
  for (let s = 0; s < segments.length; s += 6) {
    for (let k = 0; k < 2; k++) {
      for (let c = 0; c < 4; c++) {
        const r = 4 * c;
        const p = s + 3 * k;
        ends[4 * k + c] = rows[r] * segments[p] + rows[r + 1] * segments[p + 1] + rows[r + 2] * segments[p + 2] + rows[r + 3];
      }
    }
    if (!(ends[3] >= near || ends[7] >= near)) continue;
    for (let k = 0; k < 2; k++) {
      const other = 4 - 4 * k;
      const behind = near - ends[4 * k + 3];
      if (behind <= 0) continue;
      const t = behind / (ends[other + 3] - ends[4 * k + 3]);
      for (let c = 0; c < 4; c++) ends[4 * k + c] += t * (ends[other + c] - ends[4 * k + c]);
    }
    const dx = ends[4] / ends[7] - ends[0] / ends[3];
    const dy = ends[5] / ends[7] - ends[1] / ends[3];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (!(length > 0)) continue;
    for (let k = 0; k < 4; k++) {
      const end = k < 2 ? 0 : 4;
      const side = ((k === 0 || k === 3 ? 1 : -1) * thickness) / (2 * length);
      const w = ends[end + 3];
      corners[k * CORNER] = ends[end] - side * dy * w;
      corners[k * CORNER + 1] = ends[end + 1] + side * dx * w;
      corners[k * CORNER + 2] = ends[end + 2] * (1 + LIFT);
      corners[k * CORNER + 3] = w;
    }
    fillTriangle(corners, 0, 1, 2, surface, s / 6, out);
    fillTriangle(corners, 0, 2, 3, surface, s / 6, out);
  }
}
