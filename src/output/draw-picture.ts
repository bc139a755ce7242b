import { cos, sin } from "../core/trig.ts";
import { length3, normalise3, subtract3, type Vec3 } from "../core/vec3.ts";
import { vertexNormals } from "../mesh/vertex-normals.ts";
import { normalise } from "./normalise.ts";
import {
  type Camera,
  createVisibility,
  lookAlong,
  projectParallel,
  projectPerspective,
  rasteriseLines,
  rasteriseSurface,
  type Visibility,
} from "./rasterise.ts";

/** Red, green and blue from 0 to 1, as a screen shows them. */
export type Colour = readonly [number, number, number];

/** Triangles of a picture. */
export interface DrawnSurface {
  /** [m], packed x, y, z. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Of the side from which the corners turn to the left; three numbers a vertex, or one colour for all. */
  readonly colour: Colour | Float32Array;
  /** Of the other side; the same without. */
  readonly back?: Colour;
}

export interface DrawnLines {
  /** Two ends each, six numbers [m]. */
  readonly segments: Float64Array;
  readonly colour: Colour;
  /** [pixels] */
  readonly thickness: number;
}

export interface PictureContent {
  readonly surfaces: readonly DrawnSurface[];
  readonly lines?: readonly DrawnLines[];
  /** Height of the floor [m]; no floor without. */
  readonly floor?: number | undefined;
  /** A clear picture has four bytes a pixel, the last its opacity: behind what is drawn there are only shadows on the floor. */
  readonly clear?: boolean;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Each pixel is the mean of so many by so many; with thin lines of more, or some lines would come out twice as dark as others. */
const SAMPLES = 2;
const SAMPLES_OF_LINES = 4;
const SHADOW_PIXELS = 1024;
/** The shadow's edge is softened over a square of so many pixels to each side. */
const SOFTNESS = 2;
const TO_SUN: Vec3 = normalise3([0.45, 1, 0.55]);
const BACKGROUND: Colour = [0.965, 0.957, 0.945];
const FLOOR: Colour = [0.9, 0.885, 0.865];
/** The floor fades out at this multiple of the ball's radius, squared; a shadow takes so much of its light. */
const FLOOR_REACH = 5;
const SHADE = 0.5;
const [BACKGROUND2, FLOOR2] = [BACKGROUND, FLOOR].map((colour) => colour.map((c) => c * c));
/** Light that comes from above and from below, and from the sun; squares of what a screen shows, as is all arithmetic with light here. */
const SKY: Colour = [0.5, 0.52, 0.56];
const GROUND: Colour = [0.27, 0.25, 0.23];
const SUN: Colour = [0.72, 0.69, 0.64];

/**
 * Draws a picture without a browser or a graphics card, the same bytes on every machine: red, green, blue (and opacity where it is
 * clear), rows from the top.
 */
export function drawPicture(content: PictureContent, camera: Camera, { width, height }: PictureSize): Uint8Array {
  const lines = content.lines ?? [];
  const samples = lines.length > 0 ? SAMPLES_OF_LINES : SAMPLES;
  const wide = width * samples;
  const high = height * samples;
  const seen = createVisibility(wide, high);
  const projection = projectPerspective(camera, wide, high);
  content.surfaces.forEach(({ positions, triangles }, n) => {
    rasteriseSurface(positions, triangles, n, projection, seen);
  });
  lines.forEach(({ segments, thickness }, n) => {
    rasteriseLines(segments, thickness * samples, content.surfaces.length + n, projection, seen);
  });
  const light = new Float32Array(3 * wide * high);
  const ball = findBall(content, camera);
  const shade = createShadow(content.surfaces, ball);
  shadeSurfaces(content.surfaces, camera, seen, shade, light);
  const flat = lines.map(({ colour }) => colour.map((c) => c * c));
  for (let at = 0; at < seen.surface.length; at++) {
    const line = seen.surface[at] - content.surfaces.length;
    if (line >= 0) light.set(flat[line], 3 * at);
  }
  const cover = content.clear === true ? new Float32Array(wide * high).fill(1) : undefined;
  shadeBackground(content.floor, camera, ball, seen, shade, light, cover);
  return develop(light, cover, { width, height }, samples);
}

interface Ball {
  readonly centre: Vec3;
  readonly radius: number;
}

/** What the light reaches: around what the camera looks at, as large as what is drawn but no larger than what is seen. */
function findBall({ surfaces }: PictureContent, { eye, target, fieldOfView }: Camera): Ball {
  const most = Math.max(1.2, 0.03 * fieldOfView) * length3(subtract3(target, eye));
  let squared = 0;
  for (const { positions, triangles } of surfaces) {
    for (const vertex of triangles) {
      const x = positions[3 * vertex] - target[0];
      const y = positions[3 * vertex + 1] - target[1];
      const z = positions[3 * vertex + 2] - target[2];
      const one = x * x + y * y + z * z;
      if (one > squared) squared = one;
    }
  }
  return { centre: target, radius: Math.max(1e-6, Math.min(1.05 * Math.sqrt(squared), most)) };
}

/** How much of the sun reaches a point, 0 to 1; nothing of what is beyond the ball casts a shadow. */
type Shadow = (x: number, y: number, z: number) => number;

function createShadow(surfaces: readonly DrawnSurface[], { centre, radius }: Ball): Shadow {
  const map = createVisibility(SHADOW_PIXELS, SHADOW_PIXELS);
  const projection = projectParallel([-TO_SUN[0], -TO_SUN[1], -TO_SUN[2]], centre, 2 * radius, SHADOW_PIXELS);
  surfaces.forEach(({ positions, triangles }, n) => {
    rasteriseSurface(positions, triangles, n, projection, map);
  });
  const { rows } = projection;
  const { depth } = map;
  // the surface must not shade itself where a pixel of the map is coarser than a pixel of the picture
  const slack = (3 * 2 * radius) / SHADOW_PIXELS;
  const count = (2 * SOFTNESS + 1) * (2 * SOFTNESS + 1);
  return (x, y, z) => {
    const px = Math.floor(rows[0] * x + rows[1] * y + rows[2] * z + rows[3]);
    const py = Math.floor(rows[4] * x + rows[5] * y + rows[6] * z + rows[7]);
    const last = SHADOW_PIXELS - SOFTNESS;
    if (!(px >= SOFTNESS && py >= SOFTNESS && px < last && py < last)) return 1;
    const far = rows[8] * x + rows[9] * y + rows[10] * z + rows[11] - slack;
    let lit = 0;
    for (let v = -SOFTNESS; v <= SOFTNESS; v++) {
      const line = (py + v) * SHADOW_PIXELS + px;
      for (let u = -SOFTNESS; u <= SOFTNESS; u++) if (far < depth[line + u]) lit++;
    }
    return lit / count;
  };
}

/** Light of every sample where a surface is seen. */
function shadeSurfaces(surfaces: readonly DrawnSurface[], { eye }: Camera, seen: Visibility, shadow: Shadow, light: Float32Array): void {
  const normals = surfaces.map(({ positions, triangles }) => unitNormals(triangles, positions));
  for (let at = 0; at < seen.surface.length; at++) {
    const n = seen.surface[at];
    if (n < 0 || n >= surfaces.length) continue;
    const { positions: p, triangles, colour, back } = surfaces[n];
    const q = 3 * seen.triangle[at];
    const a = 3 * triangles[q];
    const b = 3 * triangles[q + 1];
    const c = 3 * triangles[q + 2];
    const wb = seen.second[at];
    const wc = seen.third[at];
    const wa = 1 - wb - wc;
    const x = wa * p[a] + wb * p[b] + wc * p[c];
    const y = wa * p[a + 1] + wb * p[b + 1] + wc * p[c + 1];
    const z = wa * p[a + 2] + wb * p[b + 2] + wc * p[c + 2];
    // which side is seen is the triangle's matter, how it is lit that of the smooth normals
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const facing = (uy * vz - uz * vy) * (eye[0] - x) + (uz * vx - ux * vz) * (eye[1] - y) + (ux * vy - uy * vx) * (eye[2] - z);
    const side = facing < 0 ? -1 : 1;
    const m = normals[n];
    let nx = wa * m[a] + wb * m[b] + wc * m[c];
    let ny = wa * m[a + 1] + wb * m[b + 1] + wc * m[c + 1];
    let nz = wa * m[a + 2] + wb * m[b + 2] + wc * m[c + 2];
    const length = side / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    nx *= length;
    ny *= length;
    nz *= length;
    const toSun = nx * TO_SUN[0] + ny * TO_SUN[1] + nz * TO_SUN[2];
    const sun = toSun > 0 ? toSun * shadow(x, y, z) : 0;
    const above = 0.5 + 0.5 * ny;
    const plain = side < 0 && back !== undefined ? back : colour;
    for (let k = 0; k < 3; k++) {
      const shown = plain.length === 3 ? plain[k] : wa * plain[a + k] + wb * plain[b + k] + wc * plain[c + k];
      light[3 * at + k] = shown * shown * (GROUND[k] + above * (SKY[k] - GROUND[k]) + SUN[k] * sun);
    }
  }
}

function unitNormals(triangles: Uint32Array, positions: Float64Array): Float64Array {
  const normals = vertexNormals(triangles, positions);
  normalise(normals);
  return normals;
}

/** The floor where it is seen, round and fading into the background, and the background elsewhere; with `cover`, its shadows alone. */
function shadeBackground(
  floor: number | undefined,
  { eye, target, fieldOfView }: Camera,
  { centre, radius }: Ball,
  seen: Visibility,
  shadow: Shadow,
  light: Float32Array,
  cover?: Float32Array,
): void {
  const { width, height, depth, surface } = seen;
  const { right, up, forward } = lookAlong(subtract3(target, eye));
  const half = (fieldOfView * Math.PI) / 360;
  // a ray that goes one metre ahead goes so far across for each pixel from the middle
  const pixel = (2 * sin(half)) / cos(half) / height;
  const drop = floor === undefined ? 0 : floor - eye[1];
  for (let y = 0; y < height; y++) {
    const upwards = (height / 2 - y - 0.5) * pixel;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const sideways = (x + 0.5 - width / 2) * pixel;
      const dy = forward[1] + up[1] * upwards + right[1] * sideways;
      const ahead = floor !== undefined ? drop / dy : -1;
      const isFloor = ahead > 0 && -1 / ahead < depth[at];
      if (surface[at] >= 0 && !isFloor) continue;
      let share = 0;
      let sun = 1;
      if (isFloor) {
        const px = eye[0] + ahead * (forward[0] + up[0] * upwards + right[0] * sideways);
        const pz = eye[2] + ahead * (forward[2] + up[2] * upwards + right[2] * sideways);
        const away = ((px - centre[0]) * (px - centre[0]) + (pz - centre[2]) * (pz - centre[2])) / (radius * radius);
        share = Math.max(0, 1 - away / FLOOR_REACH);
        if (share > 0) sun = 1 - SHADE * share * (1 - shadow(px, eye[1] + drop, pz));
      }
      if (cover !== undefined) {
        cover[at] = 1 - Math.sqrt(sun); // black that takes so much from what a screen shows
        light.fill(0, 3 * at, 3 * at + 3);
        continue;
      }
      for (let k = 0; k < 3; k++) {
        light[3 * at + k] = (BACKGROUND2[k] + share * (FLOOR2[k] - BACKGROUND2[k])) * sun;
      }
    }
  }
}

/** From light to bytes: the mean of the samples of a pixel, which weigh by their opacity, and the square root that a screen expects. */
function develop(light: Float32Array, cover: Float32Array | undefined, { width, height }: PictureSize, samples: number): Uint8Array {
  const size = cover === undefined ? 3 : 4;
  const bytes = new Uint8Array(size * width * height);
  const wide = width * samples;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0];
      for (let v = 0; v < samples; v++) {
        for (let u = 0; u < samples; u++) {
          const at = (y * samples + v) * wide + x * samples + u;
          const weight = cover === undefined ? 1 : cover[at];
          for (let k = 0; k < 3; k++) sum[k] += weight * Math.min(1, light[3 * at + k]);
          sum[3] += weight;
        }
      }
      const to = size * (y * width + x);
      for (let k = 0; k < 3; k++) bytes[to + k] = Math.round(255 * Math.sqrt(sum[k] / (sum[3] || 1)));
      if (cover !== undefined) bytes[to + 3] = Math.round((255 * sum[3]) / (samples * samples));
    }
  }
  return bytes;
}
