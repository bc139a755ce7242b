import "./fabric.css";
import { FABRICS } from "drape";
import type { GUI } from "lil-gui";
import { type FabricChoice, type FabricChoices, fabricNumbers, type SceneSurface, sameFabric, withNumber } from "./fabric-choice.ts";
import { FIELD_SCALES, type FieldScale, fieldTitle, formatQuantity, STEPS } from "./field-scale.ts";
import { drawSwatch } from "./swatch.ts";
import { createTestView } from "./test-view.ts";

/** The panel's folder with what the cloths are made of: presets as swatches, their numbers as sliders, and two tests of the result. */
export interface FabricSection {
  /** Shows what the cloths are made of, by their names, beside what the scene's file says of them and of all surfaces. */
  show(fabrics: FabricChoices, own: FabricChoices, names: readonly string[], surface: SceneSurface): void;
  /** The page's colours have changed. */
  redraw(): void;
}

export interface FabricActions {
  /** `cloth` is its number, or undefined for all of them. */
  setFabric(cloth: number | undefined, choice: FabricChoice): void;
}

const NONE = "This scene gives masses and springs as numbers, as its paper does; it has no fabric to choose.";
const ALL = "all";

export function createFabricSection(gui: GUI, { setFabric }: FabricActions): FabricSection {
  const folder = gui.addFolder("Fabric").close();
  const root = document.createElement("div");
  root.className = "fabric";
  const shown = { cloth: ALL };
  let clothList = folder
    .add(shown, "cloth", { [ALL]: ALL })
    .name("of cloth")
    .onChange(update);
  folder.$children.append(root);
  const note = addNote(root);
  const swatches = addSwatches(root, (base) => choose({ base, values: {} }));
  const about = addNote(root);
  const sliders = FIELD_SCALES.map((scale) => addSlider(root, scale, (value) => choose(withNumber(current(), scale.field.name, value))));
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  root.append(buttons);
  const toPreset = addButton(buttons, "Back to the preset", () => choose({ base: current().base, values: {} }));
  const toScene = addButton(buttons, "As in the scene", () => {
    for (const k of meant()) setFabric(k, own[k] as FabricChoice);
  });
  const tests = createTestView(root);
  folder.onOpenClose(update);

  let fabrics: FabricChoices = [];
  let own: FabricChoices = [];
  let surface: SceneSurface = {};
  let offered = "";
  /** Swatches are drawn when the folder is first opened: a page that nobody opened it on starts sooner. */
  let drawn = false;

  /** The cloths that the section is about now. */
  function meant(): number[] {
    return fabrics.flatMap((choice, k) => (choice && (shown.cloth === ALL || shown.cloth === String(k)) ? [k] : []));
  }

  function current(): FabricChoice {
    return fabrics[meant()[0]] ?? { base: FABRICS[0].name, values: {} };
  }

  function choose(choice: FabricChoice): void {
    setFabric(shown.cloth === ALL ? undefined : Number(shown.cloth), choice);
  }

  function update(): void {
    const cloths = meant();
    const absent = cloths.length === 0;
    note.textContent = absent ? NONE : "";
    note.hidden = !absent;
    for (const element of [...root.children]) if (element !== note) (element as HTMLElement).hidden = absent;
    if (absent || folder._closed) {
      tests.close();
      return;
    }
    for (const { picture, input } of swatches) if (!drawn) drawSwatch(picture, input.value);
    drawn = true;
    const choice = current();
    const mixed = !cloths.every((k) => sameFabric(fabrics[k], choice));
    const preset = FABRICS.find(({ name }) => name === choice.base);
    for (const { input } of swatches) input.checked = !mixed && input.value === choice.base;
    about.textContent = mixed
      ? "The cloths differ; what you set now holds for all."
      : `${preset?.title}. ${preset?.measured ? `Values: ${preset.source}` : "Typical values."}`;
    const numbers = fabricNumbers(choice, surface);
    for (const [n, { field }] of FIELD_SCALES.entries()) sliders[n](numbers[field.name]);
    toPreset.disabled = mixed || Object.keys(choice.values).length === 0;
    toScene.disabled = cloths.every((k) => sameFabric(fabrics[k], own[k]));
    tests.open(choice);
  }

  /** Offers the cloths that have a fabric; a single one needs no list. */
  function offer(names: readonly string[]): void {
    const entries = fabrics.flatMap((choice, k) => (choice ? [[`${k + 1}: ${names[k]}`, String(k)]] : []));
    const wanted = JSON.stringify(entries);
    if (wanted === offered) return;
    offered = wanted;
    shown.cloth = ALL;
    clothList = clothList.options(Object.fromEntries([[ALL, ALL], ...entries])).name("of cloth");
    clothList.onChange(update).show(entries.length > 1);
  }

  return {
    show(next, scene, names, ofScene) {
      fabrics = next;
      own = scene;
      surface = ofScene;
      offer(names);
      update();
    },
    redraw: tests.redraw,
  };
}

function addNote(root: HTMLElement): HTMLParagraphElement {
  const note = document.createElement("p");
  root.append(note);
  return note;
}

interface Swatch {
  readonly input: HTMLInputElement;
  readonly picture: HTMLCanvasElement;
}

function addSwatches(root: HTMLElement, choose: (base: string) => void): Swatch[] {
  const group = document.createElement("div");
  group.className = "swatches";
  group.role = "radiogroup";
  group.ariaLabel = "Fabric";
  root.append(group);
  return FABRICS.map(({ name, title }) => {
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "fabric";
    input.value = name;
    input.ariaLabel = title;
    input.addEventListener("change", () => choose(name));
    const words = document.createElement("span");
    words.textContent = name.replace("-", " ");
    const swatch = document.createElement("label");
    swatch.title = title;
    const picture = document.createElement("canvas");
    swatch.append(input, picture, words);
    group.append(swatch);
    return { input, picture };
  });
}

/** Gives back what puts the slider to a value. */
function addSlider(
  root: HTMLElement,
  { field, toPosition, toValue }: FieldScale,
  change: (value: number) => void,
): (value: number) => void {
  const row = document.createElement("label");
  row.className = "field";
  row.title = field.summary;
  const words = document.createElement("span");
  words.textContent = fieldTitle(field);
  const input = document.createElement("input");
  input.type = "range";
  input.min = "0";
  input.max = String(STEPS);
  input.step = "1";
  const shown = document.createElement("output");
  row.append(words, input, shown);
  root.append(row);
  const tell = (value: number): void => {
    shown.value = formatQuantity(value, field.unit);
    input.ariaValueText = shown.value;
  };
  input.addEventListener("input", () => tell(toValue(input.valueAsNumber)));
  input.addEventListener("change", () => change(toValue(input.valueAsNumber)));
  return (value) => {
    input.value = String(toPosition(value));
    tell(value);
  };
}

function addButton(root: HTMLElement, text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", run);
  root.append(button);
  return button;
}
