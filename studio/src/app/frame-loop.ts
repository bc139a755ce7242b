import type { Gallery } from "../gallery/gallery.ts";
import type { PageParts } from "./page-parts.ts";
import type { SingleView } from "./single-view.ts";

/** Draws the page, once a frame of the screen and only when something changed. It never waits for a worker. */
export interface FrameLoop {
  /** Frames drawn so far. */
  readonly drawn: number;
  /** Whether the chosen scene is there and its cloth is drawn. */
  isLoaded(): boolean;
  /** Takes the newest frame of the simulation and follows the camera; true when a draw is due. */
  prepare(): boolean;
  /** Another scene is loaded: what setting it up costs is not counted. */
  restartCost(): void;
}

/** Frames between two looks at the page's own cost. */
const COST_INTERVAL = 10;

type Parts = Pick<PageParts, "elements" | "stage" | "comparison" | "readout" | "cost">;

export function startFrameLoop({ elements, stage, comparison, readout, cost }: Parts, single: SingleView, gallery: Gallery): FrameLoop {
  let drawn = 0;
  /** The frame before showed the loaded scene: from then on what a frame costs is counted. */
  let settled = false;

  function isLoaded(): boolean {
    return comparison.current?.describe().loaded ?? single.state.isShown;
  }

  function prepare(): boolean {
    if (elements.view.hidden === stage.turned) elements.view.hidden = !stage.turned;
    if (comparison.current !== undefined) comparison.current.advance();
    else single.advance();
    if (drawn > 0 && drawn % COST_INTERVAL === 0) readout.showPageCost(cost.median());
    return stage.prepare();
  }

  function nextFrame(): void {
    requestAnimationFrame(nextFrame);
    if (gallery.isOpen) return;
    const due = cost.count(prepare);
    if (!due) return;
    if (comparison.current !== undefined) comparison.current.draw();
    else if (single.state.isDrawing) stage.draw();
    drawn++;
    if (settled) cost.endFrame();
    else cost.restart();
    settled = isLoaded();
  }
  requestAnimationFrame(nextFrame);

  return {
    get drawn() {
      return drawn;
    },
    isLoaded,
    prepare,
    restartCost() {
      settled = false;
    },
  };
}
