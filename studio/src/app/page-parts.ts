import type { SimulationClient } from "../client.ts";
import type { Timeline } from "../inside/timeline.ts";
import type { Banner } from "../page/banner.ts";
import type { Elements } from "../page/elements.ts";
import type { FrameCost } from "../readout/frame-cost.ts";
import type { Plot } from "../readout/plot.ts";
import type { Readout } from "../readout/readout.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Scenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import type { Studio } from "../studio.ts";
import type { Workbench } from "../touch/workbench.ts";
import type { LazyComparison } from "./lazy-comparison.ts";
import type { LazyPanel } from "./lazy-panel.ts";

/** The parts of the page that others build on; each takes those it needs. */
export interface PageParts {
  readonly elements: Elements;
  readonly banner: Banner;
  readonly cost: FrameCost;
  readonly stage: Stage;
  readonly cloth: ClothView;
  readonly scenery: Scenery;
  readonly readout: Readout;
  readonly plot: Plot;
  readonly timeline: Timeline;
  /** The worker of the single simulation; the studio's own commands go to the comparison while that is open. */
  readonly client: SimulationClient;
  readonly comparison: LazyComparison;
  readonly studio: Studio;
  readonly bench: Workbench;
  readonly panel: LazyPanel;
}
