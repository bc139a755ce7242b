import type { MeshFile, MeshPiece, MeshSkin } from "../mesh/mesh-file.ts";
import { gatherMorphs } from "../mesh/morph.ts";
import { INFLUENCES } from "../mesh/skin.ts";

/** The triangles of the mesh's pieces that pass a test, which gets the packed triangles and where the one in question begins. */
export function keepTriangles(mesh: MeshFile, isKept: (triangles: Uint32Array, at: number) => boolean = () => true): MeshFile {
  const { triangles, welded } = mesh;
  const chosen = new Uint32Array(triangles.length);
  let count = 0;
  const pieces: MeshPiece[] = mesh.pieces.map(({ names, start, end }) => {
    const first = count / 3;
    for (let t = 3 * start; t < 3 * end; t += 3) {
      if (!isKept(triangles, t)) continue;
      for (let c = t; c < t + 3; c++) chosen[count++] = c;
    }
    return { names, start: first, end: count / 3 };
  });
  const corners = chosen.subarray(0, count);
  return {
    ...mesh,
    triangles: corners.map((c) => triangles[c]),
    pieces,
    ...(welded === undefined ? {} : { welded: { ...welded, before: corners.map((c) => welded.before[c]) } }),
  };
}

/** The vertices that triangles use, ascending. */
export function usedVertices({ positions, triangles }: MeshFile): Uint32Array {
  const isUsed = new Uint8Array(positions.length / 3);
  for (let h = 0; h < triangles.length; h++) isUsed[triangles[h]] = 1;
  const used = new Uint32Array(isUsed.length);
  let count = 0;
  for (let i = 0; i < isUsed.length; i++) if (isUsed[i] === 1) used[count++] = i;
  return used.slice(0, count);
}

/** The mesh with those vertices alone, in that order; they are all that its triangles use. */
export function keepVertices(mesh: MeshFile, kept: Uint32Array): MeshFile {
  const renamed = new Uint32Array(mesh.positions.length / 3);
  for (let k = 0; k < kept.length; k++) renamed[kept[k]] = k;
  return { ...gatherVertices(mesh, kept), triangles: mesh.triangles.map((corner) => renamed[corner]) };
}

/** What the vertices have, in that order, some of them perhaps more than once. */
export function gatherVertices(mesh: MeshFile, kept: Uint32Array): MeshFile {
  const { positions, uv, colours, skin } = mesh;
  return {
    ...mesh,
    positions: gather(positions, kept, 3, Float64Array),
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
