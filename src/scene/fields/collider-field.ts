import type { Alteration } from "../../contact/bodies/position-alteration.ts";
import type { BodyShape } from "../../contact/shapes/collider-catalog.ts";
import type { MeshSpec } from "../../contact/shapes/mesh-shape.ts";
import type { RepulsionSpec } from "../../contact/surfaces/repulsion.ts";
import type { BodyScript } from "../../core/body-motion.ts";
import { BOOLEAN, choice, type Field, number, object, required, STRING, withDefault } from "../../core/field.ts";
import type { Motion } from "../../core/motion.ts";
import { refine } from "../../core/read-field.ts";
import type { Figure } from "../../figure/figure.ts";
import type { MeshFileSpec } from "./mesh-file-field.ts";
import { NOT_AMONG_THEM, type SceneKinds } from "./scene-kinds.ts";

/** A body of the scene, checked and with its defaults filled in. */
export interface ColliderSpec {
  readonly name: string;
  readonly shape: BodyShape | MeshFileSpec;
  readonly motion?: Motion | BodyScript;
  /** Of the skin of a figure, which goes with its bones, the colliders before it. */
  readonly skin?: Figure;
  readonly friction: number;
  readonly thickness: number;
}

/** How contact is treated throughout the scene. */
export interface CollisionSpec {
  /** Whether cloth meets itself and other cloth. */
  readonly self: boolean;
  /** Thickness [m] and Coulomb's coefficient [−] of bodies, and of cloth, unless they have their own. */
  readonly thickness: number;
  readonly friction: number;
  /** What is left of the speed of an impact [−]. */
  readonly restitution: number;
  /** How fast what starts inside a body is brought out [m/s]. */
  readonly pushSpeed: number;
  /** What becomes of what a step puts into a body. */
  readonly alteration: Alteration;
  /** How the triangles that may touch are looked for. */
  readonly broadPhase: (typeof BROAD_PHASES)[number];
  /** How surfaces nearer than their thickness are pushed apart; by a shift without. */
  readonly repulsion?: RepulsionSpec;
}

export const BROAD_PHASES = ["tree", "grid"] as const;

export const COLLISION_DEFAULTS: CollisionSpec = {
  self: false,
  thickness: 0.001,
  friction: 0.3,
  restitution: 0,
  pushSpeed: 1,
  alteration: "solved",
  broadPhase: "tree",
};

export const THICKNESS: Field<number> = number({ min: 0, max: 1, unit: "m" });
export const FRICTION: Field<number> = number({ min: 0, max: 1000 });

const REPULSION: Field<RepulsionSpec> = object("Repulsion", {
  stiffness: required(number({ above: 0, max: 1e6, unit: "N/m" })),
  cap: withDefault(choice(["corrected", "printed"] as const), "corrected"),
});

/** `collision`: how contact is treated. */
export const COLLISION: Field<CollisionSpec> = object("Collision", {
  self: withDefault(BOOLEAN, COLLISION_DEFAULTS.self),
  thickness: withDefault(THICKNESS, COLLISION_DEFAULTS.thickness),
  friction: withDefault(FRICTION, COLLISION_DEFAULTS.friction),
  restitution: withDefault(number({ min: 0, max: 1 }), COLLISION_DEFAULTS.restitution),
  pushSpeed: withDefault(number({ min: 0, unit: "m/s" }), COLLISION_DEFAULTS.pushSpeed),
  alteration: withDefault(choice(["solved", "after", "inside"] as const), COLLISION_DEFAULTS.alteration),
  broadPhase: withDefault(choice(BROAD_PHASES), COLLISION_DEFAULTS.broadPhase),
  repulsion: REPULSION,
});

/** A collider as a scene writes it: what it does not say is the scene's. */
export type WrittenCollider = Omit<ColliderSpec, "name" | "friction" | "thickness" | "skin"> &
  Partial<Pick<ColliderSpec, "name" | "friction" | "thickness">>;

interface ColliderFields extends Omit<WrittenCollider, "shape"> {
  readonly blend?: number;
}

/** An entry of `colliders`, which is one of these kinds of body. */
export function colliderField({ colliders, meshBody, details, checkBlend }: SceneKinds): Field<WrittenCollider> {
  const shapes = Object.fromEntries(
    colliders.map(({ name, field }) => [name, name === "mesh" && meshBody ? meshBody(field as Field<MeshSpec>) : field]),
  );
  const names = Object.keys(shapes);
  const written = object<ColliderFields>(
    "Collider",
    {
      ...shapes,
      blend: number({ min: 0, unit: "m" }),
      name: STRING,
      motion: details?.motion ?? NOT_AMONG_THEM,
      friction: FRICTION,
      thickness: THICKNESS,
    },
    {
      oneOf: names,
      none: "no body",
      needs: { blend: "cones" },
      ...(checkBlend && { check: checkBlend(names) }),
    },
  );
  return refine(written, ({ blend, ...collider }) => {
    const fields = collider as Readonly<Record<string, unknown>>;
    const kind = names.find((name) => fields[name] !== undefined) as string;
    const { [kind]: shape, ...rest } = fields;
    return { ...rest, shape: blend === undefined ? shape : { ...(shape as object), blend } } as WrittenCollider;
  });
}
