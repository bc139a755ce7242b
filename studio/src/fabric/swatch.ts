import { makeWeave } from "../stage/weave.ts";
import { lookOf, weaveOptions } from "./fabric-looks.ts";

/** Of the picture: few threads, so that each is seen. */
const THREADS = 16;
const TEXELS_PER_THREAD = 5;
/** Where the light comes from. */
const LIGHT = [-0.45, -0.45, 0.77];

/** Draws a small picture of a fabric, its threads lit from the upper left. */
export function drawSwatch(canvas: HTMLCanvasElement, fabric: string): void {
  const { size, colour, normal } = makeWeave(weaveOptions(lookOf(fabric), 0, THREADS, TEXELS_PER_THREAD));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  const image = context?.createImageData(size, size);
  if (context === null || image === undefined) return;
  for (let at = 0; at < colour.length; at += 4) {
    const light = LIGHT.reduce((sum, part, k) => sum + part * (normal[at + k] / 127.5 - 1), 0.3);
    for (let k = 0; k < 3; k++) image.data[at + k] = colour[at + k] * light;
    image.data[at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}
