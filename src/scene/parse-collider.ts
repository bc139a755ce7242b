import type { BodyScript } from "../contact/shapes/body-motion.ts";
import type { BodyShape } from "../contact/shapes/collider-catalog.ts";
import { InputError } from "../core/errors.ts";
import type { Figure } from "../figure/figure.ts";
import { readBoolean, readChoice, readList, readNumber, readObject, readOptional, readString } from "../input/read.ts";
import { given } from "./given.ts";
import type { MeshFileSpec } from "./parse-mesh-file.ts";
import { parseMotion } from "./parse-motion.ts";
import { parseShape, SHAPE_KEYS } from "./parse-shape.ts";

/** A body of the scene, checked and with its defaults filled in. */
export interface ColliderSpec {
  readonly name: string;
  readonly shape: BodyShape | MeshFileSpec;
  readonly motion?: BodyScript;
  /** Of the skin of a figure, which goes with its bones, the colliders before it. */
  readonly skin?: Figure;
  readonly friction: number;
  readonly thickness: number;
}

/** How contact is treated throughout the scene. */
export interface CollisionSpec {
  /** Whether cloth meets itself and other cloth. */
  readonly self: boolean;
  /** Distance that cloth keeps from bodies, and with `self` from cloth [m]. */
  readonly thickness: number;
  /** Coulomb's coefficient [−]. */
  readonly friction: number;
  /** What is left of the speed of an impact [−]. */
  readonly restitution: number;
  /** How fast what starts inside a body is brought out [m/s]. */
  readonly pushSpeed: number;
  /** How the triangles that may touch are looked for. */
  readonly broadPhase: (typeof BROAD_PHASES)[number];
}

export const BROAD_PHASES = ["tree", "grid"] as const;

export const COLLISION_DEFAULTS: CollisionSpec = {
  self: false,
  thickness: 0.001,
  friction: 0.3,
  restitution: 0,
  pushSpeed: 1,
  broadPhase: "tree",
};

const COLLISION_KEYS = ["self", "thickness", "friction", "restitution", "pushSpeed", "broadPhase"];
const COLLIDER_KEYS = [...SHAPE_KEYS, "name", "motion", "friction", "thickness"];

export function readThickness(value: unknown, path: string): number {
  return readNumber(value, path, { min: 0, max: 1, unit: "m" });
}

export function readFriction(value: unknown, path: string): number {
  return readNumber(value, path, { min: 0, max: 1000 });
}

/** `collision`: how contact is treated. */
export function parseCollision(value: unknown, path: string): CollisionSpec {
  const fields = readObject(value, path, COLLISION_KEYS);
  const { self, thickness, friction, restitution, pushSpeed, broadPhase } = COLLISION_DEFAULTS;
  return {
    self: readOptional(fields, "self", path, readBoolean, self),
    thickness: readOptional(fields, "thickness", path, readThickness, thickness),
    friction: readOptional(fields, "friction", path, readFriction, friction),
    restitution: readOptional(fields, "restitution", path, (v, p) => readNumber(v, p, { min: 0, max: 1 }), restitution),
    pushSpeed: readOptional(fields, "pushSpeed", path, (v, p) => readNumber(v, p, { min: 0, unit: "m/s" }), pushSpeed),
    broadPhase: readOptional(fields, "broadPhase", path, (v, p) => readChoice(v, p, BROAD_PHASES), broadPhase),
  };
}

/** `colliders`: the bodies of the scene. */
export function parseColliders(value: unknown, path: string, collision: CollisionSpec): ColliderSpec[] {
  const names = new Set<string>();
  return readList(value, path).map((entry, n) => {
    const at = `${path}[${n}]`;
    const collider = parseCollider(entry, at, n, collision);
    if (names.has(collider.name)) {
      throw new InputError(`${at}.name`, JSON.stringify(collider.name), "give each collider a name of its own");
    }
    names.add(collider.name);
    return collider;
  });
}

function parseCollider(value: unknown, path: string, n: number, collision: CollisionSpec): ColliderSpec {
  const fields = readObject(value, path, COLLIDER_KEYS);
  const motion = readOptional(fields, "motion", path, parseMotion, undefined);
  return {
    name: readOptional(fields, "name", path, readString, `collider ${n + 1}`),
    shape: parseShape(fields, path),
    ...given({ motion }),
    friction: readOptional(fields, "friction", path, readFriction, collision.friction),
    thickness: readOptional(fields, "thickness", path, readThickness, collision.thickness),
  };
}
