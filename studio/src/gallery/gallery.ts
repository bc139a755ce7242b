import "./gallery.css";
import type { SceneEntry } from "../page/scenes.ts";
import { type Card, createShelf } from "./cards.ts";
import { groupScenes } from "./groups.ts";
import { createLife } from "./life.ts";
import { findNeighbour } from "./neighbour.ts";

/** All scenes on one page, which covers the studio while it is open. */
export interface Gallery {
  readonly isOpen: boolean;
  /** The scene whose card plays now, or "". */
  readonly alive: string;
  open(): void;
  close(): void;
}

export interface GalleryActions {
  /** Whether there is a scene to go back to. */
  canClose(): boolean;
  /** Told when it has opened or closed. */
  changed(isOpen: boolean): void;
}

/** Keys that go from card to card. */
const MOVES: readonly string[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

export function createGallery(root: HTMLElement, scenes: readonly SceneEntry[], actions: GalleryActions): Gallery {
  const shelves = groupScenes(scenes).map(createShelf);
  const cards = shelves.flatMap((shelf) => shelf.cards);
  const life = createLife(root, cards);
  const search = find(root, "input");
  const closeButton = find(root, "button");
  const status = find(root, "[role=status]");
  status.before(...shelves.map(({ section }) => section));
  let opener: Element | null = null;

  search.addEventListener("input", filter);

  function filter(): void {
    const shown = shelves.reduce((sum, shelf) => sum + shelf.filter(search.value.trim()), 0);
    const wished = search.value.trim() !== "";
    if (shown === 0) status.textContent = "No scene has all these words. Try fewer, or clear the field.";
    else status.textContent = wished ? `${shown} ${shown === 1 ? "scene" : "scenes"}` : "";
  }

  closeButton.addEventListener("click", close);
  root.addEventListener("click", (event) => {
    const opensHere = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (opensHere && event.target instanceof Element && event.target.closest(".card") !== null) close();
  });
  // caught before it reaches the page's own keys, which are for the scene
  window.addEventListener(
    "keydown",
    (event) => {
      if (root.hidden) return;
      event.stopPropagation();
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Escape") back();
      else if (MOVES.includes(event.key)) move(event);
      else if (/^\S$/.test(event.key)) search.focus(); // whoever types looks for something
    },
    { capture: true },
  );

  /** From card to card; from elsewhere, such as the field, whose other keys are its own, down to the first. */
  function move(event: KeyboardEvent): void {
    const shown = cards.filter(({ link }) => link.checkVisibility());
    const from = shown.findIndex(({ link }) => link === document.activeElement);
    if (shown.length === 0 || (from < 0 && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const boxes = shown.map(({ link }) => link.getBoundingClientRect());
    focusCard(shown[from < 0 ? 0 : findNeighbour(boxes, from, event.key)]);
  }

  /** One step back: from what was looked for to all scenes, from there to the scene. */
  function back(): void {
    if (search.value !== "") {
      search.value = "";
      filter();
    } else if (actions.canClose()) {
      close();
    }
  }

  function open(): void {
    if (!root.hidden) return;
    opener = document.activeElement;
    closeButton.hidden = !actions.canClose();
    show(true);
    root.focus({ preventScroll: true });
  }

  function close(): void {
    if (root.hidden) return;
    life.end();
    show(false);
    if (opener instanceof HTMLElement && opener !== document.body) opener.focus();
  }

  /** What is behind the gallery is out of reach while it is open. */
  function show(shown: boolean): void {
    root.hidden = !shown;
    for (const part of document.querySelectorAll<HTMLElement>("#stage, #title, #dock")) part.inert = shown;
    actions.changed(shown);
  }

  return {
    get isOpen() {
      return !root.hidden;
    },
    get alive() {
      return life.playing();
    },
    open,
    close,
  };
}

function focusCard({ link }: Card): void {
  link.focus();
  link.scrollIntoView({ block: "nearest" });
}

function find<Tag extends keyof HTMLElementTagNameMap>(root: HTMLElement, selector: Tag): HTMLElementTagNameMap[Tag];
function find(root: HTMLElement, selector: string): HTMLElement;
function find(root: HTMLElement, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`The gallery has no ${selector}.`);
  return element;
}
