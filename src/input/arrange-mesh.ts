import { InputError, nearestWord } from "../core/errors.ts";
import { groupNames, type MeshFile, type MeshSkin } from "../mesh/mesh-file.ts";
import { keepMovingApart } from "../mesh/morph.ts";
import { MATRIX_SIZE, multiplyInto } from "./gltf-nodes.ts";
import { keepTriangles, keepVertices, usedVertices } from "./keep-parts.ts";
import { weldVertices } from "./weld-vertices.ts";

/** How the mesh of a file is taken into a scene. */
export interface MeshArrangement {
  /** Metres that the file's unit is long. */
  readonly scale: number;
  /** The axis that points up in the file. */
  readonly up: "y" | "z";
  /** Only the triangles of this object, group or material; all without. */
  readonly group?: string;
  /** Vertices at most so far apart [m] become one; 0: those in the same place. Without, all are kept, used or not. */
  readonly weld?: number;
  /** Of a cloth: taken apart where more than two triangles meet at an edge. */
  readonly repair?: boolean;
}

/** Metres in the units of length that have a name. */
export const UNITS: Readonly<Record<"m" | "cm" | "mm" | "in" | "ft", number>> = {
  m: 1,
  cm: 0.01,
  mm: 0.001,
  in: 0.0254,
  ft: 0.3048,
};

/** The mesh of a file in metres with y up, its group chosen and its seams closed. Names the file in errors. */
export function arrangeMesh(mesh: MeshFile, arrangement: MeshArrangement, path: string): MeshFile {
  const placed = placeMesh(mesh, arrangement);
  const { group, weld } = arrangement;
  const chosen = group === undefined ? placed : chooseGroup(placed, group, path);
  if (group === undefined && weld === undefined) return chosen;
  const target = weld === undefined ? undefined : weldVertices(chosen.positions, weld, path);
  // morph targets have the file's unit
  if (target !== undefined && weld !== undefined && mesh.skin !== undefined) {
    keepMovingApart(mesh.skin.morphs, weld / arrangement.scale, target);
  }
  return compactMesh(joinCorners(chosen, target), path);
}

function placeMesh(mesh: MeshFile, { scale, up }: MeshArrangement): MeshFile {
  if (scale === 1 && up === "y") return mesh;
  const frame =
    up === "y"
      ? Float64Array.of(scale, 0, 0, 0, scale, 0, 0, 0, scale, 0, 0, 0)
      : Float64Array.of(scale, 0, 0, 0, 0, scale, 0, -scale, 0, 0, 0, 0);
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const y = mesh.positions[i + 1];
    const z = mesh.positions[i + 2];
    positions[i] = scale * mesh.positions[i];
    positions[i + 1] = scale * (up === "y" ? y : z);
    positions[i + 2] = scale * (up === "y" ? z : -y);
  }
  return { ...mesh, positions, ...(mesh.skin === undefined ? {} : { skin: placeSkin(mesh.skin, frame) }) };
}

function placeSkin(skin: MeshSkin, frame: Float64Array): MeshSkin {
  return {
    ...skin,
    computePoses(animation, time, poses, morphWeights) {
      skin.computePoses(animation, time, poses, morphWeights);
      for (let at = 0; at < poses.length; at += MATRIX_SIZE) multiplyInto(frame, 0, poses, at, poses, at);
    },
  };
}

function chooseGroup(mesh: MeshFile, group: string, path: string): MeshFile {
  const chosen = mesh.pieces.filter(({ names }) => names.includes(group));
  if (chosen.length === 0) {
    const names = groupNames(mesh);
    const near = nearestWord(group, names);
    const list = names.length === 0 ? "it names no groups" : `give one of ${names.slice(0, 12).join(", ")}`;
    throw new InputError(path, `no group ${JSON.stringify(group)}`, near === undefined ? list : `did you mean "${near}"?`);
  }
  return keepTriangles({ ...mesh, pieces: chosen });
}

/** Puts every corner on the vertex that stands for it; triangles that have lost a corner go. */
function joinCorners(mesh: MeshFile, target: Uint32Array | undefined): MeshFile {
  if (target === undefined) return mesh;
  const before = mesh.triangles;
  const joined = keepTriangles(
    { ...mesh, triangles: before.map((corner) => target[corner]), welded: { before, closedCount: 0 } },
    hasThreeCorners,
  );
  const closedCount = (before.length - joined.triangles.length) / 3;
  return { ...joined, welded: { before: joined.welded?.before ?? before, closedCount } };
}

function hasThreeCorners(triangles: Uint32Array, at: number): boolean {
  const a = triangles[at];
  const b = triangles[at + 1];
  const c = triangles[at + 2];
  return a !== b && b !== c && c !== a;
}

/** Leaves out the vertices that no triangle uses; the others keep their order. */
function compactMesh(mesh: MeshFile, path: string): MeshFile {
  if (mesh.triangles.length === 0) throw new InputError(path, "no triangle of any size", "weld less, or check the unit");
  return keepVertices(mesh, usedVertices(mesh));
}
