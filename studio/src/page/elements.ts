/** The parts of index.html that the code fills and listens to; a missing one is our own fault and says so. */
export interface Elements {
  readonly canvas: HTMLCanvasElement;
  readonly title: HTMLElement;
  readonly sceneTitle: HTMLElement;
  readonly sceneDescription: HTMLElement;
  readonly view: HTMLButtonElement;
  readonly banner: HTMLElement;
  readonly bannerText: HTMLElement;
  readonly bannerActions: HTMLElement;
  readonly dock: HTMLElement;
  readonly panel: HTMLElement;
  readonly readout: HTMLDetailsElement;
  readonly plot: HTMLElement;
  readonly transport: HTMLElement;
  readonly play: HTMLButtonElement;
  readonly step: HTMLButtonElement;
  readonly reset: HTMLButtonElement;
  readonly slow: HTMLButtonElement;
  readonly wind: HTMLButtonElement;
  readonly save: HTMLButtonElement;
  readonly help: HTMLButtonElement;
  readonly helpDialog: HTMLDialogElement;
  readonly shortcuts: HTMLElement;
}

export function findElements(): Elements {
  return {
    canvas: find("stage", HTMLCanvasElement),
    title: find("title", HTMLElement),
    sceneTitle: find("scene-title", HTMLElement),
    sceneDescription: find("scene-description", HTMLElement),
    view: find("view", HTMLButtonElement),
    banner: find("banner", HTMLElement),
    bannerText: find("banner-text", HTMLElement),
    bannerActions: find("banner-actions", HTMLElement),
    dock: find("dock", HTMLElement),
    panel: find("panel", HTMLElement),
    readout: find("readout", HTMLDetailsElement),
    plot: find("plot", HTMLElement),
    transport: find("transport", HTMLElement),
    play: find("play", HTMLButtonElement),
    step: find("step", HTMLButtonElement),
    reset: find("reset", HTMLButtonElement),
    slow: find("slow", HTMLButtonElement),
    wind: find("wind", HTMLButtonElement),
    save: find("save", HTMLButtonElement),
    help: find("help", HTMLButtonElement),
    helpDialog: find("help-dialog", HTMLDialogElement),
    shortcuts: find("shortcuts", HTMLElement),
  };
}

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id "${id}".`);
}
