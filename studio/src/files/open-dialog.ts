import type { FabricName } from "drape";
import { FABRICS } from "drape";
import { UNITS } from "drape/files";
import { askBy, makeChoice, makeDialog, makeParagraph } from "./dialog-parts.ts";
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
export async function askAboutMesh(name: string, summary: MeshSummary): Promise<MeshChoice | undefined> {
  const counts = makeParagraph(
    `${summary.vertexCount.toLocaleString("en")} vertices, ${summary.triangleCount.toLocaleString("en")} triangles`,
  );
  const size = document.createElement("output");

  const use = makeChoice("Take it as", [
    ["cloth", "cloth"],
    ["body", "a body that cloth meets"],
  ]);
  const unit = makeChoice("Its unit", Object.entries(UNIT_NAMES), guessUnit(summary));
  const ways = [
    ["y", "y"],
    ["z", "z"],
  ] as const;
  const up = makeChoice("Up in the file", ways, summary.format === "stl" ? "z" : "y");
  const part = makeChoice("Part", [["", "all of it"], ...summary.groups.map((group) => [group, group] as const)]);
  const fabric = makeChoice(
    "Fabric",
    FABRICS.map(({ name: key, title }) => [key, title] as const),
  );
  const pins = makeChoice(
    "Held by",
    pinChoices(summary).map(([, words], n) => [String(n), words] as const),
  );
  const meets = makeChoice("Cloth", [
    ["sheet", "a new sheet falls on it"],
    ["current", "the cloth of this scene"],
    ["floor", "on the floor, to look at it"],
  ]);
  const plays = makeChoice("It plays", [
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
  const rows = [use, unit, up, part, fabric, pins, meets, plays].map(({ row }) => row);
  const dialog = makeDialog(name, counts, ...rows, size);
  dialog.addEventListener("input", show);
  show();
  if (!(await askBy(dialog, use.select))) return undefined;
  return {
    use: use.select.value as MeshChoice["use"],
    arrangement: {
      scale: UNITS[unit.select.value as keyof typeof UNITS],
      up: up.select.value as "y" | "z",
      ...(part.select.value === "" ? {} : { group: part.select.value }),
      ...(summary.hasSeams ? { weld: 0 } : {}),
      ...(use.select.value === "cloth" ? { repair: true } : {}),
    },
    fabric: fabric.select.value as FabricName,
    pins: pinChoices(summary)[Number(pins.select.value)][0],
    meets: meets.select.value as MeshChoice["meets"],
    ...(summary.animations.length === 0 ? {} : { animation: chosenAnimation() }),
  };
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
