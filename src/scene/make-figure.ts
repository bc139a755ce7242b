import { InputError } from "../core/errors.ts";
import { computePoses, createFigure, type Figure, type FigureMotion, skinSurface } from "../figure/figure.ts";
import type { ColliderSpec, CollisionSpec } from "./fields/collider-field.ts";
import type { WrittenFigure } from "./fields/figure-field.ts";

/** A mannequin of the scene, and the bodies it is made of. */
export interface FigureSpec {
  readonly name: string;
  readonly figure: Figure;
  readonly motion: FigureMotion;
  /** One for each bone, called after it, `figure.hips`; where the skin is to be met, one more for that. */
  readonly colliders: readonly ColliderSpec[];
}

/** Creases between the cones of a bone are smoothed so far [m]. */
const BLEND = 0.01;

/** The mannequin that a scene has as its number n, beside its bodies. */
export function placeFigure(figure: WrittenFigure, n: number, { friction }: CollisionSpec, colliders: readonly ColliderSpec[]): FigureSpec {
  const path = `figures[${n}]`;
  const name = figure.name ?? (n === 0 ? "figure" : `figure ${n + 1}`);
  const twin = colliders.find((collider) => collider.name === name || collider.name.startsWith(`${name}.`));
  if (twin !== undefined) {
    const got = `${JSON.stringify(name)} beside the collider ${JSON.stringify(twin.name)}`;
    throw new InputError(`${path}.name`, got, "give the figure a name of its own");
  }
  return makeFigure({ friction, ...figure, name }, path);
}

/** The mannequin that a scene asks for, and its bodies. */
function makeFigure(written: WrittenFigure & Pick<ColliderSpec, "name" | "friction">, path: string): FigureSpec {
  const { name, height, girth, motion, collider, friction, thickness } = written;
  const figure = createFigure({ height, girth }, path);
  return { name, figure, motion, colliders: figureColliders(name, figure, motion, collider, { friction, thickness }) };
}

function figureColliders(
  name: string,
  figure: Figure,
  motion: FigureMotion,
  body: WrittenFigure["collider"],
  surface: { readonly friction: number; readonly thickness: number },
): ColliderSpec[] {
  const poses = {
    count: figure.bones.length,
    compute: (time: number, out: Float64Array): void => computePoses(figure, motion, time, out),
  };
  const bones = figure.bones.map((bone, index): ColliderSpec => {
    const cones = bone.cones.map(({ a, b, ra, rb }) => ({ from: a, to: b, radii: [ra, rb] as const }));
    const shape =
      body === "cones"
        ? { kind: "cones" as const, cones, blend: BLEND }
        : { kind: "mesh" as const, surface: { positions: new Float64Array(0), triangles: new Uint32Array(0) } };
    return { name: `${name}.${bone.name}`, shape, motion: { poses, index }, ...surface };
  });
  if (body === "cones") return bones;
  const { positions, triangles } = figure.surface;
  return [...bones, { name: `${name}.skin`, shape: { kind: "mesh", surface: { positions, triangles } }, skin: figure, ...surface }];
}

/** The skin of a figure whose bones are the bodies from `first` on. */
export function skinPlacer(figure: Figure, first: number): (poses: Float64Array, out: Float64Array, at: number) => void {
  const size = 12 * figure.bones.length;
  const { length } = figure.surface.positions;
  return (poses, out, at) => skinSurface(figure, poses.subarray(12 * first, 12 * first + size), out.subarray(at, at + length));
}
