import type { MethodInfo, OptionValue } from "drape";
import GUI from "lil-gui";
import { NARROW } from "./layout.ts";
import { addOptionControl } from "./option-control.ts";
import type { SolverChoice } from "./protocol.ts";
import type { SceneEntry } from "./scenes.ts";
import type { WindSettings } from "./wind-settings.ts";

/** The settings panel. Scenes come from the gallery, methods and their options from the engine's catalogue. */
export interface Panel {
  /** Shows these settings; the method's options are built anew when the method changed. */
  show(settings: PanelSettings): void;
}

export interface PanelSettings {
  readonly sceneName: string;
  readonly solver: SolverChoice;
  /** [s] */
  readonly timestep: number;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly wind: WindSettings;
}

export interface PanelActions {
  chooseScene(name: string): void;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  setTimestep(seconds: number): void;
  setSpeed(factor: number): void;
  setWind(wind: WindSettings): void;
}

/** Range of the time step slider [s], on a logarithmic scale. */
const SMALLEST_TIMESTEP = 0.0001;
const LARGEST_TIMESTEP = 0.1;

export function createPanel(
  container: HTMLElement,
  scenes: readonly SceneEntry[],
  methods: readonly MethodInfo[],
  actions: PanelActions,
): Panel {
  const gui = new GUI({ container, title: "Settings", injectStyles: false });
  const shown = { scene: "", method: "", speed: 1 };
  const wind: WindSettings = { on: false, speed: 0, heading: 0, rise: 0, density: 1, gusts: 0 };

  const sceneNames = Object.fromEntries(scenes.map((entry) => [entry.title, entry.name]));
  const methodNames = Object.fromEntries(methods.map((method) => [method.title, method.name]));
  gui.add(shown, "scene", sceneNames).name("Scene").onChange(actions.chooseScene);
  gui.add(shown, "method", methodNames).name("Method").onChange(actions.chooseMethod);
  const note = document.createElement("p");
  note.className = "method-note";
  gui.$children.append(note);
  let methodFolder = gui.addFolder("Method options");
  const windFolder = gui.addFolder("Wind");
  const setWind = (): void => actions.setWind({ ...wind });
  windFolder.add(wind, "on").name("blows").onChange(setWind);
  windFolder.add(wind, "speed", 0, 20, 0.1).name("speed [m/s]").onChange(setWind);
  windFolder.add(wind, "heading", -180, 180, 1).name("heading [°]").onChange(setWind);
  windFolder.add(wind, "rise", -90, 90, 1).name("rise [°]").onChange(setWind);
  windFolder.add(wind, "density", 0, 3, 0.01).name("density").onChange(setWind);
  windFolder.add(wind, "gusts", 0, 1, 0.01).name("gusts").onChange(setWind);
  const timeFolder = gui.addFolder("Time");
  timeFolder.add(shown, "speed", 0.05, 1, 0.05).name("speed ×").onChange(actions.setSpeed);
  if (matchMedia(NARROW).matches) gui.close();

  function showMethod(method: MethodInfo, { solver, timestep }: PanelSettings): void {
    note.textContent = `${method.summary}.`.replace(/\.\.$/, ".");
    note.title = `${method.paper} ${method.equations}`;
    const wasClosed = methodFolder._closed;
    methodFolder.destroy();
    methodFolder = gui.addFolder(`${method.title}: options`);
    note.after(methodFolder.domElement);
    if (wasClosed) methodFolder.close();
    addOptionControl(
      methodFolder,
      {
        name: "timestep",
        summary: "Simulated time a step covers",
        unit: "s",
        kind: "number",
        default: timestep,
        min: SMALLEST_TIMESTEP,
        max: LARGEST_TIMESTEP,
        logarithmic: true,
      },
      timestep,
      (value) => actions.setTimestep(Number(value)),
    );
    for (const option of method.options) {
      const value = solver[option.name] ?? option.default;
      if (value === undefined) continue;
      addOptionControl(methodFolder, option, value, (next) => actions.setOption(option.name, next));
    }
  }

  return {
    show(settings) {
      shown.scene = settings.sceneName;
      shown.method = settings.solver.method;
      shown.speed = settings.speed;
      Object.assign(wind, settings.wind);
      const method = methods.find((candidate) => candidate.name === settings.solver.method);
      if (method !== undefined) showMethod(method, settings);
      for (const control of gui.controllersRecursive()) control.updateDisplay();
    },
  };
}
