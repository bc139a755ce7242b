import { type InstancedMesh, type Material, Matrix4, type Mesh, type Object3D, type SkinnedMesh, Vector3 } from "three";
import { InputError } from "../core/errors.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import { type CornerRun, type GeometrySurface, readTriangles, readVertices, type SurfaceGroup } from "./surface-from-geometry.ts";

/** One mesh, in its own coordinates or in the world's. */
export interface Piece extends GeometrySurface {
  readonly groups: readonly SurfaceGroup[];
}

/**
 * All meshes at and below an object as one surface, in world coordinates as they are now: each skinned mesh in its present pose, every
 * instance of an instanced mesh. Whether they are visible does not matter, morph targets are passed over. Triangles go by the names of
 * their mesh and its material.
 */
export function surfaceFromObject(object: Object3D): GeometrySurface {
  object.updateWorldMatrix(true, false);
  object.updateMatrixWorld(true);
  const pieces: Piece[] = [];
  let vertexCount = 0;
  let triangleCount = 0;
  object.traverse((child) => {
    if (!(child as Mesh).isMesh) return;
    const mesh = child as Mesh;
    const copies = (mesh as InstancedMesh).isInstancedMesh ? (mesh as InstancedMesh).count : 1;
    if (copies === 0) return;
    const piece = readMesh(mesh);
    vertexCount += (copies * piece.positions.length) / 3;
    triangleCount += (copies * piece.triangles.length) / 3;
    if (vertexCount > MAX_VERTICES || triangleCount > MAX_TRIANGLES) {
      const got = `${vertexCount} vertices and ${triangleCount} triangles so far`;
      throw new InputError(describeObject(mesh), got, `use at most ${MAX_VERTICES} and ${MAX_TRIANGLES}`);
    }
    for (let n = 0; n < copies; n++) pieces.push(placeMesh(mesh, piece, n));
  });
  if (triangleCount === 0) throw new InputError(describeObject(object), "no triangles", "give an object with meshes in or below it");
  return mergePieces(pieces, vertexCount, triangleCount);
}

/** As errors name an object. */
export function describeObject({ name, type }: Object3D): string {
  return name === "" ? type : `${type} ${JSON.stringify(name)}`;
}

/** What is drawn of a mesh, in its own coordinates: with several materials, the groups that have one. */
export function readMesh(mesh: Mesh): Piece {
  if ("isBatchedMesh" in mesh) throw new InputError(describeObject(mesh), "a batched mesh", "give its geometries one by one");
  const { geometry, material, name } = mesh;
  const isSplit = Array.isArray(material);
  const runs: CornerRun[] = isSplit
    ? geometry.groups.flatMap(({ start, count, materialIndex = 0 }) => {
        const own: Material | undefined = material[materialIndex];
        return own === undefined ? [] : [{ start, count, names: namesOf(name, own.name) }];
      })
    : [{ start: 0, count: Number.POSITIVE_INFINITY, names: namesOf(name, material?.name ?? "") }];
  const { groups = [], triangles } = readTriangles(geometry, runs, !isSplit);
  return { ...readVertices(geometry), triangles, groups };
}

/** Names in scenes have a limit. */
function namesOf(...names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== "").map((name) => name.slice(0, 2000));
}

/** A mesh, or instance n of it, where it is in the world. */
function placeMesh(mesh: Mesh, piece: Piece, n: number): Piece {
  const place = mesh.matrixWorld.clone();
  if ((mesh as InstancedMesh).isInstancedMesh) {
    const own = new Matrix4();
    (mesh as InstancedMesh).getMatrixAt(n, own);
    place.multiply(own);
  }
  const bend = (mesh as SkinnedMesh).isSkinnedMesh ? (mesh as SkinnedMesh) : undefined;
  for (const bone of bend?.skeleton.bones ?? []) bone.updateWorldMatrix(true, false);
  const positions = new Float64Array(piece.positions.length);
  const point = new Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    point.fromArray(piece.positions, i);
    bend?.applyBoneTransform(i / 3, point);
    point.applyMatrix4(place).toArray(positions, i);
  }
  const triangles = place.determinant() < 0 ? turnOver(piece.triangles) : piece.triangles;
  return { ...piece, positions, triangles };
}

/** The same triangles seen from the other side: a mirror turns a surface over. */
export function turnOver(triangles: Uint32Array): Uint32Array {
  const turned = triangles.slice();
  for (let t = 0; t < turned.length; t += 3) {
    turned[t + 1] = triangles[t + 2];
    turned[t + 2] = triangles[t + 1];
  }
  return turned;
}

/** Goes on with the last group where the next one has its names, as that of another instance has. */
function addGroup(groups: SurfaceGroup[], names: readonly string[], start: number, count: number): void {
  const last = groups.at(-1);
  const isSame = last !== undefined && last.start + last.count === start && last.names.join("\n") === names.join("\n");
  if (isSame) groups[groups.length - 1] = { ...last, count: last.count + count };
  else groups.push({ names, start, count });
}

/** Where only some have texture coordinates the others have 0, and where only some have colours the others are white. */
function mergePieces(pieces: readonly Piece[], vertexCount: number, triangleCount: number): GeometrySurface {
  const positions = new Float64Array(3 * vertexCount);
  const triangles = new Uint32Array(3 * triangleCount);
  const uv = pieces.some((piece) => piece.uv !== undefined) ? new Float32Array(2 * vertexCount) : undefined;
  const colors = pieces.some((piece) => piece.colors !== undefined) ? new Float32Array(3 * vertexCount).fill(1) : undefined;
  const groups: SurfaceGroup[] = [];
  let vertex = 0;
  let triangle = 0;
  for (const piece of pieces) {
    positions.set(piece.positions, 3 * vertex);
    if (piece.uv !== undefined) uv?.set(piece.uv, 2 * vertex);
    if (piece.colors !== undefined) colors?.set(piece.colors, 3 * vertex);
    for (let c = 0; c < piece.triangles.length; c++) triangles[3 * triangle + c] = vertex + piece.triangles[c];
    for (const { names, start, count } of piece.groups) addGroup(groups, names, triangle + start, count);
    vertex += piece.positions.length / 3;
    triangle += piece.triangles.length / 3;
  }
  return {
    positions,
    triangles,
    ...(uv === undefined ? {} : { uv }),
    ...(colors === undefined ? {} : { colors }),
    ...(groups.length > 0 ? { groups } : {}),
  };
}
