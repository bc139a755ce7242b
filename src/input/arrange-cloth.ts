import { counted } from "../core/counted.ts";
import { InputError } from "../core/errors.ts";
import { type CrowdedEdge, findCrowdedEdges, splitCrowdedEdges } from "../mesh/crowded-edges.ts";
import { findDoubles } from "../mesh/find-doubles.ts";
import type { MeshFile } from "../mesh/mesh-file.ts";
import { orientSurface } from "../mesh/orient-surface.ts";
import { isDegenerate } from "../mesh/validate-surface.ts";
import { arrangeMesh, type MeshArrangement } from "./arrange-mesh.ts";
import { gatherVertices, keepTriangles, keepVertices, usedVertices } from "./keep-parts.ts";

/**
 * The same as `arrangeMesh` does, of a mesh that cloth is made of. Triangles without area, those that are there twice, and vertices in no
 * triangle are left out; neighbours face the same way. More than two triangles at an edge are refused, all such edges at once, or
 * taken apart: where welding brought them together, and everywhere with `repair`. All that is told in `notices`.
 * Copies of vertices stand behind all others. A scene calls vertices by the numbers of the file; where a group is chosen or vertices are
 * welded, they are numbered anew, without those that were left out.
 */
export function arrangeCloth(mesh: MeshFile, arrangement: MeshArrangement, path: string): MeshFile {
  const arranged = arrangeMesh(mesh, arrangement, path);
  const notices = [...(arranged.notices ?? [])];
  const isRenumbered = arrangement.group !== undefined || arrangement.weld !== undefined;
  const sound = dropUnsound(arranged, path, notices);
  const used = dropUnused(sound, isRenumbered, notices);
  const split = splitEdges(used, arrangement.repair === true, path, notices);
  const oriented = orientSurface(split, path);
  tellTurned(split, oriented, notices);
  const { welded: _, ...cloth } = oriented;
  return notices.length === 0 ? cloth : { ...cloth, notices };
}

/** Leaves out triangles that cloth cannot have. */
function dropUnsound(mesh: MeshFile, path: string, notices: string[]): MeshFile {
  const { positions, welded } = mesh;
  const kept = keepTriangles(mesh, (t, at) => !isDegenerate(t[at], t[at + 1], t[at + 2], positions, 3));
  const isDouble = findDoubles(positions.length / 3, kept.triangles);
  const single = isDouble.includes(1) ? keepTriangles(kept, (_, at) => isDouble[at / 3] === 0) : kept;
  const flatCount = (mesh.triangles.length - kept.triangles.length) / 3 + (welded?.closedCount ?? 0);
  const doubleCount = (kept.triangles.length - single.triangles.length) / 3;
  if (flatCount > 0) notices.push(`left out ${counted(flatCount, "triangle")} without area`);
  if (doubleCount > 0) notices.push(`left out ${counted(doubleCount, "triangle")} with the same corners as another`);
  if (single.triangles.length === 0) throw new InputError(path, "no triangle of any size", "weld less, or check the file");
  return flatCount + doubleCount > 0 ? single : mesh;
}

function dropUnused(mesh: MeshFile, isRenumbered: boolean, notices: string[]): MeshFile {
  const kept = usedVertices(mesh);
  const count = mesh.positions.length / 3 - kept.length;
  if (count === 0) return mesh;
  const numbering = isRenumbered ? "" : "; pins and events go by the numbers of the file, results by those of the vertices that are left";
  notices.push(`left out ${counted(count, "vertex", "vertices")} in no triangle${numbering}`);
  return { ...keepVertices(mesh, kept), ...(isRenumbered ? {} : { numbers: { of: kept, count: count + kept.length } }) };
}

/** Sees to it that at most two triangles meet at an edge. */
function splitEdges(mesh: MeshFile, repair: boolean, path: string, notices: string[]): MeshFile {
  const { positions, triangles, welded } = mesh;
  const crowded = findCrowdedEdges(positions.length / 3, triangles);
  if (crowded.length === 0) return mesh;
  const before = welded?.before ?? triangles;
  const asFound = crowded.filter((edge) => isCrowdedBefore(edge, triangles, before));
  if (asFound.length > 0 && !repair) refuseEdges(asFound, positions, path);
  const areJoined = (one: number, other: number): boolean => endsBefore(one, triangles, before) === endsBefore(other, triangles, before);
  const split = splitCrowdedEdges(positions, triangles, areJoined);
  const copyCount = split.origin.length - positions.length / 3;
  const reason = asFound.length === 0 ? "that welding would have made" : "of three or more triangles";
  notices.push(`took apart ${counted(crowded.length, "edge")} ${reason}, by ${counted(copyCount, "more vertex", "more vertices")}`);
  const { numbers } = mesh;
  return {
    ...gatherVertices(mesh, split.origin),
    triangles: split.triangles,
    numbers: { of: split.origin.map((vertex) => numbers?.of[vertex] ?? vertex), count: numbers?.count ?? positions.length / 3 },
  };
}

/** Whether more than two triangles met at an edge by the same two vertices before these were welded. */
function isCrowdedBefore({ facing }: CrowdedEdge, triangles: Uint32Array, before: Uint32Array): boolean {
  const counts = new Map<string, number>();
  for (const half of facing) {
    const ends = endsBefore(half, triangles, before);
    counts.set(ends, (counts.get(ends) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count > 2);
}

/** The two vertices of the edge that a corner faces, as they were before they were welded, in the order of those that they became. */
function endsBefore(half: number, triangles: Uint32Array, before: Uint32Array): string {
  const first = half - (half % 3);
  const [a, b] = [first + ((half + 1) % 3), first + ((half + 2) % 3)];
  return triangles[a] < triangles[b] ? `${before[a]} ${before[b]}` : `${before[b]} ${before[a]}`;
}

/** So many edges are told by their place. */
const MOST_TOLD = 3;

function refuseEdges(edges: readonly CrowdedEdge[], positions: Float64Array, path: string): never {
  const told = edges.slice(0, MOST_TOLD).map(({ low, high, facing }) => {
    const middle = [0, 1, 2].map((c) => Number(((positions[3 * low + c] + positions[3 * high + c]) / 2).toPrecision(3)));
    return `${facing.length} at (${middle.join(", ")})`;
  });
  const more = edges.length > MOST_TOLD ? ` and ${edges.length - MOST_TOLD} more` : "";
  throw new InputError(
    path,
    `${counted(edges.length, "edge")} of three or more triangles: ${told.join(", ")}${more}`,
    'let at most two triangles meet at an edge, or give the mesh "repair": true, which takes it apart there',
  );
}

function tellTurned(before: MeshFile, after: MeshFile, notices: string[]): void {
  let count = 0;
  for (let c = 1; c < before.triangles.length; c += 3) if (before.triangles[c] !== after.triangles[c]) count++;
  if (count > 0) notices.push(`turned over ${counted(count, "triangle")}, so that neighbours face the same way`);
}
