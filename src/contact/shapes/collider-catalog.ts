import { type BoxSpec, createBox } from "./box.ts";
import type { Shape } from "./collider.ts";
import { type ConesSpec, createConeBody } from "./cone-body.ts";
import { createHeightField, type HeightFieldSpec } from "./height-field.ts";
import { createMeshShape, type MeshSpec } from "./mesh-shape.ts";
import { createPlane, type PlaneSpec } from "./plane.ts";
import { type CapsuleSpec, type ConeSpec, createRoundedCone } from "./rounded-cone.ts";
import { createSphere, type SphereSpec } from "./sphere.ts";

/** The form of a body as a scene describes it. */
export type BodyShape = PlaneSpec | SphereSpec | CapsuleSpec | ConeSpec | BoxSpec | HeightFieldSpec | ConesSpec | MeshSpec;

/** What scene validation and views know of a kind of body. */
export interface ColliderInfo {
  readonly name: BodyShape["kind"];
  readonly summary: string;
}

/** Every kind of body: a new one is a file beside this one, a line here and one in `createShape`. */
export const COLLIDERS: readonly ColliderInfo[] = [
  { name: "plane", summary: "a half-space" },
  { name: "sphere", summary: "a ball" },
  { name: "capsule", summary: "a rod with round ends" },
  { name: "cone", summary: "two balls of different size and what lies between them" },
  { name: "box", summary: "a box, sharp or with rounded edges" },
  { name: "heightField", summary: "heights over a plane" },
  { name: "cones", summary: "a figure of rounded cones" },
  { name: "mesh", summary: "a surface of triangles, open or closed" },
];

export function createShape(spec: BodyShape): Shape {
  switch (spec.kind) {
    case "plane":
      return createPlane(spec);
    case "sphere":
      return createSphere(spec);
    case "capsule":
    case "cone":
      return createRoundedCone(spec);
    case "box":
      return createBox(spec);
    case "heightField":
      return createHeightField(spec);
    case "cones":
      return createConeBody(spec);
    case "mesh":
      return createMeshShape(spec);
  }
}
