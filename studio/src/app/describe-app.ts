import { Vector3 } from "three";
import type { Automation } from "../page/automation.ts";
import type { FrameLoop } from "./frame-loop.ts";
import type { Navigation } from "./navigation.ts";
import type { PageParts } from "./page-parts.ts";
import type { SingleView } from "./single-view.ts";

/** What a test may ask of the page. */
export function describeApp(parts: PageParts, single: SingleView, { gallery }: Navigation, frames: FrameLoop): Automation {
  const { elements, cost, stage, cloth, plot, timeline, comparison, studio, bench, panel } = parts;
  return {
    loaded: frames.isLoaded,
    frame: () => frames.drawn,
    mainThreadMs: cost.median,
    mainThreadMaxMs: cost.largest,
    longestStepMs: single.takeLongestStep,
    time: () => comparison.current?.describe().time ?? single.state.time,
    steps: () => comparison.current?.describe().ticks ?? single.state.steps,
    compare: () => comparison.current?.describe(),
    scene: () => studio.state.entry.name,
    method: () => single.state.topology?.method ?? "",
    timestep: () => single.state.topology?.timestep ?? 0,
    playing: () => studio.state.playing,
    failed: () => studio.state.failed,
    particleCount: () => single.state.topology?.particleCount ?? 0,
    hash: () => (single.state.stats === undefined ? "" : single.state.stats.hash.toString(16).padStart(8, "0")),
    vertex(index) {
      const [x, y, z] = cloth.positions.subarray(3 * index, 3 * index + 3);
      return [x, y, z];
    },
    screen(index) {
      const point = new Vector3().fromArray(cloth.positions, 3 * index).project(stage.camera);
      const { clientWidth, clientHeight } = elements.canvas;
      return [(0.5 + 0.5 * point.x) * clientWidth, (0.5 - 0.5 * point.y) * clientHeight];
    },
    held: bench.held,
    setDrawing: single.setDrawing,
    tool: () => bench.tool,
    pins: bench.pins,
    revision: () => single.state.topology?.revision ?? 0,
    cuts: () => [...bench.edits.cuts],
    blowing: bench.blowing,
    ball: bench.ball,
    undoable: () => bench.undo.undoable,
    redoable: () => bench.undo.redoable,
    step: studio.step,
    gallery: () => ({ open: gallery.isOpen, alive: gallery.alive }),
    scrub: studio.scrub,
    timeline: timeline.describe,
    inside: () => panel.inside?.describe(),
    fieldAt: (vertex) => panel.inside?.valueAt(vertex) ?? Number.NaN,
    plotted: plot.latest,
  };
}
