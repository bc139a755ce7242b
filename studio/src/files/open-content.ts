import { createSimulation, parseScene, type Scene, type SceneInput } from "drape";
import {
  arrangeCloth,
  arrangeMesh,
  createMeshMotion,
  type FilesBeside,
  fetchDecoders,
  findAnimation,
  findGroup,
  findMeshFormat,
  groupNames,
  loadFilesBeside,
  MAX_MESH_BYTES,
  type MeshArrangement,
  type MeshFile,
  type MeshFormat,
  packGltf,
  parseJson,
  type ReadProgress,
  readMeshFile,
} from "drape/files";
import { BUNDLED_DECODERS } from "./bundled-decoders.ts";
import { findModels } from "./find-models.ts";
import { baseName, findFile, folderOf, type NamedFile } from "./named-file.ts";
import { isZip, readZip } from "./read-zip.ts";
import type { Meshes } from "./scene-file.ts";

/** What a file turned out to be. */
export type Opened =
  /** With the meshes that were opened together with it. */
  | { readonly kind: "scene"; readonly input: SceneInput; readonly meshes: Meshes }
  /** With the file as one, with all that belongs to it. */
  | { readonly kind: "mesh"; readonly summary: MeshSummary; readonly content: Uint8Array };

/** What the page is told of a mesh, in the file's own unit and axes. */
export interface MeshSummary {
  readonly format: MeshFormat;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Smallest x, y, z, then largest. */
  readonly bounds: readonly number[];
  /** Names of objects, groups and materials. */
  readonly groups: readonly string[];
  readonly isPainted: boolean;
  readonly animations: readonly string[];
  /** Whether vertices in one place are to become one. */
  readonly hasSeams: boolean;
}

/** Which vertices are held at first: the highest, those of a group or a colour, or none. */
export type PinChoice = "top" | "none" | { readonly group: string } | { readonly color: "red" | "green" | "blue" };

/** A mesh as a scene would take it. */
export interface ArrangedMesh {
  readonly vertexCount: number;
  /** [m], y up: smallest x, y, z, then largest. */
  readonly bounds: readonly number[];
  /** The same of all that it reaches while it plays. */
  readonly reach: readonly number[];
  readonly pins: readonly number[];
  /** Of cloth, the number by which a scene calls each vertex, where that is not its place. */
  readonly numbers?: Uint32Array;
}

/** Vertices within this share of the height of the highest one are its top. */
const TOP_SHARE = 0.02;
/** So many names are offered. */
const MOST_NAMES = 200;
/** An animation is looked at so many times, to know how far it goes; vertices beyond this are refused [m]. */
const LOOKS = 60;
const FURTHEST = 1e9;

/** Blender nests its extras deeper than scenes nest anything. */
const GLTF_LIMITS = { length: MAX_MESH_BYTES, depth: 64 };

/** The part of the progress that reading the bytes is; parsing them is the rest. */
const READING = 0.3;

/** A file that was read. */
export interface OpenedContent {
  readonly name: string;
  readonly opened: Opened;
  /** Of a mesh, which stays to be arranged. */
  readonly mesh?: MeshFile;
}

/** What was opened together: files, or those of an archive, and which of them can be opened, the likeliest first. */
export interface Models {
  readonly files: readonly NamedFile[];
  readonly models: readonly NamedFile[];
}

export async function listModels(given: readonly NamedFile[]): Promise<Models> {
  const [first] = given;
  const isPacked = given.length === 1 && isZip(await first.head(4));
  const files = isPacked ? readZip(await first.read(), first.path) : given;
  return { files, models: await findModels(files) };
}

/** Reads a model, with those of the files that belong to it. Its bytes tell what it is: a scene, or a mesh. */
export async function openContent(model: NamedFile, files: readonly NamedFile[], onProgress: ReadProgress): Promise<OpenedContent> {
  const name = baseName(model.path);
  const bytes = await model.read((fraction) => onProgress(READING * fraction));
  if (findMeshFormat(bytes, name) === "gltf" && !isGltf(bytes, name)) {
    const input = parseJson(new TextDecoder().decode(bytes), name) as SceneInput;
    return { name, opened: { kind: "scene", input, meshes: await gatherMeshes(parseScene(input), files, folderOf(model.path)) } };
  }
  const beside = await loadBeside(bytes, model.path, files);
  const decoders = await fetchDecoders(bytes, BUNDLED_DECODERS, name);
  const mesh = readMeshFile(bytes, name, { files: beside, decoders, onProgress: (part) => onProgress(READING + (1 - READING) * part) });
  const summary: MeshSummary = {
    format: findMeshFormat(bytes, name),
    vertexCount: mesh.positions.length / 3,
    triangleCount: mesh.triangles.length / 3,
    bounds: boundsOf(mesh.positions),
    groups: groupNames(mesh).slice(0, MOST_NAMES),
    isPainted: mesh.colours !== undefined,
    animations: mesh.skin?.animations.map((animation) => animation.name).slice(0, MOST_NAMES) ?? [],
    hasSeams: mesh.hasSeams === true,
  };
  return { name, opened: { kind: "mesh", summary, content: beside.size === 0 ? bytes : packGltf(bytes, name, beside) }, mesh };
}

/** The files that belong to a mesh file, found among those that were opened with it. */
function loadBeside(bytes: Uint8Array, path: string, files: readonly NamedFile[]): Promise<FilesBeside> {
  return loadFilesBeside(bytes, path, async (wanted) => {
    const file = findFile(files, wanted);
    if (file !== undefined) return file.read();
    throw new Error(`${baseName(path)}: got no ${wanted} with it; open both together, or their folder, or an archive of it.`);
  });
}

/** The meshes that a scene names, of those that were opened with it, each in one piece. */
async function gatherMeshes({ cloths, colliders }: Scene, files: readonly NamedFile[], folder: string): Promise<Meshes> {
  const meshes: Record<string, Uint8Array> = {};
  for (const { shape } of [...cloths, ...colliders]) {
    if (!("file" in shape)) continue;
    const file = shape.file.startsWith("data:") ? undefined : findFile(files, folder + shape.file);
    if (file === undefined) continue;
    const bytes = await file.read();
    const beside = await loadBeside(bytes, file.path, files);
    meshes[shape.file] = beside.size === 0 ? bytes : packGltf(bytes, shape.file, beside);
  }
  return meshes;
}

/** Of the files that are JSON, glTF has an asset. */
function isGltf(bytes: Uint8Array, name: string): boolean {
  const json = parseJson(new TextDecoder().decode(bytes), name, GLTF_LIMITS);
  return typeof json === "object" && json !== null && "asset" in json;
}

/** The mesh as the scene will have it, which of its vertices a choice of pins means if it is to be cloth, and where it goes when it plays an animation. */
export function arrange(
  mesh: MeshFile,
  name: string,
  arrangement: MeshArrangement,
  pins: PinChoice | undefined,
  animation: string | false = false,
): ArrangedMesh {
  const arranged = (pins === undefined ? arrangeMesh : arrangeCloth)(mesh, arrangement, name);
  const bounds = boundsOf(arranged.positions);
  const vertexCount = arranged.positions.length / 3;
  const reach = animation === false ? bounds : reachOf(arranged, animation, name);
  const { numbers } = arranged;
  return { vertexCount, bounds, reach, pins: choosePins(arranged, bounds, pins ?? "none"), ...(numbers && { numbers: numbers.of }) };
}

function reachOf({ skin, positions }: MeshFile, animation: string, name: string): number[] {
  const reach = boundsOf(positions);
  if (skin === undefined) return reach;
  const chosen = findAnimation(skin, animation, name);
  const place = createMeshMotion(skin, chosen, false, FURTHEST, name);
  const placed = new Float64Array(positions.length);
  for (let n = 0; n <= LOOKS; n++) {
    place((skin.animations[chosen].duration * n) / LOOKS, placed, 0);
    boundsOf(placed).forEach((value, c) => {
      reach[c] = c < 3 ? Math.min(reach[c], value) : Math.max(reach[c], value);
    });
  }
  return reach;
}

/** Builds a scene's simulation once, so that one that cannot be opened never takes the place of another. Gives its notices. */
export async function checkScene(input: SceneInput, meshes: Meshes): Promise<readonly string[]> {
  using simulation = await createSimulation(input, {
    threads: 1,
    decoders: BUNDLED_DECODERS,
    loadMesh: async (name) => {
      if (Object.hasOwn(meshes, name)) return meshes[name];
      throw new Error(`The scene names the file "${name}", which a page cannot look for; save the scene with its meshes in it.`);
    },
  });
  return simulation.notices;
}

function choosePins(mesh: MeshFile, bounds: readonly number[], choice: PinChoice): number[] {
  if (choice === "none") return [];
  const all = Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
  if (choice === "top") {
    const level = bounds[4] - TOP_SHARE * (bounds[4] - bounds[1]);
    return all.filter((i) => mesh.positions[3 * i + 1] >= level);
  }
  if ("group" in choice) return Array.from(findGroup(mesh, choice.group) ?? []);
  const channel = ["red", "green", "blue"].indexOf(choice.color);
  const { colours } = mesh;
  if (colours === undefined) return [];
  const others = [0, 1, 2].filter((c) => c !== channel);
  return all.filter((i) => colours[3 * i + channel] - Math.max(...others.map((c) => colours[3 * i + c])) > 0.5);
}

function boundsOf(positions: Float64Array): number[] {
  const bounds = [0, 0, 0].fill(Number.POSITIVE_INFINITY).concat([0, 0, 0].fill(Number.NEGATIVE_INFINITY));
  for (let n = 0; n < positions.length; n++) {
    bounds[n % 3] = Math.min(bounds[n % 3], positions[n]);
    bounds[3 + (n % 3)] = Math.max(bounds[3 + (n % 3)], positions[n]);
  }
  return bounds;
}
