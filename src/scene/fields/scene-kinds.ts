import type { ColliderInfo } from "../../contact/shapes/collider-catalog.ts";
import { describeValue, InputError } from "../../core/errors.ts";
import type { Field } from "../../core/field.ts";
import type { TriangleStiffness } from "../../fabric/triangle-stiffness.ts";
import type { Method } from "../../methods/method.ts";
import type { placeFigure } from "../make-figure.ts";
import type { checkBlend } from "./check-blend.ts";
import type { Details } from "./details.ts";
import type { WrittenFigure } from "./figure-field.ts";
import type { GarmentSpec } from "./garment-field.ts";
import type { MeshArraysSpec } from "./mesh-arrays-field.ts";
import type { MeshFileSpec, meshBodyField } from "./mesh-file-field.ts";
import type { NetworkSpec } from "./network-field.ts";
import type { StrayOptions } from "./stray-options.ts";

/** What a scene may name, and how it is written there: all of it (whole-kinds.ts), or what one scene names (load-kinds.ts). */
export interface SceneKinds {
  readonly methods: readonly Method[];
  /** What tells of options beside those of a method. */
  readonly strays?: StrayOptions;
  readonly colliders: readonly ColliderInfo[];
  /** What most scenes leave out. */
  readonly details?: Details;
  /** Cloths of other shapes than grids and disks. */
  readonly mesh?: Field<MeshFileSpec | MeshArraysSpec>;
  readonly garment?: Field<GarmentSpec>;
  readonly network?: Field<NetworkSpec>;
  readonly triangleStiffness?: Field<TriangleStiffness>;
  /** Has the words for a blend without cones, which any description refuses. */
  readonly checkBlend?: typeof checkBlend;
  /** Bodies made of files, beside the `mesh` of `colliders`. */
  readonly meshBody?: typeof meshBodyField;
  readonly figure?: Field<WrittenFigure>;
  readonly placeFigure?: typeof placeFigure;
}

/** Stands for the description of what is not among the kinds: a scene that has it is refused. */
export const NOT_AMONG_THEM: Field<never> = {
  kind: "string",
  read(value, path) {
    throw new InputError(path, describeValue(value), "load what describes it");
  },
};
