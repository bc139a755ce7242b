/** The parts of index.html that the code fills and listens to; a missing one is our own fault and says so. */
export interface Elements {
  readonly canvas: HTMLCanvasElement;
  readonly title: HTMLElement;
  readonly sceneTitle: HTMLElement;
  readonly sceneDescription: HTMLElement;
  readonly scenes: HTMLButtonElement;
  readonly view: HTMLButtonElement;
  readonly banner: HTMLElement;
  readonly bannerText: HTMLElement;
  readonly bannerActions: HTMLElement;
  readonly dock: HTMLElement;
  readonly panel: HTMLElement;
  readonly readout: HTMLDetailsElement;
  readonly plotChoice: HTMLElement;
  readonly plot: HTMLElement;
  readonly tools: HTMLElement;
  readonly transport: HTMLElement;
  readonly play: HTMLButtonElement;
  readonly step: HTMLButtonElement;
  readonly reset: HTMLButtonElement;
  readonly slow: HTMLButtonElement;
  readonly wind: HTMLButtonElement;
  readonly compare: HTMLButtonElement;
  readonly save: HTMLButtonElement;
  readonly help: HTMLButtonElement;
  readonly timeline: HTMLElement;
  readonly helpDialog: HTMLDialogElement;
  readonly shortcuts: HTMLElement;
  readonly gallery: HTMLElement;
}

export function findElements(): Elements {
  return {
    canvas: find("stage", HTMLCanvasElement),
    title: find("title", HTMLElement),
    sceneTitle: find("scene-title", HTMLElement),
    sceneDescription: find("scene-description", HTMLElement),
    scenes: find("scenes", HTMLButtonElement),
    view: find("view", HTMLButtonElement),
    banner: find("banner", HTMLElement),
    bannerText: find("banner-text", HTMLElement),
    bannerActions: find("banner-actions", HTMLElement),
    dock: find("dock", HTMLElement),
    panel: find("panel", HTMLElement),
    readout: find("readout", HTMLDetailsElement),
    plotChoice: find("plot-choice", HTMLElement),
    plot: find("plot", HTMLElement),
    tools: find("tools", HTMLElement),
    transport: find("transport", HTMLElement),
    play: find("play", HTMLButtonElement),
    step: find("step", HTMLButtonElement),
    reset: find("reset", HTMLButtonElement),
    slow: find("slow", HTMLButtonElement),
    wind: find("wind", HTMLButtonElement),
    compare: find("compare", HTMLButtonElement),
    save: find("save", HTMLButtonElement),
    help: find("help", HTMLButtonElement),
    timeline: find("timeline", HTMLElement),
    helpDialog: find("help-dialog", HTMLDialogElement),
    shortcuts: find("shortcuts", HTMLElement),
    gallery: find("gallery", HTMLElement),
  };
}

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id "${id}".`);
}
