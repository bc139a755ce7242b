/**
 * A piece of cloth as two square images, made of threads: warp (along v) and weft (along u) take turns on top, each thread a little
 * different. A thread bulges where it lies on top and dips where it goes under, so heights and normals follow from where on its float,
 * the stretch over which it stays on top, a texel lies.
 *
 *     plain  ┃━┃━    twill  ┃┃┃━    satin  ┃┃┃┃┃    u →
 *            ━┃━┃           ┃┃━┃           ┃┃┃━┃    v
 *            ┃━┃━           ┃━┃┃           ┃━┃┃┃    ↓
 *
 * Knits are rows of stitches, each the two arms of a V; hide is a skin of grains, film is smooth.
 */
export interface Weave {
  readonly size: number;
  /** RGBA, 4 bytes a texel, sRGB. */
  readonly colour: Uint8Array<ArrayBuffer>;
  /** RGBA, 4 bytes a texel: the normal as three's normal maps have it. */
  readonly normal: Uint8Array<ArrayBuffer>;
}

export type Rgb = readonly [number, number, number];

export type WeavePattern = "plain" | "twill" | "satin" | "knit" | "hide" | "film";

export interface WeaveOptions {
  readonly pattern: WeavePattern;
  /** Threads along each side of the image, a multiple of 8. */
  readonly threads: number;
  readonly texelsPerThread: number;
  readonly warp: Rgb;
  readonly weft: Rgb;
  /** How strongly threads differ in brightness, and how deep the weave looks in the normal map. */
  readonly variation: number;
  readonly relief: number;
  /** A windowpane of other threads at the edge of the image, which shows how the cloth stretches. */
  readonly check?: { readonly colour: Rgb; readonly threads: number };
}

/** What lies on top at a texel: which thread of which family, and how high, 0…1. */
interface Top {
  isWarp: boolean;
  thread: number;
  height: number;
}

/** Threads after which every pattern repeats. */
const REPEAT = 8;

export function makeWeave(options: WeaveOptions): Weave {
  const { threads, texelsPerThread, relief } = options;
  const size = threads * texelsPerThread;
  const colour = new Uint8Array(4 * size * size);
  const normal = new Uint8Array(4 * size * size);
  const heights = new Float32Array(size * size);
  const top: Top = { isWarp: true, thread: 0, height: 0 };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      findTop(options, (x + 0.5) / texelsPerThread, (y + 0.5) / texelsPerThread, top);
      heights[y * size + x] = top.height;
      writeColour(options, top, colour, 4 * (y * size + x));
    }
  }
  const height = (x: number, y: number): number => heights[((y + size) % size) * size + ((x + size) % size)];
  // heights are in widths of a thread
  const slope = (relief * texelsPerThread) / 8;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = 4 * (y * size + x);
      const dx = slope * (height(x + 1, y) - height(x - 1, y));
      const dy = slope * (height(x, y + 1) - height(x, y - 1));
      const length = Math.sqrt(dx * dx + dy * dy + 1);
      normal[at] = 127.5 * (1 - dx / length);
      normal[at + 1] = 127.5 * (1 - dy / length);
      normal[at + 2] = 127.5 * (1 + 1 / length);
      normal[at + 3] = 255;
    }
  }
  return { size, colour, normal };
}

function writeColour(options: WeaveOptions, top: Top, colour: Uint8Array, at: number): void {
  const { check, variation } = options;
  const plain = top.isWarp ? options.warp : options.weft;
  const base = check !== undefined && top.thread < check.threads ? check.colour : plain;
  const own = 1 + variation * (threadNoise(top.thread, top.isWarp ? 1 : 2) - 0.5);
  const shade = own * (0.8 + 0.2 * top.height);
  for (let channel = 0; channel < 3; channel++) colour[at + channel] = Math.min(255, base[channel] * shade);
  colour[at + 3] = 255;
}

/** `u` and `v` in threads. */
function findTop({ pattern, threads }: WeaveOptions, u: number, v: number, top: Top): void {
  if (pattern === "knit") findStitch(u, v, top);
  else if (pattern === "hide") findGrain(u, v, threads, top);
  else if (pattern === "film") Object.assign(top, { isWarp: true, thread: threads, height: 1 });
  else findThread(pattern, u, v, top);
}

/** Round across the thread, bulging along its float. */
function findThread(pattern: "plain" | "twill" | "satin", u: number, v: number, top: Top): void {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const isWarp = isWarpOnTop(pattern, column, row);
  const onTop = (k: number): boolean => (isWarp ? isWarpOnTop(pattern, column, row + k) : isWarpOnTop(pattern, column + k, row)) === isWarp;
  let before = 0;
  let after = 0;
  while (before < REPEAT && onTop(-before - 1)) before++;
  while (after < REPEAT && onTop(after + 1)) after++;
  const across = 2 * ((isWarp ? u : v) % 1) - 1;
  const along = (2 * (before + ((isWarp ? v : u) % 1))) / (before + after + 1) - 1;
  const fall = along * along;
  top.isWarp = isWarp;
  top.thread = isWarp ? column : row;
  top.height = Math.sqrt(Math.max(0, 1 - 0.8 * across * across)) * (1 - 0.45 * fall * (before + after > 0 ? fall : 1));
}

function isWarpOnTop(pattern: "plain" | "twill" | "satin", column: number, row: number): boolean {
  if (pattern === "plain") return ((column + row) & 1) === 0;
  if (pattern === "twill") return ((column + row) & 3) !== 0;
  return ((3 * column + row) & 7) !== 0;
}

/** A stitch is two threads wide and two high: arms that lean together to a V. */
function findStitch(u: number, v: number, top: Top): void {
  const side = u % 2 < 1 ? u % 1 : 1 - (u % 1);
  // up along the arm: its lower end lies in the middle of the stitch
  const lean = v + 0.9 * side;
  const across = 2 * ((lean / 2) % 1) - 1;
  const edge = 2 * side - 1;
  top.isWarp = true;
  top.thread = Math.floor(u / 2);
  top.height = Math.sqrt(Math.max(0, 1 - 0.85 * across * across)) * (1 - 0.5 * edge * edge * edge * edge);
}

/** Grains about one random point each, two threads wide; the seams between them lie low. */
function findGrain(u: number, v: number, threads: number, top: Top): void {
  const cells = threads / 2;
  const column = Math.floor(u / 2);
  const row = Math.floor(v / 2);
  let nearest = 4;
  let second = 4;
  for (let k = 0; k < 9; k++) {
    const c = column + (k % 3) - 1;
    const r = row + Math.floor(k / 3) - 1;
    const cell = ((r + cells) % cells) * cells + ((c + cells) % cells);
    const dx = c + 0.2 + 0.6 * threadNoise(cell, 3) - u / 2;
    const dy = r + 0.2 + 0.6 * threadNoise(cell, 4) - v / 2;
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance < nearest) {
      second = nearest;
      nearest = distance;
    } else if (distance < second) {
      second = distance;
    }
  }
  top.isWarp = true;
  top.thread = threads;
  top.height = Math.min(1, 3 * (second - nearest));
}

/** The same pseudo-random number 0…1 for the same thread, always. */
function threadNoise(thread: number, family: number): number {
  let bits = Math.imul(thread + 1, 0x9e3779b1) ^ Math.imul(family, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return ((bits ^ (bits >>> 13)) >>> 0) / 4294967296;
}
