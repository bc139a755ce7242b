/** What the tools draw over the picture. */
export interface Overlay {
  /** A stroke of the scissors, its points [CSS px]; none hides it. */
  showStroke(points: readonly (readonly [number, number])[]): void;
  /** Where somebody blows, and how wide [CSS px]; undefined: nobody does. */
  showBreath(at: readonly [number, number] | undefined, radius: number): void;
}

const SVG = "http://www.w3.org/2000/svg";

export function createOverlay(canvas: HTMLCanvasElement): Overlay {
  const root = document.createElementNS(SVG, "svg");
  root.id = "touch-overlay";
  root.setAttribute("aria-hidden", "true");
  const stroke = document.createElementNS(SVG, "polyline");
  const breath = document.createElementNS(SVG, "circle");
  root.append(breath, stroke);
  canvas.after(root);
  breath.setAttribute("r", "0");
  return {
    showStroke(points) {
      stroke.setAttribute("points", points.map(([x, y]) => `${x},${y}`).join(" "));
    },
    showBreath(at, radius) {
      breath.setAttribute("r", String(at === undefined ? 0 : radius));
      if (at === undefined) return;
      breath.setAttribute("cx", String(at[0]));
      breath.setAttribute("cy", String(at[1]));
    },
  };
}
