/** How dark a pixel with a single entry is at least, of 1: lone entries of a large matrix must not vanish. */
const FAINTEST = 0.3;

/**
 * Writes the entries of a matrix, counted by pixel, as an opaque grey image (RGBA, 4 bytes a pixel): white where there are none, black
 * where a pixel is as full as it can be. The square root keeps thin bands visible beside full blocks.
 */
export function paintSpy(counts: Uint32Array, rowCount: number, size: number, pixels: Uint8ClampedArray): void {
  const span = countSpans(rowCount, size);
  for (let p = 0; p < counts.length; p++) {
    const capacity = span[Math.floor(p / size)] * span[p % size];
    const darkness = counts[p] === 0 ? 0 : FAINTEST + (1 - FAINTEST) * Math.sqrt(counts[p] / capacity);
    const grey = Math.round(255 * (1 - darkness));
    pixels[4 * p] = grey;
    pixels[4 * p + 1] = grey;
    pixels[4 * p + 2] = grey;
    pixels[4 * p + 3] = 255;
  }
}

/** How many rows of the matrix share each row of pixels, as `computeSpy` deals them out. */
function countSpans(rowCount: number, size: number): Uint32Array {
  const span = new Uint32Array(size);
  for (let k = 0; k < rowCount; k++) span[Math.floor(k * (size / rowCount))]++;
  return span;
}

/** Draws one of a spy's two pictures; a matrix smaller than the picture is enlarged square by square. */
export function drawSpy(canvas: HTMLCanvasElement, counts: Uint32Array, rowCount: number, size: number): void {
  canvas.width = size;
  canvas.height = size;
  canvas.classList.toggle("enlarged", size === rowCount);
  const context = canvas.getContext("2d");
  if (context === null) return;
  const image = context.createImageData(size, size);
  paintSpy(counts, rowCount, size, image.data);
  context.putImageData(image, 0, 0);
}
