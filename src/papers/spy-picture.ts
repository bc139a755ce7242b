import { deflateSync } from "node:zlib";
import type { Spy } from "../linalg/spy.ts";
import { encodePng } from "../output/png.ts";
import type { Picture } from "./experiment.ts";

/** How dark a pixel with a single entry is at least, of 1: lone entries of a large matrix must not vanish. */
const FAINTEST = 0.35;
/** A small matrix is enlarged, square by square, to at least so many pixels. */
const LEAST_SIZE = 240;
/** Grey of the frame around it, without which nobody sees where the matrix ends. */
const FRAME = 150;

/** The entries of a matrix or of its factor as a picture [Choi13, fig. 7.1–7.6]: white where there are none, black where it is full. */
export function spyPicture(spy: Spy, which: "matrix" | "factor", caption: string): Picture {
  const { size, rowCount } = spy;
  const counts = spy[which];
  const enlarge = Math.max(1, Math.ceil(LEAST_SIZE / size));
  const inner = size * enlarge;
  const side = inner + 2;
  const rgb = new Uint8Array(3 * side * side).fill(FRAME);
  const span = Math.max(1, rowCount / size);
  for (let p = 0; p < counts.length; p++) {
    const share = Math.min(1, counts[p] / (span * span));
    const darkness = counts[p] === 0 ? 0 : FAINTEST + (1 - FAINTEST) * Math.sqrt(share);
    const grey = Math.round(255 * (1 - darkness));
    const row = 1 + enlarge * Math.floor(p / size);
    const column = 1 + enlarge * (p % size);
    for (let y = row; y < row + enlarge; y++) rgb.fill(grey, 3 * (y * side + column), 3 * (y * side + column + enlarge));
  }
  return { caption, png: encodePng(rgb, side, side, deflateSync), width: side, height: side };
}
