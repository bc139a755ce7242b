import type { Shape } from "../contact/shapes/collider.ts";
import { COLLIDERS, type ColliderInfo, type OwnSpec } from "../contact/shapes/collider-catalog.ts";
import { describeValue, InputError } from "../core/errors.ts";
import type { Field } from "../core/field.ts";
import { readAnyObject, readList } from "../core/read.ts";
import { refine } from "../core/read-field.ts";
import type { ForceFactory } from "../forces/wind.ts";
import type { DecoderSources } from "../input/mesh-decoders.ts";
import { METHODS } from "../methods/catalog.ts";
import type { Method } from "../methods/method.ts";

/** What a program adds to Drape. Scenes name its methods and shapes as they name Drape's own; its forces act in every scene that they are given to. */
export interface Extensions {
  readonly methods?: readonly Method[];
  readonly forces?: readonly ForceFactory[];
  readonly shapes?: readonly ShapeKind[];
  /** What unpacks mesh files that Draco or meshopt has compressed: the packages draco3dgltf and meshoptimizer, if the program has them. */
  readonly decoders?: DecoderSources | undefined;
}

/** A kind of body: its name in `colliders`, how it is written there, and the shape that this gives. */
export interface ShapeKind<Values = unknown> {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
  /** Its fields; `object("Torus", { radius: required(number({ above: 0, unit: "m" })) })`. */
  readonly field: Field<Values>;
  create(values: Values): Shape;
}

/** Fields of every collider: no kind of body can have their names. */
const COLLIDER_FIELDS = ["name", "motion", "friction", "thickness", "blend", "own"];

/** Drape's methods and those that were added. */
export function knownMethods({ methods = [] }: Extensions): readonly Method[] {
  checkNames("methods", methods, new Set(METHODS.map(({ name }) => name)));
  for (const [n, { options }] of methods.entries()) {
    if (!Array.isArray(options))
      throw new InputError(`methods[${n}].options`, describeValue(options), "give a list of options, [] for none");
  }
  return [...METHODS, ...methods];
}

/** Drape's kinds of body and those that were added. */
export function knownColliders({ shapes = [] }: Extensions): readonly ColliderInfo[] {
  checkNames("shapes", shapes, new Set([...COLLIDERS.map(({ name }) => name), ...COLLIDER_FIELDS]));
  return [...COLLIDERS, ...shapes.map(ownCollider)];
}

function ownCollider({ name, field, create }: ShapeKind, n: number): ColliderInfo {
  if (typeof field?.kind !== "string") {
    throw new InputError(
      `shapes[${n}].field`,
      describeValue(field),
      "describe its fields, as object, number and vector of drape/extend do",
    );
  }
  const make = (values: unknown): OwnSpec => {
    const shape = create(values);
    if (typeof shape?.measure !== "function" || !(shape.steepness > 0)) {
      throw new InputError(`shapes[${n}].create`, describeValue(shape), "return a shape: kind, convex, a steepness above 0 and measure");
    }
    return { kind: "own", shape };
  };
  return { name, field: refine(field, make), create: (spec) => (spec as OwnSpec).shape };
}

/** Each must have a name of its own and make something. */
function checkNames(path: string, added: readonly { readonly name: string; readonly create: unknown }[], taken: Set<string>): void {
  for (const [n, one] of readList(added, path).entries()) {
    const { name, create } = readAnyObject(one, `${path}[${n}]`);
    if (typeof name !== "string" || !/^\w[\w-]*$/.test(name)) {
      throw new InputError(`${path}[${n}].name`, describeValue(name), "give a name of letters, digits and hyphens");
    }
    if (taken.has(name)) throw new InputError(`${path}[${n}].name`, describeValue(name), "that name is taken: give another");
    if (typeof create !== "function") throw new InputError(`${path}[${n}].create`, describeValue(create), "give a function");
    taken.add(name);
  }
}
