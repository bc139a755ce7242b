import { PLAIN_COLLIDERS } from "../contact/shapes/plain-colliders.ts";
import type { Method } from "../methods/method.ts";
import type { SceneKinds } from "./fields/scene-kinds.ts";
import { DEFAULT_METHOD } from "./fields/solver-field.ts";
import { loadMethod } from "./load-method.ts";
import { ROOMS } from "./rooms.ts";

/**
 * The kinds that a scene names, loaded. It looks at what nobody has checked yet: whatever is wrong with the scene, and whatever is missed here,
 * its reading will tell.
 */
export async function loadKinds(scene: unknown): Promise<SceneKinds> {
  const cloths = listOf(scene, "cloths");
  const bodies = listOf(scene, "colliders");
  const some = (objects: readonly object[], ...keys: string[]): boolean => objects.some((object) => keys.some((key) => key in object));
  const isPlain = (body: object): boolean => PLAIN_COLLIDERS.some(({ name }) => name in body);
  const needsDetails =
    some(
      [scene ?? {}].filter((one) => typeof one === "object"),
      "variants",
      "compare",
      "events",
      "camera",
      "wind",
    ) ||
    some(cloths, "disk", "springs", "positions", "damping", "attachments") ||
    some(bodies, "motion") ||
    cloths.some((cloth) => listOf(cloth, "pins").length > 0);
  const [methods, details, all, files, garments, networks, figures] = await Promise.all([
    loadMethods(scene),
    needsDetails ? ROOMS.details() : undefined,
    bodies.every(isPlain) ? undefined : ROOMS.bodies(),
    some([...cloths, ...bodies], "mesh") ? ROOMS.meshFiles() : undefined,
    some(cloths, "garment") ? ROOMS.garments() : undefined,
    some(cloths, "network", "triangleStiffness") ? ROOMS.networks() : undefined,
    listOf(scene, "figures").length > 0 ? ROOMS.figures() : undefined,
  ]);
  return {
    methods,
    colliders: all?.COLLIDERS ?? PLAIN_COLLIDERS,
    ...(details && { details: details.DETAILS }),
    ...(files && { mesh: files.CLOTH_MESH, meshBody: files.meshBodyField }),
    ...(garments && { garment: garments.GARMENT }),
    ...(networks && { network: networks.NETWORK, triangleStiffness: networks.TRIANGLE_STIFFNESS }),
    ...(figures && { figure: figures.FIGURE, placeFigure: figures.placeFigure }),
  };
}

/** `auto`, which stands for none, and the methods that a scene names for itself and its variants. */
async function loadMethods(scene: unknown): Promise<readonly Method[]> {
  const solvers = [scene, ...listOf(scene, "variants")].map((owner) => fieldOf(owner, "solver"));
  const names = new Set([DEFAULT_METHOD, ...solvers.map((solver) => fieldOf(solver, "method"))]);
  const methods = await Promise.all([...names].map((name) => (typeof name === "string" ? loadMethod(name) : undefined)));
  return methods.filter((method) => method !== undefined);
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function listOf(value: unknown, key: string): readonly object[] {
  const list = fieldOf(value, key);
  return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
}
