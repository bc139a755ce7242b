import type { BodySurface, Shape } from "../contact/shapes/collider.ts";
import { createShape } from "../contact/shapes/collider-catalog.ts";
import { POSE_SIZE, placeVertices } from "../core/body-motion.ts";
import { InputError } from "../core/errors.ts";
import { LARGEST_VALUE } from "../core/state.ts";
import { checkReach } from "./check-reach.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import { ROOMS } from "./rooms.ts";

type MeshBody = Extract<ColliderSpec["shape"], { readonly kind: "mesh" }>;

/** The shape of body number `body`, of triangles that the scene or a file has. */
export async function buildMeshBody(spec: MeshBody, body: number, path: string, loadMesh: MeshLoader, notices: string[]): Promise<Shape> {
  if (!("file" in spec)) {
    checkReach(spec.surface.positions, `${path}.positions`);
    return createShape(spec);
  }
  const { loadMeshFile, describeFile, findAnimation, createMeshMotion } = await ROOMS.meshFiles();
  const { positions, triangles, skin, notices: told = [] } = await loadMeshFile(spec, loadMesh);
  for (const notice of told) notices.push(`${path}: ${notice}`);
  checkReach(positions, describeFile(spec.file));
  const { animation, repeat = false } = spec;
  if (skin === undefined || animation === false) {
    if (typeof animation === "string") {
      throw new InputError(`${path}.animation`, JSON.stringify(animation), "the file has no animations");
    }
    return createShape({ kind: "mesh", surface: { positions, triangles } });
  }
  const chosen = findAnimation(skin, animation, `${path}.animation`);
  const placeAt = createMeshMotion(skin, chosen, repeat, LARGEST_VALUE, path);
  placeAt(0, positions, 0);
  const place: BodySurface["place"] = (poses, out, at, time) => {
    placeAt(time, out, at);
    const placed = out.subarray(at, at + positions.length);
    placeVertices(placed, poses, POSE_SIZE * body, placed, 0); // the pose of the body itself on top of its form
  };
  return createShape({ kind: "mesh", surface: { positions, triangles, place } });
}
