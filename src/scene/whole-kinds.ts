import { COLLIDERS } from "../contact/shapes/collider-catalog.ts";
import { METHODS } from "../methods/catalog.ts";
import { checkBlend } from "./fields/check-blend.ts";
import { DETAILS } from "./fields/details.ts";
import { FIGURE } from "./fields/figure-field.ts";
import { GARMENT } from "./fields/garment-field.ts";
import { CLOTH_MESH, meshBodyField } from "./fields/mesh-file-field.ts";
import { NETWORK, TRIANGLE_STIFFNESS } from "./fields/network-field.ts";
import type { SceneKinds } from "./fields/scene-kinds.ts";
import { STRAY_OPTIONS } from "./fields/stray-options.ts";
import { placeFigure } from "./make-figure.ts";

/** Everything that a scene may name. */
export const WHOLE_KINDS: SceneKinds = {
  methods: METHODS,
  strays: STRAY_OPTIONS,
  colliders: COLLIDERS,
  checkBlend,
  details: DETAILS,
  mesh: CLOTH_MESH,
  garment: GARMENT,
  network: NETWORK,
  triangleStiffness: TRIANGLE_STIFFNESS,
  meshBody: meshBodyField,
  figure: FIGURE,
  placeFigure,
};
