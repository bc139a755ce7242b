import { type Field, integer, list, number, object, required, STRING, vector, withDefault } from "../../core/field.ts";
import type { Fields } from "../../core/read.ts";
import type { Vec3 } from "../../core/vec3.ts";
import type { Wind } from "../../forces/wind.ts";
import { SCENE_DEFAULTS } from "../scene-defaults.ts";
import { clothField, type WrittenCloth } from "./cloth-field.ts";
import { COLLISION, COLLISION_DEFAULTS, type CollisionSpec, colliderField, type WrittenCollider } from "./collider-field.ts";
import type { WrittenFigure } from "./figure-field.ts";
import { NOT_AMONG_THEM, type SceneKinds } from "./scene-kinds.ts";
import { readSolver, type SolverSpec, solverField } from "./solver-field.ts";

/** A scene as it is written, each field checked by itself. */
export interface WrittenScene {
  readonly $schema?: string;
  readonly drape: 1;
  readonly title: string;
  readonly description: string;
  readonly gravity: Vec3;
  readonly timestep: number;
  readonly duration: number;
  readonly seed: number;
  readonly solver: SolverSpec;
  readonly variants: readonly SceneVariant[];
  readonly compare: readonly string[];
  readonly cloths: readonly WrittenCloth[];
  readonly wind?: Wind;
  readonly events: readonly SceneEvent[];
  readonly camera?: Camera;
  readonly floor?: number;
  readonly colliders: readonly WrittenCollider[];
  readonly figures: readonly WrittenFigure[];
  readonly collision: CollisionSpec;
}

/** A named choice of solver for a scene that compares methods. */
export interface SceneVariant {
  readonly name: string;
  readonly title: string;
  readonly solver: SolverSpec;
  /** The solver block as the scene has it, without defaults. */
  readonly given: Fields;
}

/** Where a viewer should look from. */
export interface Camera {
  readonly position: Vec3;
  readonly target: Vec3;
}

/** What happens at time `at` [s]: vertices are let go (numbered through all cloths in scene order), edges are cut (pairs of vertices of the uncut scene). */
export interface SceneEvent {
  readonly path: string;
  readonly at: number;
  readonly release?: readonly number[];
  readonly cut?: readonly (readonly [number, number])[];
}

export const TIMESTEP: Field<number> = number({ above: 0, max: 1e6, unit: "s" });
/** Each is some twenty bodies, which every particle may meet. */
const MOST_FIGURES = 32;

/** A whole scene, with these methods and kinds of cloth and body. */
export function sceneField(kinds: SceneKinds): Field<WrittenScene> {
  const { details } = kinds;
  return object("Scene", {
    $schema: STRING,
    drape: required({ kind: "constant", value: 1, advice: 'a scene starts with "drape": 1, its format version' } as Field<1>),
    title: withDefault(STRING, ""),
    description: withDefault(STRING, ""),
    gravity: withDefault(vector("m/s²"), SCENE_DEFAULTS.gravity),
    timestep: withDefault(TIMESTEP, SCENE_DEFAULTS.timestep),
    duration: withDefault(number({ above: 0, unit: "s" }), SCENE_DEFAULTS.duration),
    seed: withDefault(integer({ min: 0, max: 0xffffffff }), SCENE_DEFAULTS.seed),
    solver: withDefault(solverField(kinds), readSolver({}, "solver", kinds)),
    variants: withDefault(
      details === undefined ? (NOT_AMONG_THEM as Field<readonly SceneVariant[]>) : list(details.variant(kinds), "variants"),
      [],
    ),
    compare: withDefault(details?.compare ?? (NOT_AMONG_THEM as Field<readonly string[]>), []),
    cloths: required(list(clothField(kinds), "cloths", { least: 1 })),
    wind: details?.wind ?? NOT_AMONG_THEM,
    events: withDefault(details === undefined ? (NOT_AMONG_THEM as Field<readonly SceneEvent[]>) : list(details.event, "events"), []),
    camera: details?.camera ?? NOT_AMONG_THEM,
    floor: number({ unit: "m" }),
    colliders: withDefault(list(colliderField(kinds), "colliders"), []),
    figures: withDefault(list(kinds.figure ?? NOT_AMONG_THEM, "figures", { most: MOST_FIGURES }), []),
    collision: withDefault(COLLISION, COLLISION_DEFAULTS),
  });
}
