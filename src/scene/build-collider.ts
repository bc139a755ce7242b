import { bodyFrame } from "../contact/shapes/body-frame.ts";
import type { Collider, Shape } from "../contact/shapes/collider.ts";
import { PLAIN_COLLIDERS } from "../contact/shapes/plain-colliders.ts";
import { InputError } from "../core/errors.ts";
import type { Figure } from "../figure/figure.ts";
import { MAX_VERTICES } from "../mesh/limits.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import { ROOMS } from "./rooms.ts";

/** The bodies of a scene, with the meshes of those that are made of files. What was mended or passed over in these joins the `notices`. */
export async function buildColliders(specs: readonly ColliderSpec[], loadMesh: MeshLoader, notices: string[]): Promise<Collider[]> {
  const colliders: Collider[] = [];
  let vertices = 0;
  for (const [n, spec] of specs.entries()) {
    const path = `colliders[${n}].mesh`;
    const shape = await loadShape(spec.shape, n, path, loadMesh, notices);
    vertices += (shape.surface?.positions.length ?? 0) / 3;
    if (vertices > MAX_VERTICES) {
      throw new InputError(path, `${vertices} vertices so far`, `use at most ${MAX_VERTICES} in all bodies together`);
    }
    const frame = bodyFrame(spec.shape);
    const { motion, ...rest } = spec;
    const script = motion === undefined || "poses" in motion ? motion : (await ROOMS.details()).poseScript(motion);
    colliders.push({
      ...rest,
      ...(script && { motion: script }),
      frame,
      shape: spec.skin === undefined ? shape : await withSkin(shape, spec.skin, n),
    });
  }
  return colliders;
}

/** The skin of a figure changes its form with its bones, the bodies before number n. */
async function withSkin(shape: Shape, figure: Figure, n: number): Promise<Shape> {
  if (shape.surface === undefined) return shape;
  const { skinPlacer } = await ROOMS.figures();
  return { ...shape, surface: { ...shape.surface, place: skinPlacer(figure, n - figure.bones.length) } };
}

/** A body of any kind; the code of the plain ones is here. */
async function loadShape(spec: ColliderSpec["shape"], body: number, path: string, loadMesh: MeshLoader, notices: string[]): Promise<Shape> {
  if (spec.kind === "own") return spec.shape;
  if (spec.kind === "mesh") return (await ROOMS.bodies()).buildMeshBody(spec, body, path, loadMesh, notices);
  const plain = PLAIN_COLLIDERS.find(({ name }) => name === spec.kind);
  return plain === undefined ? (await ROOMS.bodies()).createShape(spec) : plain.create(spec as never);
}
