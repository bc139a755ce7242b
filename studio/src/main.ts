/** The page's entry: its styles, its stage, and the app on it. */
import "../../node_modules/lil-gui/dist/lil-gui.min.css";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import "./page/manners.css";
import "./compare/compare.css";
import { startApp } from "./app/app.ts";
import { type Banner, createBanner, reloadAction } from "./page/banner.ts";
import { findElements } from "./page/elements.ts";
import { trustOwnScripts } from "./page/trusted-types.ts";
import { createStage, type Stage } from "./stage/stage.ts";

trustOwnScripts();
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const elements = findElements();
const banner = createBanner(elements.banner, elements.bannerText, elements.bannerActions);
const stage = openStage(elements.canvas, banner);
if (stage !== undefined) startApp(elements, banner, stage, calm);

function openStage(canvas: HTMLCanvasElement, banner: Banner): Stage | undefined {
  try {
    return createStage(canvas, calm);
  } catch {
    banner.show(
      "This browser offers no WebGL 2, which the studio draws with; try another, or switch its graphics on and reload the page.",
      [reloadAction],
    );
    return undefined;
  }
}
