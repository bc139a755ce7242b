/** `drape/figure`: people and what they wear, as data that a scene or a program of your own uses. */
export {
  type Bone,
  computePoses,
  createFigure,
  type Figure,
  type FigureMotion,
  type FigureOptions,
  type FleshCone,
  skinSurface,
} from "./figure/figure.ts";
export { type BodyBone, type BodyCone, createGarment, type Garment, type GarmentBody, type GarmentOptions } from "./garment/garment.ts";
export type { GarmentKind, GarmentOption } from "./garment/garment-options.ts";
export { GARMENTS } from "./garment/garments.ts";
