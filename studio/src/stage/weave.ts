/**
 * A woven cloth as two square images, made of threads: a plain weave in which warp (along v) and weft (along u) take turns
 * on top, each thread a little different, with a windowpane check of light threads that shows how the cloth stretches.
 *
 *      u →          one crossing: the top thread bulges over the other
 *    v ┃━┃━┃        and dips under the next, so heights and normals
 *    ↓ ━┃━┃━        follow from where on the thread a texel lies
 */
export interface Weave {
  readonly size: number;
  /** RGBA, 4 bytes a texel, sRGB. */
  readonly color: Uint8Array<ArrayBuffer>;
  /** RGBA, 4 bytes a texel: the normal as three's normal maps have it. */
  readonly normal: Uint8Array<ArrayBuffer>;
}

export type Rgb = readonly [number, number, number];

export interface WeaveOptions {
  /** Threads along each side of the image, an even number. */
  readonly threads: number;
  readonly texelsPerThread: number;
  readonly warp: Rgb;
  readonly weft: Rgb;
  readonly check: Rgb;
  /** Threads of the check, counted from the edge of the image. */
  readonly checkThreads: readonly number[];
  /** What glances off the fibres. */
  readonly sheen: Rgb;
}

export const LINEN: WeaveOptions = {
  threads: 40,
  texelsPerThread: 8,
  warp: [196, 108, 88],
  weft: [212, 134, 110],
  check: [246, 232, 212],
  checkThreads: [0, 1, 2],
  sheen: [255, 181, 154],
};

/** What a scene's cloths are woven of, one after the other: calm colours that keep apart by day and by night. */
export const WEAVES: readonly WeaveOptions[] = [
  LINEN,
  { ...LINEN, warp: [88, 118, 140], weft: [112, 141, 160], check: [224, 231, 233], sheen: [186, 216, 240] },
  { ...LINEN, warp: [122, 138, 104], weft: [146, 160, 126], check: [234, 234, 216], sheen: [222, 236, 196] },
  { ...LINEN, warp: [192, 152, 90], weft: [207, 172, 114], check: [246, 236, 214], sheen: [255, 222, 168] },
  { ...LINEN, warp: [132, 98, 124], weft: [152, 119, 143], check: [235, 224, 230], sheen: [238, 200, 228] },
  { ...LINEN, warp: [84, 130, 126], weft: [110, 152, 146], check: [222, 234, 230], sheen: [190, 236, 226] },
];

/** How strongly threads differ in brightness, and how deep the weave looks in the normal map. */
const THREAD_VARIATION = 0.09;
const RELIEF = 1;

export function makeWeave(options: WeaveOptions = LINEN): Weave {
  const { threads, texelsPerThread } = options;
  const size = threads * texelsPerThread;
  const color = new Uint8Array(4 * size * size);
  const normal = new Uint8Array(4 * size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = 4 * (y * size + x);
      writeColor(options, x, y, color, at);
      const dx = height(options, x + 1, y) - height(options, x - 1, y);
      const dy = height(options, x, y + 1) - height(options, x, y - 1);
      const length = Math.sqrt(dx * dx * RELIEF * RELIEF + dy * dy * RELIEF * RELIEF + 1);
      normal[at] = 127.5 * (1 - (RELIEF * dx) / length);
      normal[at + 1] = 127.5 * (1 - (RELIEF * dy) / length);
      normal[at + 2] = 127.5 * (1 + 1 / length);
      normal[at + 3] = 255;
    }
  }
  return { size, color, normal };
}

function writeColor(options: WeaveOptions, x: number, y: number, color: Uint8Array, at: number): void {
  const { texelsPerThread, checkThreads } = options;
  const column = Math.floor(x / texelsPerThread);
  const row = Math.floor(y / texelsPerThread);
  const warpOnTop = ((column + row) & 1) === 0;
  const thread = warpOnTop ? column : row;
  const plain = warpOnTop ? options.warp : options.weft;
  const base = checkThreads.includes(thread) ? options.check : plain;
  const own = 1 + THREAD_VARIATION * (threadNoise(thread, warpOnTop ? 1 : 2) - 0.5);
  const shade = own * (0.8 + 0.2 * height(options, x, y));
  for (let channel = 0; channel < 3; channel++) color[at + channel] = Math.min(255, base[channel] * shade);
  color[at + 3] = 255;
}

/** Height of the top thread at a texel, 0…1: round across the thread, bulging along it. */
function height(options: WeaveOptions, x: number, y: number): number {
  const size = options.threads * options.texelsPerThread;
  const u = (((x % size) + size) % size) / options.texelsPerThread;
  const v = (((y % size) + size) % size) / options.texelsPerThread;
  const warpOnTop = ((Math.floor(u) + Math.floor(v)) & 1) === 0;
  const across = 2 * ((warpOnTop ? u : v) % 1) - 1;
  const along = 2 * ((warpOnTop ? v : u) % 1) - 1;
  return Math.sqrt(Math.max(0, 1 - 0.8 * across * across)) * (1 - 0.45 * along * along);
}

/** The same pseudo-random number 0…1 for the same thread, always. */
function threadNoise(thread: number, family: number): number {
  let bits = Math.imul(thread + 1, 0x9e3779b1) ^ Math.imul(family, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  return ((bits ^ (bits >>> 13)) >>> 0) / 4294967296;
}
