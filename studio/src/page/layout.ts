import type { Insets } from "../stage/stage-camera.ts";

/** Below this width or height the panels are a sheet at the bottom [CSS px]; the style sheet has the same numbers. */
export const NARROW = "(max-width: 760px), (max-height: 500px)";

/** A phone on its side: the cloth has the room beside the title, not below it. */
const SHORT = "(max-height: 500px) and (min-width: 600px)";

/** From this width on the cloth leaves some room for the title [CSS px]. */
const ROOMY = 1100;
const TITLE_ROOM = 110;

/** Tells now and at every change which parts of the canvas lie under the title, the panels and the buttons. */
export function watchLayout(title: HTMLElement, dock: HTMLElement, tools: HTMLElement, apply: (insets: Insets) => void): void {
  const narrow = matchMedia(NARROW);
  const short = matchMedia(SHORT);
  function measure(): void {
    // on the screen, however much the panels are enlarged
    const [head, panels, buttons] = [title, dock, tools].map((part) => part.getBoundingClientRect());
    if (narrow.matches) {
      const bottom = Math.min(panels.height, 0.62 * window.innerHeight);
      const top = short.matches ? head.top : head.bottom;
      apply({ top, right: 0, bottom, left: 0 });
    } else {
      const bottom = buttons.height > 0 ? window.innerHeight - buttons.top : 24;
      const right = panels.width;
      if (window.innerWidth > ROOMY) {
        apply({ top: 24, right, bottom, left: TITLE_ROOM });
        return;
      }
      // beside the title or below it, where the cloth is larger
      const width = window.innerWidth - right;
      const height = window.innerHeight - bottom;
      const isBeside = Math.min(width - head.right, height) > Math.min(width, height - head.bottom);
      apply(isBeside ? { top: 0, right, bottom, left: head.right } : { top: head.bottom, right, bottom, left: 0 });
    }
  }
  const observer = new ResizeObserver(measure);
  observer.observe(title);
  observer.observe(dock);
  observer.observe(document.body);
  narrow.addEventListener("change", measure);
  measure();
}
