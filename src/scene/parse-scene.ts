import { InputError } from "../core/errors.ts";
import { readAnyObject, readChoice } from "../core/read.ts";
import { readField } from "../core/read-field.ts";
import { type Extensions, knownColliders, knownMethods } from "./extensions.ts";
import type { ClothSpec, WrittenCloth } from "./fields/cloth-field.ts";
import type { ColliderSpec, CollisionSpec, WrittenCollider } from "./fields/collider-field.ts";
import type { WrittenFigure } from "./fields/figure-field.ts";
import { type SceneEvent, sceneField, type WrittenScene } from "./fields/scene-field.ts";
import { type FigureSpec, makeFigure } from "./make-figure.ts";
import type { SceneInput } from "./scene-input.ts";

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

const SCENE = sceneField();

/**
 * Checks a scene; throws an InputError that names the path, what was found and what to do. What each field may be is described in fields/;
 * here stands what one field has to do with another. With `extensions` it may name what a program has added.
 */
export function parseScene(value: unknown, extensions: Extensions = {}): Scene {
  readAnyObject(extensions, "options");
  const field = extensions.methods || extensions.shapes ? sceneField(knownMethods(extensions), knownColliders(extensions)) : SCENE;
  const { drape: _, $schema, cloths, colliders: written, figures: standing, events, ...scene } = readField(value, "", field);
  const { variants, compare, collision } = scene;
  checkNames(variants, "variants", "variant");
  const known = variants.map(({ name }) => name);
  for (const [n, name] of compare.entries()) readChoice(name, `compare[${n}]`, known);
  const colliders = written.map((collider, n) => completeCollider(collider, n, collision));
  checkNames(colliders, "colliders", "collider");
  const figures = standing.map((figure, n) => placeFigure(figure, n, collision, colliders));
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

function placeFigure(figure: WrittenFigure, n: number, { friction }: CollisionSpec, colliders: readonly ColliderSpec[]): FigureSpec {
  const path = `figures[${n}]`;
  const name = figure.name ?? (n === 0 ? "figure" : `figure ${n + 1}`);
  const twin = colliders.find((collider) => collider.name === name || collider.name.startsWith(`${name}.`));
  if (twin !== undefined) {
    const got = `${JSON.stringify(name)} beside the collider ${JSON.stringify(twin.name)}`;
    throw new InputError(`${path}.name`, got, "give the figure a name of its own");
  }
  return makeFigure({ friction, ...figure, name }, path);
}

function sortEvents(events: readonly SceneEvent[]): Pick<Scene, "releases" | "cuts"> {
  return {
    releases: events.flatMap(({ path, at, release }) => (release === undefined ? [] : { path: `${path}.release`, at, vertices: release })),
    cuts: events.flatMap(({ path, at, cut }) => (cut === undefined ? [] : { path: `${path}.cut`, at, edges: cut })),
  };
}

/** The scene's JSON with the solver of one of its variants in place of its own. */
export function selectVariant(scene: SceneInput, name: string, extensions: Extensions = {}): SceneInput {
  const { variants } = parseScene(scene, extensions);
  const names = variants.map((variant) => variant.name);
  if (names.length === 0) throw new InputError("variant", JSON.stringify(name), "this scene has no variants");
  return { ...scene, solver: variants[names.indexOf(readChoice(name, "variant", names))].given };
}
