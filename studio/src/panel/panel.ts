import type { MethodInfo, OptionInfo, OptionValue } from "drape";
import GUI from "lil-gui";
import type { SolverChoice } from "../commands.ts";
import { createFabricSection, type FabricActions, type FabricSection } from "../fabric/fabric-section.ts";
import { NARROW } from "../page/layout.ts";
import type { SceneEntry } from "../page/scenes.ts";
import { THEMES, type Theme } from "../page/theme.ts";
import { describeChosen } from "./chosen-words.ts";
import { leaveListsChosenByPointer } from "./leave-lists.ts";
import { createMatrixSection, type MatrixActions, type MatrixSection } from "./matrix-section.ts";
import { addOptionControl } from "./option-control.ts";
import type { WindSettings } from "./wind-settings.ts";

/** The settings panel. Scenes come from the gallery, methods and their options from the engine's catalogue. */
export interface Panel {
  /** Shows these settings; the method's options are built anew when the method changed. */
  show(settings: PanelSettings): void;
  /** Tells which method the engine runs where the chosen one stands for others. */
  showEngine(method: string, options: Readonly<Record<string, OptionValue>>): void;
  readonly fabric: FabricSection;
  readonly matrix: MatrixSection;
  /** For sections of others. */
  readonly gui: GUI;
}

export interface PanelSettings {
  readonly entry: Pick<SceneEntry, "name" | "title">;
  readonly solver: SolverChoice;
  /** Solvers that the scene itself proposes to compare, and the one chosen now, if any. */
  readonly variants: readonly VariantName[];
  readonly variant: string;
  /** [s] */
  readonly timestep: number;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly wind: WindSettings;
}

export interface VariantName {
  readonly name: string;
  readonly title: string;
}

export interface PanelActions extends MatrixActions, FabricActions {
  chooseScene(name: string): void;
  chooseVariant(name: string): void;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  setTimestep(seconds: number): void;
  setSpeed(factor: number): void;
  setWind(wind: WindSettings): void;
  readonly theme: Theme;
}

/** The time step, described like an option of the method: the scene owns it, but every method depends on it. */
const TIMESTEP: OptionInfo = {
  name: "timestep",
  summary: "simulated time that a step covers",
  unit: "s",
  kind: "number",
  default: 1 / 60,
  min: 0.0001,
  max: 0.1,
  logarithmic: true,
};

export function createPanel(
  container: HTMLElement,
  scenes: readonly SceneEntry[],
  methods: readonly MethodInfo[],
  actions: PanelActions,
): Panel {
  const gui = new GUI({ container, title: "Settings", injectStyles: false });
  const shown = { scene: "", variant: "", method: "", speed: 1 };
  const wind: WindSettings = { on: false, speed: 0, heading: 0, rise: 0, density: 1, gusts: 0 };

  let built = "";

  const sceneNames = Object.fromEntries(scenes.map(({ title, name, paper }) => [paper === undefined ? title : `Papers: ${title}`, name]));
  const methodNames = Object.fromEntries(methods.map((method) => [method.title, method.name]));
  const sceneList = gui.add(shown, "scene", sceneNames).name("Scene").onChange(actions.chooseScene);
  let variantList = gui.add(shown, "variant", {}).name("Variant").onChange(actions.chooseVariant);
  const methodList = gui.add(shown, "method", methodNames).name("Method").onChange(actions.chooseMethod);
  for (const { domElement } of [sceneList, methodList]) domElement.classList.add("long-choice");
  leaveListsChosenByPointer(container);
  const note = document.createElement("p");
  note.className = "method-note";
  const chosenNote = document.createElement("p");
  chosenNote.className = "method-note";
  gui.$children.append(note, chosenNote);
  let methodFolder = gui.addFolder("Method options");
  const fabric = createFabricSection(gui, actions);
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
  const matrix = createMatrixSection(gui, methods, actions);
  const { theme } = actions;
  gui
    .add({ theme: theme.setting }, "theme", [...THEMES])
    .name("Light or dark")
    .onChange(theme.set);
  if (matchMedia(NARROW).matches) gui.close();

  /** Builds the method's controls, each from its description. A change they make themselves does not build them again. */
  function buildMethod(method: MethodInfo, solver: SolverChoice, timestep: number): void {
    note.textContent = `${method.summary[0].toUpperCase()}${method.summary.slice(1)}.`;
    note.title = `${method.paper} ${method.equations}`;
    const wasClosed = methodFolder._closed;
    methodFolder.destroy();
    methodFolder = gui.addFolder("Method options");
    chosenNote.after(methodFolder.domElement);
    if (wasClosed) methodFolder.close();
    let chosen = solver;
    let chosenStep = timestep;
    addOptionControl(methodFolder, { ...TIMESTEP, default: timestep }, timestep, (value) => {
      chosenStep = Number(value);
      built = describeBuilt(chosen, chosenStep);
      actions.setTimestep(chosenStep);
    });
    for (const option of method.options) {
      addOptionControl(methodFolder, option, solver[option.name] ?? option.default, (value) => {
        chosen = { ...chosen, [option.name]: value };
        built = describeBuilt(chosen, chosenStep);
        actions.setOption(option.name, value);
      });
    }
  }

  /** A scene that was opened from a file is not in the list at first. */
  function offerScene({ name, title }: PanelSettings["entry"]): void {
    if (Object.values(sceneNames).includes(name)) return;
    const label = `Opened: ${title}`;
    sceneNames[label in sceneNames ? `${label} (${name})` : label] = name;
    sceneList.options(sceneNames);
  }

  /** Offers the scene's variants; a scene without any hides the control. */
  function offerVariants(variants: readonly VariantName[], chosen: string): void {
    shown.variant = chosen;
    const names = Object.fromEntries([["–", ""], ...variants.map(({ name, title }) => [title, name])]);
    variantList = variantList.options(names).name("Variant");
    variantList.domElement.classList.add("long-choice");
    variantList.show(variants.length > 0);
  }

  return {
    fabric,
    matrix,
    gui,
    showEngine(method, options) {
      chosenNote.textContent = describeChosen(methods, shown.method, method, options);
      chosenNote.hidden = chosenNote.textContent === "";
    },
    show(settings) {
      offerScene(settings.entry);
      shown.scene = settings.entry.name;
      offerVariants(settings.variants, settings.variant);
      shown.method = settings.solver.method;
      shown.speed = settings.speed;
      Object.assign(wind, settings.wind);
      const { solver, timestep } = settings;
      const method = methods.find((candidate) => candidate.name === solver.method);
      const wanted = describeBuilt(solver, timestep);
      if (method !== undefined && wanted !== built) {
        built = wanted;
        buildMethod(method, solver, timestep);
      }
      for (const control of gui.controllersRecursive()) control.updateDisplay();
    },
  };
}

/** What the method's controls were built for. */
function describeBuilt(solver: SolverChoice, timestep: number): string {
  return JSON.stringify([solver, timestep]);
}
