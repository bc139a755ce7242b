import { InputError, nearestWord } from "../core/errors.ts";
import { groupNames, type MeshFile, type MeshPiece, type MeshSkin } from "../mesh/mesh-file.ts";
import { gatherMorphs, keepMovingApart } from "../mesh/morph.ts";
import { INFLUENCES } from "../mesh/skin.ts";
import { MATRIX_SIZE, multiplyInto } from "./gltf-nodes.ts";
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
  const chosen = group === undefined ? placed : { ...placed, ...chooseGroup(placed, group, path) };
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
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    positions[i] = scale * x;
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

function chooseGroup(mesh: MeshFile, group: string, path: string): Pick<MeshFile, "triangles" | "pieces"> {
  const chosen = mesh.pieces.filter(({ names }) => names.includes(group));
  if (chosen.length === 0) {
    const names = groupNames(mesh);
    const near = nearestWord(group, names);
    const list = names.length === 0 ? "it names no groups" : `give one of ${names.slice(0, 12).join(", ")}`;
    throw new InputError(path, `no group ${JSON.stringify(group)}`, near === undefined ? list : `did you mean "${near}"?`);
  }
  return gatherTriangles(mesh.triangles, chosen, () => true);
}

/** The triangles of some pieces that pass a test, and the pieces as they then are. */
function gatherTriangles(
  triangles: Uint32Array,
  pieces: readonly MeshPiece[],
  isKept: (a: number, b: number, c: number) => boolean,
): { triangles: Uint32Array; pieces: MeshPiece[] } {
  const out = new Uint32Array(triangles.length);
  let at = 0;
  const kept = pieces.map(({ names, start, end }) => {
    const first = at / 3;
    for (let t = 3 * start; t < 3 * end; t += 3) {
      if (!isKept(triangles[t], triangles[t + 1], triangles[t + 2])) continue;
      for (let c = 0; c < 3; c++) out[at++] = triangles[t + c];
    }
    return { names, start: first, end: at / 3 };
  });
  return { triangles: out.slice(0, at), pieces: kept };
}

/** Puts every corner on the vertex that stands for it; triangles that have lost a corner go. */
function joinCorners(mesh: MeshFile, target: Uint32Array | undefined): MeshFile {
  if (target === undefined) return mesh;
  const joined = mesh.triangles.map((corner) => target[corner]);
  return { ...mesh, ...gatherTriangles(joined, mesh.pieces, (a, b, c) => a !== b && b !== c && c !== a) };
}

/** Leaves out the vertices that no triangle uses; the others keep their order. */
function compactMesh(mesh: MeshFile, path: string): MeshFile {
  const { positions, triangles, uv, colours, skin } = mesh;
  if (triangles.length === 0) throw new InputError(path, "no triangle of any size", "weld less, or check the unit");
  const isUsed = new Uint8Array(positions.length / 3);
  for (const corner of triangles) isUsed[corner] = 1;
  const kept = Uint32Array.from(isUsed.keys()).filter((i) => isUsed[i] === 1);
  const renamed = new Uint32Array(isUsed.length);
  for (let k = 0; k < kept.length; k++) renamed[kept[k]] = k;
  return {
    ...mesh,
    positions: gather(positions, kept, 3, Float64Array),
    triangles: triangles.map((corner) => renamed[corner]),
    ...(uv === undefined ? {} : { uv: gather(uv, kept, 2, Float64Array) }),
    ...(colours === undefined ? {} : { colours: gather(colours, kept, 3, Float32Array) }),
    ...(skin === undefined ? {} : { skin: gatherSkin(skin, kept) }),
  };
}

function gatherSkin(skin: MeshSkin, kept: Uint32Array): MeshSkin {
  return {
    ...skin,
    rest: gather(skin.rest, kept, 3, Float64Array),
    bones: gather(skin.bones, kept, INFLUENCES, Uint16Array),
    weights: gather(skin.weights, kept, INFLUENCES, Float64Array),
    morphs: gatherMorphs(skin.morphs, kept),
  };
}

/** The rows of those vertices. */
function gather<T extends Float64Array | Float32Array | Uint16Array>(
  values: T,
  kept: Uint32Array,
  stride: number,
  make: new (length: number) => T,
): T {
  const out = new make(stride * kept.length);
  for (let k = 0; k < kept.length; k++) {
    for (let c = 0; c < stride; c++) out[stride * k + c] = values[stride * kept[k] + c];
  }
  return out;
}
