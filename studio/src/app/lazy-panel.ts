import { fetchEngine, methods } from "../engine.ts";
import type { InsideView } from "../inside/inside-view.ts";
import { SCENES } from "../page/scenes.ts";
import type { Theme } from "../page/theme.ts";
import type { Panel } from "../panel/panel.ts";
import { loadOnce } from "./load-once.ts";
import type { PageParts } from "./page-parts.ts";

/** The settings panel, and what it offers to see of the inside: loaded with the first scene, because the gallery needs neither. */
export interface LazyPanel {
  /** Undefined until they are loaded. */
  readonly settings: Panel | undefined;
  readonly inside: InsideView | undefined;
  /** Begins to fetch the code; what goes wrong is told by `load`. */
  prefetch(): void;
  /** Loads both, once; false where that fails, and the banner says so. */
  load(): Promise<boolean>;
}

export function createLazyPanel(
  { elements, banner, stage, cloth, studio }: Pick<PageParts, "elements" | "banner" | "stage" | "cloth" | "studio">,
  theme: () => Theme,
): LazyPanel {
  let settings: Panel | undefined;
  let inside: InsideView | undefined;

  async function build(): Promise<void> {
    const [{ createPanel }, { createInsideView }] = await fetchCode();
    settings = createPanel(elements.panel, SCENES, methods(), {
      ...studio,
      theme: theme(),
      chooseScene(name) {
        location.hash = `scene=${encodeURIComponent(name)}`;
      },
      requestMatrix: async (ordering, size) => (await studio.send({ type: "matrix", ordering, size })) !== undefined,
      saveMatrix: () => void studio.send({ type: "matrix-file" }),
    });
    inside = createInsideView(settings.gui, elements.title, stage, cloth, (sights) => studio.send({ type: "see", sights }));
  }

  return {
    get settings() {
      return settings;
    },
    get inside() {
      return inside;
    },
    prefetch: () => void fetchCode().catch(() => {}),
    load: loadOnce("The settings", banner, build),
  };
}

function fetchCode(): Promise<[typeof import("../panel/panel.ts"), typeof import("../inside/inside-view.ts"), unknown]> {
  return Promise.all([import("../panel/panel.ts"), import("../inside/inside-view.ts"), fetchEngine()]);
}
