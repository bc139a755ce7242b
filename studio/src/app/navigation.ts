import { createGallery, type Gallery } from "../gallery/gallery.ts";
import { formatLink, type Link, parseLink } from "../page/link.ts";
import type { Remembered } from "../page/remember.ts";
import { SCENES } from "../page/scenes.ts";
import type { LastWork } from "../page/visit.ts";
import type { PageParts } from "./page-parts.ts";

/** Follows the page's address: a scene by itself, several solvers of it side by side, or the gallery of all scenes. */
export interface Navigation {
  readonly gallery: Gallery;
  /** Opens what the address asks for, now and whenever it changes. To be called once the worker is ready. */
  start(): void;
  /** From one view to several methods side by side, or back. */
  toggleCompare(): void;
}

type Parts = Pick<PageParts, "elements" | "client" | "studio" | "comparison" | "bench" | "panel">;

export function createNavigation({ elements, client, studio, comparison, bench, panel }: Parts, work: Remembered<LastWork>): Navigation {
  /** The scene that the gallery goes back to. */
  let opened: Link | undefined;
  const gallery = createGallery(elements.gallery, SCENES, {
    canClose: () => opened !== undefined,
    changed(isOpen) {
      studio.setVisible(!isOpen);
      // an address without a scene is the gallery's
      if (!isOpen && opened !== undefined && parseLink(location.hash).scene === undefined)
        history.replaceState(null, "", formatLink(opened));
    },
  });
  if (parseLink(location.hash).scene === undefined) gallery.open();
  else panel.prefetch();

  async function follow(): Promise<void> {
    const asked = parseLink(location.hash);
    if (asked.scene !== undefined && !(await panel.load())) return;
    if (asked.compare !== undefined && !(await comparison.load())) return;
    const link = parseLink(location.hash);
    if (link.compare !== undefined && asked.compare === undefined) return; // the address changed meanwhile, and is followed on its own
    if (link.scene === undefined) {
      gallery.open();
      return;
    }
    opened = link;
    gallery.close();
    if (link.compare === undefined) comparison.close();
    else {
      void client.send({ type: "pause" });
      bench.choose("hand");
      comparison.open(link.compare);
    }
    elements.compare.setAttribute("aria-pressed", String(comparison.isOpen));
    elements.tools.hidden = comparison.isOpen;
    void studio.send({ type: "speed", factor: studio.state.speed }); // to the simulations that run from now on
    await studio.open(link);
  }

  /** Opens what the link names, and goes on where the last visit left it. */
  async function openFirst(): Promise<void> {
    const last = work.read();
    await follow();
    if (comparison.isOpen || last === undefined || last.scene !== studio.state.entry.name || studio.state.empty) return;
    const now = JSON.stringify([bench.edits, studio.state.wind]);
    if (opened === undefined || JSON.stringify([last.edits, last.wind]) === now) return;
    await studio.applySettings({ ...studio.settings(), wind: last.wind });
    void studio.send({ type: "edit", edits: last.edits });
  }

  return {
    gallery,
    start() {
      window.addEventListener("hashchange", () => void follow());
      const showOrHide = (): void => studio.setVisible(!document.hidden && !gallery.isOpen);
      document.addEventListener("visibilitychange", showOrHide);
      showOrHide();
      void openFirst();
    },
    toggleCompare() {
      const link = studio.link();
      location.hash = formatLink(comparison.isOpen ? link : { ...link, compare: [] });
    },
  };
}
