import type { FabricName } from "drape";
import { FABRICS } from "drape";
import { UNITS } from "drape/files";
import type { MeshSummary, PinChoice } from "./open-content.ts";
import type { MeshChoice } from "./open-scene.ts";

const UNIT_NAMES: Readonly<Record<keyof typeof UNITS, string>> = {
  m: "metres",
  cm: "centimetres",
  mm: "millimetres",
  in: "inches",
  ft: "feet",
};

/** Asks how a mesh is to be taken. Resolves with undefined where the person thinks better of it. Foreign names are only ever text. */
export function askAboutMesh(name: string, summary: MeshSummary): Promise<MeshChoice | undefined> {
  const dialog = document.createElement("dialog");
  dialog.className = "open-dialog";
  const form = document.createElement("form");
  form.method = "dialog";
  const heading = document.createElement("h2");
  heading.id = "open-dialog-title";
  heading.textContent = name;
  dialog.setAttribute("aria-labelledby", heading.id);
  const counts = document.createElement("p");
  counts.textContent = `${summary.vertexCount.toLocaleString("en")} vertices, ${summary.triangleCount.toLocaleString("en")} triangles`;
  const size = document.createElement("output");

  const use = choose("Take it as", [
    ["cloth", "cloth"],
    ["body", "a body that cloth meets"],
  ]);
  const unit = choose("Its unit", Object.entries(UNIT_NAMES), guessUnit(summary));
  const ways = [
    ["y", "y"],
    ["z", "z"],
  ] as const;
  const up = choose("Up in the file", ways, summary.format === "stl" ? "z" : "y");
  const part = choose("Part", [["", "all of it"], ...summary.groups.map((group) => [group, group] as const)]);
  const fabric = choose(
    "Fabric",
    FABRICS.map(({ name: key, title }) => [key, title] as const),
  );
  const pins = choose(
    "Held by",
    pinChoices(summary).map(([, words], n) => [String(n), words] as const),
  );
  const meets = choose("Cloth", [
    ["sheet", "a new sheet falls on it"],
    ["current", "the cloth of this scene"],
    ["floor", "on the floor, to look at it"],
  ]);
  const plays = choose("It plays", [
    ...summary.animations.map((animation, n) => [String(n), animation] as const),
    ["", "nothing: it stands still"],
  ]);

  function show(): void {
    const isBody = use.select.value === "body";
    pins.row.hidden = isBody;
    meets.row.hidden = !isBody;
    plays.row.hidden = !isBody || summary.animations.length === 0;
    fabric.row.hidden = isBody && meets.select.value === "current";
    part.row.hidden = summary.groups.length < 2;
    size.textContent = describeSize(summary.bounds, UNITS[unit.select.value as keyof typeof UNITS], up.select.value);
  }
  const chosenAnimation = (): string | false => (plays.select.value === "" ? false : summary.animations[Number(plays.select.value)]);
  const buttons = document.createElement("div");
  buttons.className = "open-buttons";
  const cancel = makeButton("Cancel", "cancel");
  const open = makeButton("Open", "open");
  open.className = "primary";
  buttons.append(cancel, open);
  const rows = [use, unit, up, part, fabric, pins, meets, plays].map(({ row }) => row);
  form.append(heading, counts, ...rows, size, buttons);
  dialog.append(form);
  dialog.addEventListener("input", show);
  document.body.append(dialog);
  show();
  dialog.showModal();
  use.select.focus();

  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (dialog.returnValue !== "open") return resolve(undefined);
      resolve({
        use: use.select.value as MeshChoice["use"],
        arrangement: {
          scale: UNITS[unit.select.value as keyof typeof UNITS],
          up: up.select.value as "y" | "z",
          ...(part.select.value === "" ? {} : { group: part.select.value }),
          ...(summary.hasSeams ? { weld: 0 } : {}),
        },
        fabric: fabric.select.value as FabricName,
        pins: pinChoices(summary)[Number(pins.select.value)][0],
        meets: meets.select.value as MeshChoice["meets"],
        ...(summary.animations.length === 0 ? {} : { animation: chosenAnimation() }),
      });
    });
  });
}

function pinChoices({ groups, isPainted }: MeshSummary): (readonly [PinChoice, string])[] {
  const colours = isPainted ? (["red", "green", "blue"] as const) : [];
  return [
    ["top", "its top edge"],
    ["none", "nothing: it falls"],
    ...colours.map((color) => [{ color }, `what is painted ${color}`] as const),
    ...groups.map((group) => [{ group }, `the group ${group}`] as const),
  ];
}

/** glTF is in metres, with y up. STL is of printers and their programs: millimetres, z up. OBJ and PLY do not say: what would be taller than a house is in centimetres, taller than a hill in millimetres. */
function guessUnit({ bounds, format }: MeshSummary): keyof typeof UNITS {
  const largest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  if (format === "stl") return largest < 1 ? "m" : "mm";
  if (format === "gltf" || format === "glb" || largest < 10) return "m";
  return largest < 600 ? "cm" : "mm";
}

/** Width, height and depth as people say them. */
export function describeSize(bounds: readonly number[], scale: number, up: string): string {
  const [x, y, z] = [0, 1, 2].map((c) => scale * (bounds[3 + c] - bounds[c]));
  const [height, depth] = up === "y" ? [y, z] : [z, y];
  return `${length(height)} tall, ${length(x)} wide, ${length(depth)} deep`;
}

function length(metres: number): string {
  return metres >= 0.1 ? `${Number(metres.toPrecision(3))} m` : `${Number((1000 * metres).toPrecision(3))} mm`;
}

function choose(
  label: string,
  options: readonly (readonly [string, string])[],
  chosen?: string,
): { row: HTMLLabelElement; select: HTMLSelectElement } {
  const row = document.createElement("label");
  const words = document.createElement("span");
  words.textContent = label;
  const select = document.createElement("select");
  for (const [value, text] of options) select.add(new Option(text, value, false, value === chosen));
  row.append(words, select);
  return { row, select };
}

function makeButton(label: string, value: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.value = value;
  return button;
}
