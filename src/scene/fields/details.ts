import { DAMPING, DISK, POSITIONS, SPRINGS } from "./cloth-details.ts";
import { ATTACHMENT, PIN_OBJECT } from "./holder-fields.ts";
import { MOTION } from "./motion-field.ts";
import { CAMERA, COMPARE, EVENT, variantField } from "./scene-details.ts";
import { WIND } from "./wind-field.ts";

/** How a scene writes what most scenes leave out. */
export interface Details {
  readonly motion: typeof MOTION;
  readonly pin: typeof PIN_OBJECT;
  readonly attachment: typeof ATTACHMENT;
  readonly disk: typeof DISK;
  readonly springs: typeof SPRINGS;
  readonly positions: typeof POSITIONS;
  readonly damping: typeof DAMPING;
  readonly wind: typeof WIND;
  readonly event: typeof EVENT;
  readonly camera: typeof CAMERA;
  readonly compare: typeof COMPARE;
  readonly variant: typeof variantField;
}

export const DETAILS: Details = {
  motion: MOTION,
  pin: PIN_OBJECT,
  attachment: ATTACHMENT,
  disk: DISK,
  springs: SPRINGS,
  positions: POSITIONS,
  damping: DAMPING,
  wind: WIND,
  event: EVENT,
  camera: CAMERA,
  compare: COMPARE,
  variant: variantField,
};
