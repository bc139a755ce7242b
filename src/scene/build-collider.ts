import { bodyFrame } from "../contact/shapes/body-frame.ts";
import type { BodySurface, Collider, Shape } from "../contact/shapes/collider.ts";
import type { BodyShape } from "../contact/shapes/collider-catalog.ts";
import { PLAIN_COLLIDERS } from "../contact/shapes/plain-colliders.ts";
import { POSE_SIZE, placeVertices } from "../core/body-motion.ts";
import { InputError } from "../core/errors.ts";
import { LARGEST_VALUE } from "../core/state.ts";
import type { Figure } from "../figure/figure.ts";
import { MAX_VERTICES } from "../mesh/limits.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import { ROOMS } from "./rooms.ts";

/** The bodies of a scene, with the meshes of those that are made of files. */
export async function buildColliders(specs: readonly ColliderSpec[], loadMesh: MeshLoader): Promise<Collider[]> {
  const colliders: Collider[] = [];
  let vertices = 0;
  for (const [n, spec] of specs.entries()) {
    const path = `colliders[${n}].mesh`;
    const shape = await buildShape(spec.shape, n, path, loadMesh);
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

async function buildShape(spec: ColliderSpec["shape"], body: number, path: string, loadMesh: MeshLoader): Promise<Shape> {
  if (spec.kind !== "mesh") return loadShape(spec);
  if (!("file" in spec)) {
    checkReach(spec.surface.positions, `${path}.positions`);
    return loadShape(spec);
  }
  const { loadMeshFile, describeFile, findAnimation, createMeshMotion } = await ROOMS.meshFiles();
  const { positions, triangles, skin } = await loadMeshFile(spec, loadMesh);
  checkReach(positions, describeFile(spec.file));
  const { animation, repeat = false } = spec;
  if (skin === undefined || animation === false) {
    if (typeof animation === "string") {
      throw new InputError(`${path}.animation`, JSON.stringify(animation), "the file has no animations");
    }
    return loadShape({ kind: "mesh", surface: { positions, triangles } });
  }
  const chosen = findAnimation(skin, animation, `${path}.animation`);
  const placeAt = createMeshMotion(skin, chosen, repeat, LARGEST_VALUE, path);
  placeAt(0, positions, 0);
  const place: BodySurface["place"] = (poses, out, at, time) => {
    placeAt(time, out, at);
    const placed = out.subarray(at, at + positions.length);
    placeVertices(placed, poses, POSE_SIZE * body, placed, 0); // the pose of the body itself on top of its form
  };
  return loadShape({ kind: "mesh", surface: { positions, triangles, place } });
}

/** A body of any kind; the code of the plain ones is here. */
async function loadShape(spec: BodyShape): Promise<Shape> {
  if (spec.kind === "own") return spec.shape;
  const plain = PLAIN_COLLIDERS.find(({ name }) => name === spec.kind);
  return plain === undefined ? (await ROOMS.bodies()).createShape(spec) : plain.create(spec as never);
}

/** Coordinates beyond what the cloth's may reach would overflow when they are multiplied. */
function checkReach(positions: Float64Array, path: string): void {
  for (let c = 0; c < positions.length; c++) {
    if (Math.abs(positions[c]) <= LARGEST_VALUE) continue;
    const got = `${positions[c]} in vertex ${Math.floor(c / 3)}`;
    throw new InputError(path, got, `keep coordinates within ${LARGEST_VALUE} [m]`);
  }
}
