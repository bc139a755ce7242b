import { InputError } from "../core/errors.ts";
import type { Field } from "../core/field.ts";
import { readChoice } from "../core/read.ts";
import { readField } from "../core/read-field.ts";
import type { ClothSpec, WrittenCloth } from "./fields/cloth-field.ts";
import type { ColliderSpec, CollisionSpec, WrittenCollider } from "./fields/collider-field.ts";
import type { SceneEvent, WrittenScene } from "./fields/scene-field.ts";
import type { SceneKinds } from "./fields/scene-kinds.ts";
import type { FigureSpec } from "./make-figure.ts";

/** A scene with every field checked and every default filled in. */
export interface Scene extends Omit<WrittenScene, "$schema" | "drape" | "cloths" | "colliders" | "figures" | "events"> {
  readonly cloths: readonly ClothSpec[];
  /** The bodies of the scene, then those of its figures. */
  readonly colliders: readonly ColliderSpec[];
  readonly figures: readonly FigureSpec[];
  readonly releases: readonly ReleaseEvent[];
  readonly cuts: readonly CutEvent[];
}

/** At time `at` [s], let go of these vertices (numbered through all cloths in scene order). */
export interface ReleaseEvent {
  readonly path: string;
  readonly at: number;
  readonly vertices: readonly number[];
}

/** At time `at` [s], cut along these edges, pairs of vertices numbered as in the uncut scene. */
export interface CutEvent {
  readonly path: string;
  readonly at: number;
  readonly edges: readonly (readonly [number, number])[];
}

/**
 * Checks a scene by the description of all its fields; throws an InputError that names the path, what was found and what to do. What each field
 * may be is described in fields/; here stands what one field has to do with another.
 */
export function readScene(value: unknown, field: Field<WrittenScene>, { placeFigure }: Pick<SceneKinds, "placeFigure">): Scene {
  const { drape: _, $schema, cloths, colliders: written, figures: standing, events, ...scene } = readField(value, "", field);
  const { variants, compare, collision } = scene;
  checkNames(variants, "variants", "variant");
  const known = variants.map(({ name }) => name);
  for (const [n, name] of compare.entries()) readChoice(name, `compare[${n}]`, known);
  const colliders = written.map((collider, n) => completeCollider(collider, n, collision));
  checkNames(colliders, "colliders", "collider");
  const figures = standing.map((figure, n) => {
    if (placeFigure === undefined) throw new Error("the code of figures is not there");
    return placeFigure(figure, n, collision, colliders);
  });
  checkNames(figures, "figures", "figure");
  return {
    ...scene,
    cloths: cloths.map((cloth, n) => completeCloth(cloth, n, collision, (value as { collision?: Partial<CollisionSpec> }).collision)),
    colliders: [...colliders, ...figures.flatMap((figure) => figure.colliders)],
    figures,
    ...sortEvents(events),
  };
}

function checkNames(things: readonly { readonly name: string }[], path: string, thing: string): void {
  const names = new Set<string>();
  for (const [n, { name }] of things.entries()) {
    if (names.has(name)) throw new InputError(`${path}[${n}].name`, JSON.stringify(name), `give each ${thing} a name of its own`);
    names.add(name);
  }
}

/**
 * How a cloth touches: by what its `fabric` object itself writes, else by what the scene writes as `collision`, else by the fabric's preset.
 * Raw cloth without a fabric, a network or springs, has what the scene has.
 */
function completeCloth(
  { own, ...cloth }: WrittenCloth,
  n: number,
  collision: CollisionSpec,
  written: Partial<CollisionSpec> = {},
): ClothSpec {
  const isRaw = own === undefined && (cloth.shape.kind === "network" || cloth.springs !== undefined);
  const choose = (field: "friction" | "thickness"): number =>
    own?.[field] ?? (isRaw || written[field] !== undefined ? collision : cloth.fabric)[field];
  return { name: `cloth ${n + 1}`, ...cloth, friction: choose("friction"), thickness: choose("thickness") };
}

function completeCollider(collider: WrittenCollider, n: number, { friction, thickness }: CollisionSpec): ColliderSpec {
  return { name: `collider ${n + 1}`, friction, thickness, ...collider };
}

function sortEvents(events: readonly SceneEvent[]): Pick<Scene, "releases" | "cuts"> {
  return {
    releases: events.flatMap(({ path, at, release }) => (release === undefined ? [] : { path: `${path}.release`, at, vertices: release })),
    cuts: events.flatMap(({ path, at, cut }) => (cut === undefined ? [] : { path: `${path}.cut`, at, edges: cut })),
  };
}
