import { isDark } from "../page/theme.ts";
import type { Card } from "./cards.ts";
import { createPreview, type Preview } from "./preview.ts";

/** Brings the card under the pointer, or with the focus, to life: one at a time, and none for whoever prefers less motion. */
export interface Life {
  /** The scene that is drawn on its card now, or "". */
  playing(): string;
  /** Stops, and gives back what was made for it. */
  end(): void;
}

/** How long a card is looked at before it plays [ms]: a pointer on its way elsewhere starts nothing. */
const DELAY = 140;

export function createLife(root: HTMLElement, cards: readonly Card[]): Life {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let preview: Preview | undefined;
  let looked: Card | undefined;
  let timer = 0;

  function lookAt(target: EventTarget | null): void {
    const card = cards.find(({ link }) => target instanceof Node && link.contains(target));
    if (card === looked) return;
    looked = card;
    clearTimeout(timer);
    preview?.stop();
    if (card !== undefined && !still.matches) timer = window.setTimeout(() => play(card), DELAY);
  }

  function play({ exhibit, picture }: Card): void {
    try {
      preview ??= createPreview();
      preview.setDark(isDark());
      preview.play(exhibit, picture);
    } catch {
      preview = undefined; // no graphics: the pictures stay as they are
    }
  }

  // not pointerover, which also tells of cards that scroll by below a pointer at rest
  root.addEventListener("pointermove", ({ pointerType, target }) => {
    if (pointerType !== "touch") lookAt(target);
  });
  root.addEventListener("pointerleave", () => lookAt(null));
  root.addEventListener("focusin", ({ target }) => {
    // a click focuses too, but its card is on its way out
    if (target instanceof Element && target.matches(":focus-visible")) lookAt(target);
  });
  root.addEventListener("focusout", ({ relatedTarget }) => lookAt(relatedTarget));

  return {
    playing: () => looked?.picture.dataset.alive ?? "",
    end() {
      lookAt(null);
      preview?.dispose();
      preview = undefined;
    },
  };
}
