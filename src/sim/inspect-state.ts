import { POSE_SIZE, placeVertices } from "../core/body-motion.ts";
import { findIntersections } from "../inspect/find-intersections.ts";
import { findStack } from "../inspect/find-stack.ts";
import { describeLayers, type Layers, layersKeptOrder } from "../inspect/layer-order.ts";
import { createPenetrationMeter, type InspectedBody } from "../inspect/penetration.ts";
import type { Revision } from "./revision.ts";

/**
 * Whether anything has passed through anything, judged by geometry that the collisions of a step do not use. Thickness plays no part:
 * cloth may be closer than that, as long as it is not through.
 */
export interface Inspection {
  /**
   * Pairs of triangles that pass through each other: of the cloth with itself, with other cloths and with bodies made of meshes. Counting
   * ends at MOST_INTERSECTIONS.
   */
  readonly intersections: number;
  /**
   * How far the deepest vertex of the cloth lies below the surface of a body [m], 0 if none does. An open mesh has no inside; below a
   * height field means straight down.
   */
  readonly maxPenetration: number;
  /**
   * Vertices at which cloths that the scene stacks on each other have changed places. Only there where the cloths begin as a stack, each
   * wholly above the one before and spread out.
   */
  readonly swappedLayers?: number;
}

/** A cloth that has blown up has millions of intersections, and nobody needs their number. */
export const MOST_INTERSECTIONS = 100_000;

/** Looks at positions x of a revision of the cloth, with bodies in these poses (12 numbers each) at a time [s]. */
export type Inspector = (revision: Revision, x: Float64Array, poses: Float64Array, time: number) => Inspection;

/** `start` is the cloth before any cut, `bodies` are as the scene places them. */
export function createInspector(start: Revision, bodies: readonly InspectedBody[]): Inspector {
  const measurePenetration = createPenetrationMeter(bodies);
  const findAll = createIntersectionSearch(bodies);
  const countSwaps = createSwapCount(start);
  return ({ cloth }, x, poses, time) => {
    const swappedLayers = countSwaps?.(cloth.triangles, x);
    return {
      intersections: findAll(cloth.triangles, x, poses, time).length / 2,
      maxPenetration: measurePenetration(x, poses, time).maxPenetration,
      ...(swappedLayers === undefined ? {} : { swappedLayers }),
    };
  };
}

/** Finds the pairs of the cloth's triangles that intersect each other, or the meshes among the bodies, whose triangles are numbered behind. */
export function createIntersectionSearch(
  bodies: readonly InspectedBody[],
): (triangles: Uint32Array, x: Float64Array, poses: Float64Array, time: number) => Uint32Array {
  const meshes = bodies.flatMap((body, b) => ("mesh" in body ? [{ mesh: body.mesh, pose: POSE_SIZE * b }] : []));
  // Cloth and bodies in one list; made anew when a cut has made other triangles.
  let searched: Uint32Array | undefined;
  let positions = new Float64Array(0);
  let triangles = new Uint32Array(0);
  let groups = new Uint8Array(0);

  function prepare(cloth: Uint32Array, coordinates: number): void {
    searched = cloth;
    positions = new Float64Array(meshes.reduce((sum, { mesh }) => sum + mesh.positions.length, coordinates));
    triangles = new Uint32Array(meshes.reduce((sum, { mesh }) => sum + mesh.triangles.length, cloth.length));
    groups = new Uint8Array(triangles.length / 3).fill(1, cloth.length / 3);
    triangles.set(cloth);
    let vertices = coordinates / 3;
    let corners = cloth.length;
    for (const { mesh } of meshes) {
      for (const vertex of mesh.triangles) triangles[corners++] = vertices + vertex;
      vertices += mesh.positions.length / 3;
    }
  }

  return (cloth, x, poses, time) => {
    if (cloth.length === 0) return new Uint32Array(0);
    if (meshes.length === 0) return findIntersections(x, cloth, undefined, false, MOST_INTERSECTIONS).pairs;
    if (searched !== cloth) prepare(cloth, x.length);
    positions.set(x);
    let at = x.length;
    for (const { mesh, pose } of meshes) {
      if (mesh.place !== undefined) mesh.place(poses, positions, at, time);
      else placeVertices(mesh.positions, poses, pose, positions, at);
      at += mesh.positions.length;
    }
    return findIntersections(positions, triangles, groups, false, MOST_INTERSECTIONS).pairs;
  };
}

/** Counts swapped vertices, if the scene's cloths begin as a stack. A cut keeps the triangles in their order. */
function createSwapCount(start: Revision): ((triangles: Uint32Array, x: Float64Array) => number) | undefined {
  const ranges = sheetRanges(start);
  const sheetsOf = (triangles: Uint32Array): Uint32Array[] => ranges.map(([from, to]) => triangles.subarray(from, to));
  const sheets = sheetsOf(start.cloth.triangles);
  const stack = findStack(start.start, sheets);
  if (stack === undefined) return undefined;
  const { axis, order } = stack;
  let described = start.cloth.triangles;
  let layers: Layers = describeLayers(
    start.start,
    order.map((k) => sheets[k]),
    axis,
  );
  return (triangles, x) => {
    if (described !== triangles) {
      const now = sheetsOf(triangles);
      layers = { ...layers, triangles: Uint32Array.from(order.flatMap((k) => [...now[k]])) };
      described = triangles;
    }
    return layersKeptOrder(x, layers);
  };
}

/** Where the triangles of each of the scene's cloths begin and end; those without any are left out. */
function sheetRanges({ cloth, sceneIndex }: Revision): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let to = 0;
  for (const { end } of cloth.parts) {
    const from = to;
    while (to < cloth.triangles.length && sceneIndex[cloth.triangles[to]] < end) to += 3;
    if (to > from) ranges.push([from, to]);
  }
  return ranges;
}
