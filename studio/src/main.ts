/** The page: puts stage, cloth, panel, readout and the simulation's client together and runs the frame loop. */
import "../../node_modules/lil-gui/dist/lil-gui.min.css";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { formatHash, METHODS } from "drape";
import { Vector3 } from "three";
import { createClient, type EventListener } from "./client.ts";
import { createSaveDialog, type SaveHost } from "./files/save-dialog.ts";
import { exposeAutomation } from "./page/automation.ts";
import { createBanner, describeBlowUp } from "./page/banner.ts";
import { findElements } from "./page/elements.ts";
import { NARROW, watchLayout } from "./page/layout.ts";
import { parseLink } from "./page/link.ts";
import { saveFile } from "./page/save-file.ts";
import { SCENES } from "./page/scenes.ts";
import { readPlotColors, watchTheme } from "./page/theme.ts";
import { createTransport, type Transport } from "./page/transport.ts";
import { createPanel, type Panel } from "./panel/panel.ts";
import type { Frame, Stats, Topology } from "./protocol.ts";
import { createFrameCost } from "./readout/frame-cost.ts";
import { createPlot } from "./readout/plot.ts";
import { createReadout } from "./readout/readout.ts";
import { createBodyView } from "./stage/body-view.ts";
import { createClothView } from "./stage/cloth-view.ts";
import { createFigurePath, type FigurePath } from "./stage/figure-path.ts";
import { createFigureView } from "./stage/figure-view.ts";
import { type Framing, frameCloth, isShowable } from "./stage/framing.ts";
import { createStage, type Stage } from "./stage/stage.ts";
import { createStudio, type Studio } from "./studio.ts";
import { createDrag } from "./touch/drag.ts";

/** Frames between two looks at the page's own cost. */
const COST_INTERVAL = 10;

const elements = findElements();
const banner = createBanner(elements.banner, elements.bannerText, elements.bannerActions);
const stage = openStage();
if (stage !== undefined) run(stage);

function openStage(): Stage | undefined {
  try {
    return createStage(elements.canvas);
  } catch {
    banner.show(
      "This browser offers no WebGL 2, which the studio draws with; try another, or switch its graphics on.",
      [],
    );
    return undefined;
  }
}

function run(stage: Stage): void {
  const cost = createFrameCost();
  const cloth = createClothView(stage.maxAnisotropy);
  const bodies = createBodyView();
  const figures = createFigureView();
  stage.scene.add(cloth.object, bodies.object, figures.object);
  const readout = createReadout(elements.readout);
  const plot = createPlot(elements.plot, readPlotColors());
  let studio: Studio | undefined;
  let panel: Panel | undefined;
  let transport: Transport | undefined;
  let topology: Topology | undefined;
  let stats: Stats | undefined;
  let statsDue = false;
  let framing: Framing | undefined;
  let path: FigurePath | undefined;
  let shown = false;
  let time = 0;
  let steps = 0;
  let drawn = 0;
  let settled = false;

  const worker = new Worker(new URL("./worker/simulation-worker.ts", import.meta.url), { type: "module" });
  const client = createClient(worker, hear, cost.count);
  const drag = createDrag(elements.canvas, stage, cloth, {
    grab: (vertex, position) => studio?.send({ type: "grab", vertex, position }),
    release: (vertex) => studio?.send({ type: "release", vertex }),
    count: cost.count,
  });
  if (matchMedia(NARROW).matches) elements.readout.open = false;
  watchTheme((dark) => {
    stage.setDark(dark);
    figures.setDark(dark);
    plot.setColors(readPlotColors());
  });
  watchLayout(elements.title, elements.dock, elements.transport, stage.setInsets);
  requestAnimationFrame(nextFrame);

  function hear(event: Parameters<EventListener>[0]): void {
    switch (event.type) {
      case "ready":
        begin();
        return;
      case "topology":
        topology = event.topology;
        cloth.setTopology(topology);
        if (!topology.recut || drag.vertex() >= topology.particleCount) drag.drop();
        if (topology.start !== undefined) frame(topology.start, topology);
        if (!topology.keptState) restart();
        panel?.matrix.renew(topology.options.ordering);
        panel?.showEngine(topology.method, topology.options);
        return;
      case "stats":
        if (topology === undefined) return;
        stats = event.stats;
        statsDue = true;
        plot.add(stats);
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
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const made = createStudio(client, SCENES, !calm, {
      changed: () => showSettings(made),
      opening(entry) {
        // What still comes of the scene before is not shown.
        topology = undefined;
        framing = undefined;
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
    panel = createPanel(elements.panel, SCENES, METHODS, {
      ...made,
      chooseScene: (name) => {
        location.hash = `scene=${encodeURIComponent(name)}`;
      },
      requestMatrix: async (ordering, size) => (await made.send({ type: "matrix", ordering, size })) !== undefined,
      saveMatrix: () => void made.send({ type: "matrix-file" }),
    });
    const save = createSaveDialog({ studio: made, ...saveHost(made) });
    transport = createTransport(elements, made, stage.showFramed, save.open);
    window.addEventListener("hashchange", () => void made.open(parseLink(location.hash)));
    document.addEventListener("visibilitychange", () => made.setVisible(!document.hidden));
    void made.open(parseLink(location.hash));
  }

  /** What files and videos are made from. */
  function saveHost(made: Studio): Omit<SaveHost, "studio"> {
    const draw = (): void => {
      prepareFrame();
      stage.draw();
    };
    const colour = (): string => getComputedStyle(document.documentElement).getPropertyValue("--sky").trim();
    return {
      moment: () => ({
        ...{ steps: stats?.steps ?? 0, hash: formatHash(stats?.hash ?? 0), vertexCount: topology?.particleCount ?? 0 },
        triangles: topology?.triangles ?? new Uint32Array(0),
      }),
      video: {
        canvas: elements.canvas,
        async restart() {
          made.setPlaying(false);
          made.reset();
        },
        async advance(count) {
          if ((await made.step(count)) === undefined) return false;
          draw();
          return true;
        },
      },
      beginPictures: (size) => stage.setPicture({ ...size, colour: colour() }),
      endPictures: () => stage.setPicture(undefined),
      async takePicture() {
        const { clientWidth: width, clientHeight: height } = elements.canvas;
        stage.setPicture({ width, height, colour: colour() });
        draw();
        const file = await new Promise<Blob | null>((resolve) => elements.canvas.toBlob(resolve));
        stage.setPicture(undefined);
        if (file === null) throw new Error("The browser made no picture of the view; try a smaller window.");
        return file;
      },
    };
  }

  function restart(): void {
    plot.clear();
    drag.drop();
  }

  function showSettings({ state }: Studio): void {
    const variants = state.scene?.variants ?? [];
    const variant = variants.find(({ given }) => sameSettings(given, state.solver))?.name ?? "";
    panel?.show({ ...state, sceneName: state.entry.name, variants, variant });
    transport?.show(state);
    cloth.object.visible = !state.empty;
    bodies.object.visible = !state.empty;
    figures.object.visible = !state.empty;
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
    const due = cost.count(prepareFrame);
    if (!due) return;
    stage.draw();
    drawn++;
    if (settled) cost.endFrame();
    else cost.restart();
    settled = shown;
  }

  function prepareFrame(): boolean {
    const frame = client.takeFrame();
    if (frame !== undefined) {
      showFrame(frame);
      client.recycle(frame);
    }
    if (elements.view.hidden === stage.turned) elements.view.hidden = !stage.turned;
    const position = drag.takeMove();
    if (position !== undefined) studio?.send({ type: "move", vertex: drag.vertex(), position });
    if (statsDue && stats !== undefined && studio !== undefined) {
      statsDue = false;
      readout.showStats(stats, studio.state.playing, studio.state.speed);
    }
    if (elements.readout.open) plot.draw();
    if (drawn > 0 && drawn % COST_INTERVAL === 0) readout.showPageCost(cost.median());
    return stage.prepare();
  }

  function showFrame(frame: Frame): void {
    if (frame.revision !== topology?.revision) return;
    ({ time, steps } = frame);
    readout.showTime(time, steps);
    if (framing !== undefined && !isShowable(frame.positions, framing)) return;
    cloth.setFrame(frame);
    bodies.setPoses(frame.poses);
    figures.setPoses(frame.poses);
    if (path !== undefined) stage.follow(...path.follow(frame.time));
    shown = true;
    stage.invalidate();
  }

  function frame(start: Float32Array, { surfaces = [], skins = [] }: Topology): void {
    const { floor, camera, colliders = [], figures: mannequins = [], duration = 0 } = studio?.state.scene ?? {};
    path = createFigurePath({ figures: mannequins, duration });
    framing = frameCloth(Float32Array.from([...start, ...path.outline]), floor);
    if (path.ground !== undefined) framing = { ...framing, ground: path.ground };
    // the bones of figures stand behind the other bodies
    bodies.setColliders(colliders.slice(0, skins[0]?.firstBone), surfaces, framing.radius);
    figures.setSkins(skins);
    stage.frame(framing, camera);
  }

  exposeAutomation({
    loaded: () => shown,
    frame: () => drawn,
    mainThreadMs: cost.median,
    mainThreadMaxMs: cost.largest,
    time: () => time,
    steps: () => steps,
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
    held: drag.vertex,
    step: async (count) => studio?.step(count),
  });
}

/** True when two solver blocks say the same. */
function sameSettings(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => a[key] === b[key]);
}
