import { colourAt } from "drape/inspect";
import { Color, SRGBColorSpace } from "three";

const SHADES = 256;
/** The scale of colours in linear space, as vertices carry them. */
const RAMP: Float32Array = new Float32Array(3 * SHADES);
for (let k = 0; k < SHADES; k++) {
  const [r, g, b] = colourAt(k / (SHADES - 1));
  new Color().setRGB(r, g, b, SRGBColorSpace).toArray(RAMP, 3 * k);
}

/** The colour of each distance on a scale from 0 to `scale` [m]: three numbers each, in linear space. */
export function colourDistances(distances: Float32Array, scale: number, out: Float32Array): void {
  for (let i = 0; i < distances.length; i++) {
    const shade = Math.min(SHADES - 1, Math.floor((distances[i] / scale) * SHADES)) || 0;
    for (let c = 0; c < 3; c++) out[3 * i + c] = RAMP[3 * shade + c];
  }
}

/** The same scale from left to right, as CSS has it. */
export function describeRamp(): string {
  const stops = Array.from({ length: 13 }, (_, k) => colourAt(k / 12).map((share) => Math.round(255 * share)));
  return `linear-gradient(to right, ${stops.map((rgb) => `rgb(${rgb.join(" ")})`).join(", ")})`;
}
