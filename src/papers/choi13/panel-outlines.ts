import type { Outline } from "./outline-mesh.ts";

/** The pieces of a dress, drawn after the kind of pattern that [Choi13, Fig. 7.4–7.6] shows; its own outlines are not printed in numbers. */
export const square: Outline = (u, v) => u >= 0 && u <= 1 && v >= 0 && v <= 1;

/** Upper front: sloping shoulders, a round neckline, shallow armholes, a taken-in waist and a dart from it towards each bust point. */
export const bodiceFront: Outline = (u, v) => {
  const x = Math.abs(u - 0.5);
  if (x > 0.48 || v > 1 || v < 0.02 + 0.25 * Math.max(0, x - 0.14)) return false;
  if (ellipse(x, v, 0, 0, 0.16, 0.2) || ellipse(x, v, 0.56, 0.2, 0.19, 0.22)) return false;
  if (x > 0.48 - 0.12 * Math.max(0, v - 0.4)) return false;
  return !(v > 0.62 && Math.abs(x - 0.2) < 0.07 * (v - 0.62));
};

/** Upper back: deep armholes and a slit down the middle for the fastening. */
export const bodiceBack: Outline = (u, v) => {
  const x = Math.abs(u - 0.5);
  if (x > 0.46 || v > 1 || v < 0.02 + 0.3 * Math.max(0, x - 0.12)) return false;
  if (ellipse(x, v, 0, 0, 0.14, 0.07) || ellipse(x, v, 0.52, 0.24, 0.24, 0.27)) return false;
  if (x > 0.46 - 0.14 * Math.max(0, v - 0.45)) return false;
  return !(v < 0.5 && x < 0.03);
};

/** A flared skirt panel: a sector of a ring. */
export const skirt: Outline = (u, v) => {
  const x = u - 0.5;
  const y = v + 0.42;
  const radius = Math.sqrt(x * x + y * y);
  return radius > 0.45 && radius < 1.4 && Math.abs(x) < 0.36 * y;
};

function ellipse(x: number, y: number, cx: number, cy: number, a: number, b: number): boolean {
  const u = (x - cx) / a;
  const v = (y - cy) / b;
  return u * u + v * v < 1;
}
