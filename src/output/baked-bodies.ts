import type { BodySurface } from "../contact/shapes/collider.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import type { Figure } from "../figure/figure.ts";
import type { Simulation } from "../sim/simulation.ts";
import { type Mesh, meshesOfShape } from "./body-mesh.ts";
import type { DrawnScene } from "./draw-simulation.ts";

/** A body or figure beside the cloth: triangles as the scene places them, and what moves them. */
export interface BakedBody extends Mesh {
  readonly name: string;
  /** The number of the pose that moves it, or of its first bone's. */
  readonly pose: number;
  /** Of a figure: its skin goes with its bones. */
  readonly figure?: Figure;
  /** Of a mesh that changes its form with time. */
  readonly place?: NonNullable<BodySurface["place"]>;
}

/** What of a scene is looked at for its bodies. */
interface Peopled {
  readonly colliders: DrawnScene["colliders"];
  readonly figures: readonly (DrawnScene["figures"][number] & { readonly name: string })[];
}

/** The bodies of a parsed scene that a file can hold, `built` as its simulation has them; planes have no end and are left out. */
export function listBodies({ colliders, figures }: Peopled, built: Simulation["bodies"]["list"]): BakedBody[] {
  const ofFigures = new Set(figures.flatMap((figure) => figure.colliders));
  const bodies = colliders.flatMap((collider, pose): BakedBody[] => {
    const { shape } = collider;
    if (ofFigures.has(collider) || shape.kind === "plane") return [];
    const { name, surface } = built[pose];
    if (shape.kind !== "mesh") return [{ name, pose, ...joinMeshes(meshesOfShape(shape, 0)) }];
    if (surface === undefined) return [];
    const { positions, triangles, place } = surface;
    return [{ name, pose, positions, triangles, ...(place === undefined ? {} : { place }) }];
  });
  const people = figures.map(({ name, figure, colliders: [first] }): BakedBody => {
    const { positions, triangles } = figure.surface;
    return { name, pose: colliders.indexOf(first), positions, triangles, figure };
  });
  return [...bodies, ...people];
}

function joinMeshes(meshes: readonly Mesh[]): Mesh {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let vertex = 0;
  let corner = 0;
  for (const mesh of meshes) {
    positions.set(mesh.positions, 3 * vertex);
    for (const index of mesh.triangles) triangles[corner++] = vertex + index;
    vertex += mesh.positions.length / 3;
  }
  return { positions, triangles };
}

/** Translation x, y, z and rotation x, y, z, w (a quaternion) of body n among poses, into out[at..]. */
export function readPlace(poses: Float64Array, n: number, out: Float64Array, at: number): void {
  const m = poses.subarray(POSE_SIZE * n, POSE_SIZE * (n + 1));
  for (let c = 0; c < 3; c++) out[at + c] = m[9 + c];
  // 4 q² of each part on the diagonal; the largest is divided by, so that nothing is lost
  const squares = [1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8], 1 + m[0] + m[4] + m[8]];
  const products = [
    [squares[0], m[1] + m[3], m[2] + m[6], m[7] - m[5]],
    [m[1] + m[3], squares[1], m[5] + m[7], m[2] - m[6]],
    [m[2] + m[6], m[5] + m[7], squares[2], m[3] - m[1]],
    [m[7] - m[5], m[2] - m[6], m[3] - m[1], squares[3]],
  ];
  const largest = squares.indexOf(Math.max(...squares));
  const length = Math.sqrt(products[largest].reduce((sum, c) => sum + c * c, 0));
  for (let c = 0; c < 4; c++) out[at + 3 + c] = products[largest][c] / length;
}
