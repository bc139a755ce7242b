import { type Banner, reloadAction } from "./banner.ts";

const LOST = "The graphics card has dropped the picture. It comes back by itself as soon as the card is ready; the simulation is kept.";

/** Says that the picture was lost, and has it drawn again when its context is back. */
export function watchContext(canvas: HTMLCanvasElement, banner: Banner, draw: () => void): void {
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault(); // else it never comes back
    banner.show(LOST, [reloadAction]);
  });
  canvas.addEventListener("webglcontextrestored", () => {
    banner.hide();
    draw();
  });
}
