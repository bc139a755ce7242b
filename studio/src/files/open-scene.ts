import type { MeshArrangement, SceneInput } from "drape";
import type { ArrangedMesh, PinChoice } from "./open-content.ts";

/** What the dialog asks about a mesh. */
export interface MeshChoice {
  readonly use: "cloth" | "body";
  readonly arrangement: MeshArrangement;
  readonly fabric: string;
  /** Of a cloth. */
  readonly pins: PinChoice;
  /** Of a body: whether it joins the scene that is open, or a new sheet falls on it. */
  readonly joins: boolean;
}

/** A sheet that falls on a body has so many vertices a side. */
const SHEET_SIDE = 37;
/** Cloth of more vertices than this does not meet itself, or it would be slow. */
const SELF_MOST = 4000;
/** How far the camera stands back, in sizes of what it shows. */
const VIEW_DISTANCE = 2.3;

/** The scene around a mesh: cloth that hangs by its pins, or a body on which cloth falls. `file` is how the scene calls it. */
export function sceneAround(
  file: string,
  title: string,
  choice: MeshChoice,
  mesh: ArrangedMesh,
  current: SceneInput,
): SceneInput {
  const { scale, ...rest } = choice.arrangement;
  const reference = { file, unit: scale, ...rest };
  if (choice.use === "cloth") return clothScene(reference, title, choice, mesh);
  const body = { name: freeName(current, title.slice(0, 60), choice.joins), mesh: reference };
  if (!choice.joins) return bodyScene(body, title, choice, mesh);
  const colliders = Array.isArray(current.colliders) ? current.colliders : [];
  return { ...current, title, colliders: [...colliders, body] };
}

function clothScene(
  reference: object,
  title: string,
  { fabric, pins }: MeshChoice,
  { bounds, vertexCount, pins: held }: ArrangedMesh,
): SceneInput {
  const size = largestSide(bounds);
  const floor = bounds[1] - 0.25 * size;
  const named = typeof pins === "string" ? held : "group" in pins ? [pins.group] : [{ vertices: pins }];
  return {
    drape: 1,
    title,
    description: "Opened from a file.",
    floor,
    camera: viewOf([bounds[0], floor, bounds[2], ...bounds.slice(3)]),
    cloths: [{ name: "cloth", mesh: reference, fabric, pins: named }],
    colliders: [{ name: "floor", plane: { point: [0, floor, 0] } }],
    collision: { self: vertexCount <= SELF_MOST },
  };
}

function bodyScene(body: object, title: string, { fabric }: MeshChoice, { bounds }: ArrangedMesh): SceneInput {
  const [width, height, depth] = [0, 1, 2].map((c) => bounds[3 + c] - bounds[c]);
  const side = 1.4 * Math.max(width, depth, 0.4 * height);
  const [x, z] = [0, 2].map((c) => (bounds[c] + bounds[3 + c]) / 2);
  const top = bounds[4] + 0.06 * Math.max(side, height);
  const grid = { columns: SHEET_SIDE, rows: SHEET_SIDE, width: side, height: side, v: [0, 0, 1] };
  return {
    drape: 1,
    title,
    description: "A body opened from a file, and a sheet that falls on it.",
    floor: bounds[1],
    camera: viewOf([x - side / 2, bounds[1], z - side / 2, x + side / 2, top, z + side / 2]),
    cloths: [{ name: "sheet", grid: { ...grid, origin: [x - side / 2, top, z - side / 2] }, fabric }],
    colliders: [body, { name: "floor", plane: { point: [0, bounds[1], 0] } }],
    collision: { self: true, thickness: Math.min(0.005, side / SHEET_SIDE / 4) },
  };
}

/** Looks at a box from the front, a little from the right and from above. */
function viewOf(box: readonly number[]): { position: number[]; target: number[] } {
  const target = [0, 1, 2].map((c) => (box[c] + box[3 + c]) / 2);
  const size = Math.hypot(...[0, 1, 2].map((c) => box[3 + c] - box[c]));
  const distance = VIEW_DISTANCE * size;
  return { target, position: [target[0] + 0.42 * distance, target[1] + 0.26 * distance, target[2] + 0.87 * distance] };
}

function largestSide(bounds: readonly number[]): number {
  return Math.max(...[0, 1, 2].map((c) => bounds[3 + c] - bounds[c]));
}

/** A name that no other body of the scene has. */
function freeName({ colliders }: SceneInput, wanted: string, joins: boolean): string {
  const taken = joins && Array.isArray(colliders) ? colliders.map(({ name }) => name) : [];
  let name = wanted;
  for (let n = 2; taken.includes(name); n++) name = `${wanted} ${n}`;
  return name;
}
