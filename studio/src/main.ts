/** The page: puts stage, cloth, panel, readout and the simulation's client together and runs the frame loop. */
import "../../node_modules/lil-gui/dist/lil-gui.min.css";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import "./page/manners.css";
import "./compare/compare.css";
import { METHODS, type Scene } from "drape";
import { Vector3 } from "three";
import { createClient, type EventListener } from "./client.ts";
import { createComparison } from "./compare/comparison.ts";
import { createLane } from "./compare/lane.ts";
import { ownFabrics } from "./fabric/fabric-choice.ts";
import { createOpenFiles, type OpenFiles } from "./files/open-files.ts";
import type { SaveDialog } from "./files/save-dialog.ts";
import { createSaveHost } from "./files/save-host.ts";
import { createGallery } from "./gallery/gallery.ts";
import type { InsideView } from "./inside/inside-view.ts";
import { createTimeline } from "./inside/timeline.ts";
import { exposeAutomation } from "./page/automation.ts";
import { createBanner, describeBlowUp } from "./page/banner.ts";
import { watchContext } from "./page/context-loss.ts";
import { findElements } from "./page/elements.ts";
import { NARROW, watchLayout } from "./page/layout.ts";
import { formatLink, type Link, parseLink } from "./page/link.ts";
import { saveFile } from "./page/save-file.ts";
import { SCENES } from "./page/scenes.ts";
import { createTheme, readPlotColors } from "./page/theme.ts";
import { createTransport, type Transport } from "./page/transport.ts";
import { trustOwnScripts } from "./page/trusted-types.ts";
import { rememberPreferences, rememberWork } from "./page/visit.ts";
import type { Panel } from "./panel/panel.ts";
import { ownSolver } from "./panel/solver-choice.ts";
import type { Frame, Stats, Topology } from "./protocol.ts";
import { createFrameCost } from "./readout/frame-cost.ts";
import { createPlot } from "./readout/plot.ts";
import { createReadout } from "./readout/readout.ts";
import { createClothView } from "./stage/cloth-view.ts";
import { createScenery } from "./stage/scenery.ts";
import { createStage, type Stage } from "./stage/stage.ts";
import { createStudio, type Studio } from "./studio.ts";
import { createWorkbench } from "./touch/workbench.ts";
import { startWorker } from "./worker/start-worker.ts";

/** Frames between two looks at the page's own cost. */
const COST_INTERVAL = 10;
trustOwnScripts();
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const elements = findElements();
const banner = createBanner(elements.banner, elements.bannerText, elements.bannerActions);
const stage = openStage();
if (stage !== undefined) run(stage);

function openStage(): Stage | undefined {
  try {
    return createStage(elements.canvas, calm);
  } catch {
    banner.show(
      "This browser offers no WebGL 2, which the studio draws with; try another, or switch its graphics on and reload the page.",
      [{ label: "Reload the page", run: () => location.reload() }],
    );
    return undefined;
  }
}

function run(stage: Stage): void {
  const cost = createFrameCost();
  const cloth = createClothView(stage.maxAnisotropy);
  const scenery = createScenery(stage);
  stage.scene.add(cloth.object);
  const readout = createReadout(elements.readout);
  const plot = createPlot(elements.plot, elements.plotChoice, readPlotColors());
  const timeline = createTimeline(elements.timeline, async (step) => studio?.scrub(step));
  let studio: Studio | undefined;
  let panel: Panel | undefined;
  let transport: Transport | undefined;
  let inside: InsideView | undefined;
  let making: Promise<void> | undefined;
  let files: OpenFiles | undefined;
  let topology: Topology | undefined;
  let stats: Stats | undefined;
  let statsDue = false;
  let longestStep = 0;
  let opened: Link | undefined;
  let shown = false;
  let time = 0;
  let steps = 0;
  let drawn = 0;
  let settled = false;
  let drawing = true;

  const gallery = createGallery(elements.gallery, SCENES, {
    canClose: () => opened !== undefined,
    changed(isOpen) {
      studio?.setVisible(!isOpen);
      // an address without a scene is the gallery's
      if (!isOpen && opened !== undefined && parseLink(location.hash).scene === undefined)
        history.replaceState(null, "", formatLink(opened));
    },
  });
  if (parseLink(location.hash).scene === undefined) gallery.open();
  else loadPanel().catch(() => {}); // told when the scene is opened
  const client = createClient(startWorker(), hear, cost.count);
  const comparison = createComparison(document.body, stage, scenery, {
    createLane: () => createLane(startWorker(), cost.count),
    scene: () => studio?.state.scene as Scene,
    own: () => ownSolver((studio as Studio).state.input),
    chosen: () => (studio as Studio).state.solver,
    changed: (compared) => history.replaceState(null, "", formatLink({ ...(studio as Studio).link(), compare: compared })),
    trouble: (sentence) => banner.show(sentence, [{ label: "Close", run: banner.hide }]),
    stopped: () => studio?.setPlaying(false),
    leave: toggleCompare,
  });
  const preferences = rememberPreferences();
  const work = rememberWork();
  const liked = preferences.read() ?? {};
  const bench = createWorkbench(elements.canvas, elements.tools, stage, cloth, {
    studio: () => studio,
    radius: () => Math.min(scenery.radius, 1e3),
    count: cost.count,
    chosen: savePreferences,
    edited: saveWork,
  });
  if (matchMedia(NARROW).matches) elements.readout.open = false;
  watchContext(elements.canvas, banner, stage.invalidate);
  const theme = createTheme((dark) => {
    stage.setDark(dark);
    scenery.setDark(dark);
    plot.setColors(readPlotColors());
    panel?.fabric.redraw();
  });
  watchLayout(elements.title, elements.dock, elements.tools, stage.setInsets);
  theme.set(liked.theme ?? "auto");
  bench.choose(liked.tool ?? "hand");
  if (liked.readout !== undefined) elements.readout.open = liked.readout;
  elements.readout.addEventListener("toggle", savePreferences);
  requestAnimationFrame(nextFrame);

  function savePreferences(): void {
    const { speed } = studio?.state ?? liked;
    preferences.write({
      tool: bench.tool,
      readout: elements.readout.open,
      theme: theme.setting,
      ...(speed === undefined ? {} : { speed }),
    });
  }

  /** Saves what was done to the scene, which the same link then finds again. */
  function saveWork(): void {
    if (studio === undefined || topology === undefined) return;
    work.write({ scene: studio.state.entry.name, wind: studio.state.wind, edits: bench.edits });
  }

  function hear(event: Parameters<EventListener>[0]): void {
    if (comparison.isOpen && event.type !== "ready") return; // what still comes of the single simulation
    switch (event.type) {
      case "ready":
        begin();
        return;
      case "topology":
        topology = event.topology;
        cloth.setTopology(topology);
        if (!topology.recut || bench.held() >= topology.particleCount) bench.dropHand();
        if (topology.start !== undefined) {
          scenery.set(topology.start, topology, studio?.state.scene);
          inside?.setScene(studio?.state.scene?.colliders ?? [], topology.surfaces ?? [], scenery.radius);
        }
        if (!topology.keptState) restart();
        panel?.matrix.renew(topology.options.ordering);
        panel?.showEngine(topology.method, topology.options);
        return;
      case "stats":
        if (topology === undefined) return;
        stats = event.stats;
        longestStep = Math.max(longestStep, stats.longest);
        if (!drawing) return;
        statsDue = true;
        plot.add(stats);
        timeline.show(stats.timeline);
        return;
      case "springs":
        inside?.setSprings(event.ends, event.kinds);
        return;
      case "edits":
        bench.setEdits(event.pinned, event.edits);
        return;
      case "matrix":
        panel?.matrix.show(event.view);
        return;
      case "matrix-file":
        saveFile(`${studio?.state.entry.name}-${topology?.method}.mtx`, event.text);
        return;
      case "error":
        if (event.kind === "unstable") studio?.fail(event.step, event.time);
        else banner.show(event.message, [{ label: "Reload the page", run: () => location.reload() }]);
        return;
      case "progress":
        return;
    }
  }

  function begin(): void {
    const routed: typeof client = {
      ...client,
      send: (command, signal) => (comparison.isOpen ? comparison.send(command) : client.send(command, signal)),
    };
    const made = createStudio(routed, SCENES, !calm, {
      changed: () => showSettings(made),
      adjusted: (kind, before) => {
        bench.undo.changeSettings(kind, before);
        saveWork();
      },
      opening(entry) {
        // What still comes of the scene before is not shown.
        topology = undefined;
        scenery.clear();
        bench.undo.clear();
        shown = false;
        settled = false;
        elements.sceneTitle.textContent = entry.title;
        elements.sceneDescription.textContent = entry.description;
      },
      restarted: restart,
      unstable: (step, at) => showBlowUp(made, step, at),
      trouble(sentence) {
        if (sentence === undefined) banner.hide();
        else banner.show(sentence, [{ label: "Close", run: banner.hide }]);
      },
    });
    studio = made;
    const saveHost = createSaveHost({
      studio: made,
      stage,
      canvas: elements.canvas,
      topology: () => topology,
      stats: () => stats,
      prepare: prepareFrame,
    });
    let saving: Promise<SaveDialog> | undefined;
    const openSave = async (): Promise<void> => {
      saving ??= import("./files/save-dialog.ts").then(({ createSaveDialog }) => createSaveDialog(saveHost));
      (await saving).open();
    };
    transport = createTransport(elements, made, timeline, {
      showFramed: stage.showFramed,
      showScenes: gallery.open,
      nextField: () => inside?.nextField(),
      toggleCompare,
      openSave: () => void openSave(),
      others: bench.shortcuts,
    });
    files = createOpenFiles(elements.title, elements.canvas, stage, cloth, made, banner);
    if (liked.speed !== undefined) made.setSpeed(liked.speed);
    window.addEventListener("hashchange", () => void follow(made));
    const showOrHide = (): void => made.setVisible(!document.hidden && !gallery.isOpen);
    document.addEventListener("visibilitychange", showOrHide);
    showOrHide();
    void openFirst(made);
  }

  /** Whether there is a panel; the first who asks has it made, and a page that cannot load it says so. */
  async function hasPanel(made: Studio): Promise<boolean> {
    making ??= makePanel(made);
    try {
      await making;
      return true;
    } catch {
      making = undefined;
      banner.show("The settings could not be loaded: look at the connection, then reload the page.", [
        { label: "Reload the page", run: () => location.reload() },
      ]);
      return false;
    }
  }

  async function makePanel(made: Studio): Promise<void> {
    const [{ createPanel }, { createInsideView }] = await loadPanel();
    panel = createPanel(elements.panel, SCENES, METHODS, {
      ...made,
      theme: {
        setting: theme.setting,
        set(setting) {
          theme.set(setting);
          savePreferences();
        },
      },
      chooseScene: (name) => {
        location.hash = `scene=${encodeURIComponent(name)}`;
      },
      requestMatrix: async (ordering, size) => (await made.send({ type: "matrix", ordering, size })) !== undefined,
      saveMatrix: () => void made.send({ type: "matrix-file" }),
    });
    inside = createInsideView(panel.gui, elements.title, stage, cloth, (sights) => made.send({ type: "see", sights }));
  }

  /** Opens what the address asks for: a scene by itself, several solvers of it side by side, or all scenes to choose from. */
  async function follow(studio: Studio): Promise<void> {
    if (parseLink(location.hash).scene !== undefined && !(await hasPanel(studio))) return;
    const link = parseLink(location.hash);
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
    void studio.send({ type: "speed", factor: studio.state.speed }); // of whoever simulates now
    await studio.open(link);
  }

  function toggleCompare(): void {
    if (studio === undefined) return;
    const link = studio.link();
    location.hash = formatLink(comparison.isOpen ? link : { ...link, compare: [] });
  }

  /** Opens what the link names, and goes on where the last visit left it. */
  async function openFirst(made: Studio): Promise<void> {
    const last = work.read();
    await follow(made);
    if (comparison.isOpen || last === undefined || last.scene !== made.state.entry.name || made.state.empty) return;
    const now = JSON.stringify([bench.edits, made.state.wind]);
    if (opened === undefined || JSON.stringify([last.edits, last.wind]) === now) return;
    await made.applySettings({ ...made.settings(), wind: last.wind });
    void made.send({ type: "edit", edits: last.edits });
  }

  function restart(): void {
    plot.clear();
    bench.dropHand();
  }

  function showSettings({ state }: Studio): void {
    const variants = state.scene?.variants ?? [];
    const variant = variants.find(({ given }) => sameSettings(given, state.solver))?.name ?? "";
    panel?.show({ ...state, variants, variant });
    panel?.fabric.show(state.fabrics, ownFabrics(state.input), state.scene?.cloths.map(({ name }) => name) ?? []);
    cloth.setFabrics(state.fabrics.map((choice) => choice?.base ?? ""));
    transport?.show(state);
    files?.show();
    savePreferences();
    cloth.object.visible = !state.empty && !comparison.isOpen;
    scenery.setVisible(!state.empty);
    stage.invalidate();
    statsDue = true;
  }

  function showBlowUp(studio: Studio, step?: number, at?: number): void {
    const { solver, timestep } = studio.state;
    const title = METHODS.find(({ name }) => name === solver.method)?.title ?? solver.method;
    banner.show(describeBlowUp(title, timestep, step, at), [
      { label: "Reset", run: studio.reset },
      { label: "Reset with half the time step", run: () => studio.setTimestep(timestep / 2) },
    ]);
  }

  /** Takes the newest frame, if there is one, and draws when anything changed. It never waits for the worker. */
  function nextFrame(): void {
    requestAnimationFrame(nextFrame);
    if (gallery.isOpen) return;
    const due = cost.count(prepareFrame);
    if (!due) return;
    if (comparison.isOpen) comparison.draw();
    else if (drawing) stage.draw();
    drawn++;
    if (settled) cost.endFrame();
    else cost.restart();
    settled = isLoaded();
  }

  function isLoaded(): boolean {
    return comparison.isOpen ? comparison.describe().loaded : shown;
  }

  function prepareFrame(): boolean {
    if (elements.view.hidden === stage.turned) elements.view.hidden = !stage.turned;
    if (comparison.isOpen) comparison.advance();
    else advanceSingle();
    if (drawn > 0 && drawn % COST_INTERVAL === 0) readout.showPageCost(cost.median());
    return stage.prepare();
  }

  function advanceSingle(): void {
    const frame = client.takeFrame();
    if (frame !== undefined) {
      showFrame(frame);
      client.recycle(frame);
    }
    bench.frame();
    if (statsDue && stats !== undefined && studio !== undefined) {
      statsDue = false;
      readout.showStats(stats, studio.state.playing, studio.state.speed);
    }
    if (elements.readout.open) plot.draw();
  }

  function showFrame(frame: Frame): void {
    if (frame.revision !== topology?.revision) return;
    ({ time, steps } = frame);
    if (drawing) readout.showTime(time, steps);
    if (!scenery.canShow(frame.positions)) return;
    cloth.setFrame(frame);
    bench.setFrame(frame);
    scenery.setFrame(frame);
    scenery.follow(frame.time);
    inside?.showFrame(frame);
    shown = true;
    stage.invalidate();
  }

  exposeAutomation({
    loaded: isLoaded,
    frame: () => drawn,
    mainThreadMs: cost.median,
    mainThreadMaxMs: cost.largest,
    longestStepMs() {
      const ms = longestStep;
      longestStep = 0;
      return ms;
    },
    time: () => (comparison.isOpen ? comparison.describe().time : time),
    steps: () => (comparison.isOpen ? comparison.describe().ticks : steps),
    compare: () => (comparison.isOpen ? comparison.describe() : undefined),
    scene: () => studio?.state.entry.name ?? "",
    method: () => topology?.method ?? "",
    timestep: () => topology?.timestep ?? 0,
    playing: () => studio?.state.playing ?? false,
    failed: () => studio?.state.failed ?? false,
    particleCount: () => topology?.particleCount ?? 0,
    hash: () => (stats === undefined ? "" : stats.hash.toString(16).padStart(8, "0")),
    vertex: (index) => {
      const [x, y, z] = cloth.positions.subarray(3 * index, 3 * index + 3);
      return [x, y, z];
    },
    screen: (index) => {
      const point = new Vector3().fromArray(cloth.positions, 3 * index).project(stage.camera);
      const { clientWidth, clientHeight } = elements.canvas;
      return [(0.5 + 0.5 * point.x) * clientWidth, (0.5 - 0.5 * point.y) * clientHeight];
    },
    held: bench.held,
    setDrawing(on) {
      drawing = on;
      stage.invalidate();
    },
    tool: () => bench.tool,
    pins: bench.pins,
    revision: () => topology?.revision ?? 0,
    cuts: () => [...bench.edits.cuts],
    blowing: bench.blowing,
    ball: bench.ball,
    undoable: () => bench.undo.undoable,
    redoable: () => bench.undo.redoable,
    step: async (count) => studio?.step(count),
    gallery: () => ({ open: gallery.isOpen, alive: gallery.alive }),
    scrub: async (step) => studio?.scrub(step),
    timeline: timeline.describe,
    inside: () => inside?.describe(),
    fieldAt: (vertex) => inside?.valueAt(vertex) ?? Number.NaN,
    plotted: plot.latest,
  });
}

/** The panel, and what it offers to see of the inside, are loaded with the first scene: the gallery needs neither. */
function loadPanel(): Promise<[typeof import("./panel/panel.ts"), typeof import("./inside/inside-view.ts")]> {
  return Promise.all([import("./panel/panel.ts"), import("./inside/inside-view.ts")]);
}

/** True when two solver blocks say the same. */
function sameSettings(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
