import type { Scene } from "drape";
import { createClient } from "../client.ts";
import { createLane } from "../compare/lane.ts";
import { createOpenFiles } from "../files/open-files.ts";
import { createTimeline } from "../inside/timeline.ts";
import { exposeAutomation } from "../page/automation.ts";
import type { Banner } from "../page/banner.ts";
import { watchContext } from "../page/context-loss.ts";
import type { Elements } from "../page/elements.ts";
import { NARROW, watchLayout } from "../page/layout.ts";
import { formatLink } from "../page/link.ts";
import { SCENES } from "../page/scenes.ts";
import { createTheme, readPlotColours } from "../page/theme.ts";
import { createTransport } from "../page/transport.ts";
import { rememberPreferences, rememberWork } from "../page/visit.ts";
import { ownSolver } from "../panel/solver-choice.ts";
import { createFrameCost } from "../readout/frame-cost.ts";
import { createPlot } from "../readout/plot.ts";
import { createReadout } from "../readout/readout.ts";
import { createClothView } from "../stage/cloth-view.ts";
import { createScenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import { createStudio, type Studio } from "../studio.ts";
import { createWorkbench } from "../touch/workbench.ts";
import { openWorld } from "../worker/open-world.ts";
import { describeApp } from "./describe-app.ts";
import { startFrameLoop } from "./frame-loop.ts";
import { createLazyComparison } from "./lazy-comparison.ts";
import { createLazyPanel } from "./lazy-panel.ts";
import { createLazySave } from "./lazy-save.ts";
import { createNavigation, type Navigation } from "./navigation.ts";
import type { PageParts } from "./page-parts.ts";
import { createSingleView, type SingleView, showBlowUp } from "./single-view.ts";

/**
 * Puts the page together and starts it. Each part owns its state: the studio what is chosen, the single view and the comparison what is
 * shown, the workbench what was done to the cloth, the navigation what the address asks for. Here each is told of the others.
 */
export function startApp(elements: Elements, banner: Banner, stage: Stage, calm: boolean): void {
  const cost = createFrameCost();
  const cloth = createClothView(stage.maxAnisotropy);
  const scenery = createScenery(stage);
  stage.scene.add(cloth.object);
  const readout = createReadout(elements.readout);
  const plot = createPlot(elements.plot, elements.plotChoice, readPlotColours());
  const preferences = rememberPreferences();
  const liked = preferences.read() ?? {};
  const work = rememberWork();

  const client = createClient(
    openWorld,
    (event) => {
      if (event.type === "ready") navigation.start();
      else if (!comparison.isOpen) single.receive(event);
    },
    cost.count,
  );
  const comparison = createLazyComparison(
    { banner, stage, scenery },
    {
      createLane: () => createLane(openWorld, cost.count),
      scene: () => studio.state.scene as Scene,
      own: () => ownSolver(studio.state.input),
      chosen: () => studio.state.solver,
      changed: (compared) => history.replaceState(null, "", formatLink({ ...studio.link(), compare: compared })),
      trouble: (sentence) => banner.show(sentence),
      stopped: () => studio.setPlaying(false),
      leave: () => navigation.toggleCompare(),
    },
  );
  const send: typeof client.send = (command, signal) => comparison.current?.send(command) ?? client.send(command, signal);
  const studio: Studio = createStudio({ send }, SCENES, !calm, {
    changed() {
      single.showSettings();
      transport.show(studio.state);
      files.show();
      savePreferences();
    },
    adjusted(kind, before) {
      bench.undo.changeSettings(kind, before);
      saveWork();
    },
    opening(entry) {
      single.open(entry);
      frames.restartCost();
    },
    restarted: () => single.restart(),
    unstable: (step, time) => showBlowUp({ banner, studio }, step, time),
    trouble: (sentence) => (sentence === undefined ? banner.hide() : banner.show(sentence)),
  });
  const timeline = createTimeline(elements.timeline, studio.scrub);
  const bench = createWorkbench(elements.canvas, elements.tools, stage, cloth, {
    studio,
    radius: () => Math.min(scenery.radius, 1e3),
    count: cost.count,
    chosen: savePreferences,
    edited: saveWork,
  });
  const basis = { elements, banner, cost, stage, cloth, scenery, readout, plot, timeline, client, comparison, studio, bench };
  const panel = createLazyPanel(basis, () => ({
    setting: theme.setting,
    set(setting) {
      theme.set(setting);
      savePreferences();
    },
  }));
  const parts: PageParts = { ...basis, panel };
  const single: SingleView = createSingleView(parts);
  const navigation: Navigation = createNavigation(parts, work);
  const frames = startFrameLoop(parts, single, navigation.gallery);
  const saving = createLazySave({ studio, stage, canvas: elements.canvas, view: single.state, prepare: frames.prepare });
  const files = createOpenFiles(elements.title, elements.canvas, stage, cloth, studio, banner);
  const transport = createTransport(elements, studio, timeline, {
    showFramed: stage.showFramed,
    showScenes: navigation.gallery.open,
    nextField: () => panel.inside?.nextField(),
    toggleCompare: navigation.toggleCompare,
    openSave: saving.open,
    others: bench.shortcuts,
  });
  const theme = createTheme(liked.theme ?? "auto", (dark) => {
    stage.setDark(dark);
    scenery.setDark(dark);
    plot.setColours(readPlotColours());
    panel.settings?.fabric.redraw();
  });

  if (matchMedia(NARROW).matches) elements.readout.open = false;
  watchContext(elements.canvas, banner, stage.invalidate);
  watchLayout(elements.title, elements.dock, elements.tools, stage.setInsets);
  if (liked.readout !== undefined) elements.readout.open = liked.readout;
  if (liked.speed !== undefined) studio.setSpeed(liked.speed);
  bench.choose(liked.tool ?? "hand");
  elements.readout.addEventListener("toggle", savePreferences);
  exposeAutomation(describeApp(parts, single, navigation, frames));

  function savePreferences(): void {
    preferences.write({ tool: bench.tool, readout: elements.readout.open, theme: theme.setting, speed: studio.state.speed });
  }

  /** Saves what was done to the scene, which the same link then finds again. */
  function saveWork(): void {
    if (single.state.topology !== undefined) work.write({ scene: studio.state.entry.name, wind: studio.state.wind, edits: bench.edits });
  }
}
