import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { readInteger } from "../core/read.ts";
import { MAX_TRIANGLES } from "../mesh/limits.ts";
import { checkMade, checkSimulatedLength, checkTriangleMesh, type TriangleMesh } from "./render-mesh-input.ts";
import { computeSmoothNormals } from "./render-mesh-normals.ts";
import { joinFaces, smoothFaces, splitFaces, triangulateFaces } from "./subdivide-faces.ts";
import { computeTangentNormals, createTangents, type Tangents } from "./subdivide-normals.ts";
import { composeStencils, computeStencilPoints, createIdentityStencil, type Stencil } from "./subdivide-stencil.ts";

export interface CoarseSurface extends TriangleMesh {
  /** Rest coordinates [m] and texture coordinates, two a vertex; they are refined as the positions are. */
  readonly material?: Float32Array | Float64Array;
  readonly uv?: Float32Array | Float64Array;
}

export interface SubdivideOptions {
  /**
   * Smoothing draws a curved surface towards its inside. So often the vertices are first put outwards by what it would take from them, each
   * time leaving a share of the error that grows with the angle between triangles; 0 is the plain scheme, 2 the default. The finest folds still come out softer.
   */
  readonly corrections?: number;
}

const MAX_LEVELS = 8;

/** A smooth, finer mesh over a simulated one. The first vertices are the simulated ones, in their order. */
export interface SubdividedSurface extends Refinement {
  /** The start [m], packed x, y, z; `updateSubdivision` gives later ones. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly triangles: Uint32Array;
  readonly material?: Float64Array;
  readonly uv?: Float64Array;
  readonly tangents: Tangents;
}

/** How positions of the simulated mesh become those of the fine one. */
export interface Refinement {
  /** Number of vertices of the simulated mesh. */
  readonly simulatedCount: number;
  /** Each fine vertex as a weighted mean of simulated ones, before corrections; the weights are positive and sum to one. */
  readonly stencil: Stencil;
  readonly corrections: number;
  /** Workspace of `updateSubdivision`. */
  readonly corrected: Float64Array;
  readonly smoothed: Float64Array;
}

/**
 * Makes a mesh with 4^levels times the triangles that is, at every pose of the simulated one, its smooth subdivision: Catmull and Clark's
 * where pairs of triangles make rectangles, Loop's elsewhere (subdivide-faces.ts joins the two). Borders depend on border vertices
 * only, and their corners stay. After a cut, subdivide the new mesh: its cut edges are borders then.
 */
export function subdivideSurface(surface: CoarseSurface, levels: number, options: SubdivideOptions = {}): SubdividedSurface {
  const simulatedCount = checkTriangleMesh(surface, "surface");
  const corrections = readInteger(options.corrections ?? 2, "options.corrections", { min: 0, max: 10 });
  checkLevels(levels, surface.triangles.length / 3);
  let faces = joinFaces(surface.positions, surface.triangles, "surface.triangles");
  let stencil = createIdentityStencil(simulatedCount);
  for (let level = 0; level < levels; level++) {
    const split = splitFaces(faces);
    faces = split.faces;
    const smooth = composeStencils(smoothFaces(faces), split.stencil, stencil.start.length - 1);
    stencil = composeStencils(smooth, stencil, simulatedCount);
  }
  const vertexCount = faces.vertexCount;
  const triangles = levels === 0 ? surface.triangles : triangulateFaces(faces);
  const positions = new Float64Array(3 * vertexCount);
  const normals = new Float64Array(3 * vertexCount);
  const refinement = {
    simulatedCount,
    stencil,
    corrections,
    corrected: new Float64Array(3 * simulatedCount),
    smoothed: new Float64Array(3 * simulatedCount),
  };
  refine(refinement, surface.positions, positions);
  computeSmoothNormals(positions, triangles, normals);
  const tangents = createTangents(faces, positions, normals);
  computeTangentNormals(tangents, positions, normals);
  const { material, uv } = surface;
  return {
    ...refinement,
    positions,
    normals,
    triangles,
    tangents,
    ...(material === undefined ? {} : { material: refinePairs(refinement, material, "surface.material") }),
    ...(uv === undefined ? {} : { uv: refinePairs(refinement, uv, "surface.uv") }),
  };
}

function checkLevels(levels: number, triangleCount: number): void {
  let fineCount = triangleCount;
  for (let level = 0; level < levels && fineCount <= MAX_TRIANGLES; level++) fineCount *= 4;
  if (Number.isInteger(levels) && levels >= 0 && levels <= MAX_LEVELS && fineCount <= MAX_TRIANGLES) return;
  const advice = `give a whole number from 0 to ${MAX_LEVELS}, for at most ${MAX_TRIANGLES} triangles in all`;
  throw new InputError("levels", describeValue(levels), advice);
}

/** Positions [m] and unit normals of the fine mesh where the simulated vertices are at `simulated`. Allocates nothing. */
export function updateSubdivision(
  subdivision: SubdividedSurface,
  simulated: Float32Array | Float64Array,
  outPositions: Float32Array | Float64Array,
  outNormals: Float32Array | Float64Array,
): void {
  checkMade(subdivision, "stencil", "subdivision", "subdivideSurface");
  checkSimulatedLength(subdivision.simulatedCount, simulated, "subdivide the cut mesh again (subdivideSurface)");
  checkArray(outPositions, subdivision.positions.length, "three a vertex", "outPositions");
  checkArray(outNormals, subdivision.positions.length, "three a vertex", "outNormals");
  refine(subdivision, simulated, outPositions);
  computeTangentNormals(subdivision.tangents, outPositions, outNormals);
}

/**
 * c ← c + (x − S c), from c = x on, with S the rows of the vertices that the two meshes share; then the fine mesh from c. For a wave that S
 * damps by s, what is left of it after k corrections is 1 − (1 − s)^(k+1), never more than the wave was.
 */
function refine(refinement: Refinement, x: Float32Array | Float64Array, out: Float32Array | Float64Array): void {
  const { stencil, corrections, corrected, smoothed, simulatedCount } = refinement;
  corrected.set(x);
  for (let k = 0; k < corrections; k++) {
    computeStencilPoints(stencil, 0, simulatedCount, corrected, smoothed);
    for (let i = 0; i < corrected.length; i++) corrected[i] += x[i] - smoothed[i];
  }
  computeStencilPoints(stencil, 0, stencil.start.length - 1, corrected, out);
}

function refinePairs(refinement: Refinement, pairs: Float32Array | Float64Array, path: string): Float64Array {
  const { simulatedCount, stencil } = refinement;
  if (pairs.length !== 2 * simulatedCount) {
    throw new InputError(path, `${pairs.length} numbers`, `give two for each of the ${simulatedCount} vertices`);
  }
  const fineCount = stencil.start.length - 1;
  const points = Float64Array.from({ length: 3 * simulatedCount }, (_, i) => (i % 3 === 2 ? 0 : pairs[2 * Math.floor(i / 3) + (i % 3)]));
  const fine = new Float64Array(3 * fineCount);
  refine(refinement, points, fine);
  return Float64Array.from({ length: 2 * fineCount }, (_, i) => fine[3 * Math.floor(i / 2) + (i % 2)]);
}
