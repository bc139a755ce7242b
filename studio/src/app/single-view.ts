import type { Frame, SimulationEvent, Stats, Topology } from "../commands.ts";
import { methodTitle } from "../engine.ts";
import { ownFabrics, sceneSurface } from "../fabric/fabric-choice.ts";
import { describeBlowUp, reloadAction } from "../page/banner.ts";
import { saveFile } from "../page/save-file.ts";
import type { SceneEntry } from "../page/scenes.ts";
import type { PageParts } from "./page-parts.ts";

/** The single simulation as the page shows it: its cloth and scenery, its measurements, its settings. */
export interface SingleView {
  readonly state: Readonly<SingleState>;
  /** Switched off, the simulation goes on without being drawn. */
  setDrawing(on: boolean): void;
  /** The longest step in the worker since this was last called [ms]. */
  takeLongestStep(): number;
  /** Another scene is about to be loaded: what still comes of the one before is not shown. */
  open(entry: SceneEntry): void;
  receive(event: SimulationEvent): void;
  /** The simulation is back at its start. */
  restart(): void;
  /** Settings changed. */
  showSettings(): void;
  /** Once a frame: shows the newest frame and measurements. */
  advance(): void;
}

/** What is known of the simulation, and shown of it. */
export interface SingleState {
  /** What the worker has told last; undefined until the scene that was chosen is there. */
  topology: Topology | undefined;
  stats: Stats | undefined;
  /** Time [s] and steps of the newest frame. */
  time: number;
  steps: number;
  /** A frame of the chosen scene is on the stage. */
  isShown: boolean;
  isDrawing: boolean;
}

export function createSingleView(parts: Omit<PageParts, "cost">): SingleView {
  const { elements, banner, stage, cloth, scenery, readout, plot, timeline, client, studio, bench, panel } = parts;
  const state: SingleState = { topology: undefined, stats: undefined, time: 0, steps: 0, isShown: false, isDrawing: true };
  let statsDue = false;
  let longestStep = 0;

  function restart(): void {
    plot.clear();
    bench.dropHand();
  }

  function setTopology(topology: Topology): void {
    state.topology = topology;
    cloth.setTopology(topology);
    if (!topology.recut || bench.held() >= topology.particleCount) bench.dropHand();
    if (topology.start !== undefined) {
      scenery.set(topology.start, topology, studio.state.scene);
      panel.inside?.setScene(studio.state.scene?.colliders ?? [], topology.surfaces ?? [], scenery.radius);
    }
    if (!topology.keptState) restart();
    panel.settings?.matrix.renew(topology.options.ordering);
    panel.settings?.showEngine(topology.method, topology.options);
  }

  function setStats(stats: Stats): void {
    if (state.topology === undefined) return;
    state.stats = stats;
    longestStep = Math.max(longestStep, stats.longest);
    if (!state.isDrawing) return;
    statsDue = true;
    plot.add(stats);
    timeline.show(stats.timeline);
  }

  function showFrame(frame: Frame): void {
    if (frame.revision !== state.topology?.revision) return;
    state.time = frame.time;
    state.steps = frame.steps;
    if (state.isDrawing) readout.showTime(frame.time, frame.steps);
    if (!scenery.canShow(frame.positions)) return;
    cloth.setFrame(frame);
    bench.setFrame(frame);
    scenery.setFrame(frame);
    scenery.follow(frame.time);
    panel.inside?.showFrame(frame);
    state.isShown = true;
    stage.invalidate();
  }

  function receive(event: SimulationEvent): void {
    if (event.type === "topology") setTopology(event.topology);
    else if (event.type === "stats") setStats(event.stats);
    else if (event.type === "springs") panel.inside?.setSprings(event.ends, event.kinds);
    else if (event.type === "edits") bench.setEdits(event.pinned, event.edits);
    else if (event.type === "matrix") panel.settings?.matrix.show(event.view);
    else if (event.type === "matrix-file") saveFile(`${studio.state.entry.name}-${state.topology?.method}.mtx`, event.text);
    else if (event.type === "error" && event.kind === "unstable") studio.fail(event.step, event.time);
    else if (event.type === "error") banner.show(event.message, [reloadAction]);
  }

  return {
    state,
    setDrawing(on) {
      state.isDrawing = on;
      stage.invalidate();
    },
    takeLongestStep() {
      const ms = longestStep;
      longestStep = 0;
      return ms;
    },
    open({ title, description }) {
      state.topology = undefined;
      state.isShown = false;
      scenery.clear();
      bench.undo.clear();
      elements.sceneTitle.textContent = title;
      elements.sceneDescription.textContent = description;
    },
    receive,
    restart,
    showSettings() {
      showSettings(parts);
      statsDue = true;
    },
    advance() {
      const frame = client.takeFrame();
      if (frame !== undefined) showFrame(frame);
      bench.frame();
      if (statsDue && state.stats !== undefined) {
        statsDue = false;
        readout.showStats(state.stats, studio.state);
      }
      if (elements.readout.open) plot.draw();
    },
  };
}

type SettingsParts = Pick<PageParts, "studio" | "panel" | "cloth" | "scenery" | "stage" | "comparison">;

function showSettings({ studio: { state }, panel, cloth, scenery, stage, comparison }: SettingsParts): void {
  const variants = state.scene?.variants ?? [];
  const variant = variants.find(({ given }) => sameSettings(given, state.solver))?.name ?? "";
  panel.settings?.show({ ...state, variants, variant });
  const names = state.scene?.cloths.map(({ name }) => name) ?? [];
  panel.settings?.fabric.show(state.fabrics, ownFabrics(state.input), names, sceneSurface(state.input));
  cloth.setFabrics(state.fabrics.map((choice) => choice?.base ?? ""));
  cloth.object.visible = !state.empty && !comparison.isOpen;
  scenery.setVisible(!state.empty);
  stage.invalidate();
}

/** True when two solver blocks say the same. */
function sameSettings(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}

/** The simulation became unstable, at this step and time [s]. */
export function showBlowUp({ banner, studio }: Pick<PageParts, "banner" | "studio">, step?: number, time?: number): void {
  const { solver, timestep } = studio.state;
  banner.show(describeBlowUp(methodTitle(solver.method), timestep, step, time), [
    { label: "Reset", run: studio.reset },
    { label: "Reset with half the time step", run: () => studio.setTimestep(timestep / 2) },
  ]);
}
