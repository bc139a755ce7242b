import type { FabricName, MeshInput, SceneInput } from "drape";
import type { MeshArrangement } from "drape/files";
import type { ArrangedMesh, PinChoice } from "./open-content.ts";

/** What the dialog asks about a mesh. */
export interface MeshChoice {
  readonly use: "cloth" | "body";
  readonly arrangement: MeshArrangement;
  readonly fabric: FabricName;
  /** Of a cloth. */
  readonly pins: PinChoice;
  /** Of a body: a new sheet falls on it, it joins the scene that is open, or it is looked at, with a sheet on the floor. */
  readonly meets: "sheet" | "current" | "floor";
  /** Of a body: what it plays, by name, or nothing; the first without. */
  readonly animation?: string | false;
}

/** A sheet that falls on a body has so many vertices a side. */
const SHEET_SIDE = 37;
/** One on the floor so many. */
const FLOOR_SIDE = 13;
/** Cloth of more vertices than this does not meet itself, or it would be slow. */
const SELF_MOST = 4000;
/** How far the camera stands back, in sizes of what it shows. */
const VIEW_DISTANCE = 2.3;

/** The scene around a mesh: cloth that hangs by its pins, or a body on which cloth falls. `file` is how the scene calls it. */
export function sceneAround(file: string, title: string, choice: MeshChoice, mesh: ArrangedMesh, current: SceneInput): SceneInput {
  const { scale, ...rest } = choice.arrangement;
  const reference = { file, unit: scale, ...rest };
  if (choice.use === "cloth") return clothScene(reference, title, choice, mesh);
  const { animation } = choice;
  const moving = animation === undefined ? reference : { ...reference, animation };
  const joins = choice.meets === "current";
  const body = { name: freeName(current, title.slice(0, 60), joins), mesh: moving };
  if (!joins) return bodyScene(body, title, choice, mesh);
  const colliders = Array.isArray(current.colliders) ? current.colliders : [];
  return { ...current, title, colliders: [...colliders, body] };
}

function clothScene(
  reference: MeshInput,
  title: string,
  { fabric, pins }: MeshChoice,
  { bounds, vertexCount, pins: held, numbers }: ArrangedMesh,
): SceneInput {
  const size = largestSide(bounds);
  const floor = bounds[1] - 0.25 * size;
  const named = typeof pins === "string" ? scenePins(held, numbers) : "group" in pins ? [pins.group] : [{ vertices: pins }];
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

/** The numbers by which a scene calls vertices of a cloth, each once. */
export function scenePins(pins: readonly number[], numbers: Uint32Array | undefined): number[] {
  return [...new Set(pins.map((vertex) => numbers?.[vertex] ?? vertex))];
}

function bodyScene(body: object, title: string, { fabric, meets }: MeshChoice, mesh: ArrangedMesh): SceneInput {
  const isBelow = meets === "floor";
  const bounds = isBelow ? mesh.reach : mesh.bounds;
  const [width, height, depth] = [0, 1, 2].map((c) => bounds[3 + c] - bounds[c]);
  const side = (isBelow ? 1.1 : 1.4) * Math.max(width, depth, 0.4 * height);
  const [x, z] = [0, 2].map((c) => (bounds[c] + bounds[3 + c]) / 2);
  const floor = isBelow ? bounds[1] - 0.05 * side : bounds[1];
  const level = isBelow ? floor + 0.012 * side : bounds[4] + 0.06 * Math.max(side, height);
  const count = isBelow ? FLOOR_SIDE : SHEET_SIDE;
  const origin = [x - side / 2, level, z - side / 2];
  return {
    drape: 1,
    title,
    description: `A body opened from a file, and a sheet ${isBelow ? "on the floor below" : "that falls on it"}.`,
    floor,
    camera: viewOf([origin[0], floor, origin[2], x + side / 2, Math.max(level, bounds[4]), z + side / 2]),
    cloths: [{ name: "sheet", grid: { columns: count, rows: count, width: side, height: side, origin, v: [0, 0, 1] }, fabric }],
    colliders: [body, { name: "floor", plane: { point: [0, floor, 0] } }],
    // thick enough on the floor to be told from it in the picture
    collision: { self: !isBelow, thickness: isBelow ? 0.01 * side : Math.min(0.005, side / count / 4) },
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
