import { InputError } from "../core/errors.ts";
import { checkFigureMotion, computePoses, createFigure, type Figure, type FigureMotion, skinSurface } from "../figure/figure.ts";
import { readChoice, readList, readNumber, readObject, readOptional, readString } from "../input/read.ts";
import { given } from "./given.ts";
import { type ColliderSpec, type CollisionSpec, readFriction, readThickness } from "./parse-collider.ts";

/** A mannequin of the scene, and the bodies it is made of. */
export interface FigureSpec {
  readonly name: string;
  readonly figure: Figure;
  readonly motion: FigureMotion;
  /** One for each bone, called after it, `figure.hips`; where the skin is to be met, one more for that. */
  readonly colliders: readonly ColliderSpec[];
}

const FIGURE_KEYS = ["name", "height", "girth", "motion", "collider", "friction", "thickness"];
/** Each is some twenty bodies, which every particle may meet. */
const MOST_FIGURES = 32;
const BODIES = ["cones", "skin"] as const;
/** Cloth between two of its vertices cuts the corners of round limbs: by about 2 mm for edges of 2.5 cm. */
const FIGURE_THICKNESS = 0.005;
/** Creases between the cones of a bone are smoothed so far [m]. */
const BLEND = 0.01;

/** `figures`: mannequins that walk and dance. */
export function parseFigures(value: unknown, path: string, collision: CollisionSpec, colliders: readonly ColliderSpec[]): FigureSpec[] {
  const names = new Set<string>();
  const entries = readList(value, path);
  if (entries.length > MOST_FIGURES) {
    throw new InputError(path, `${entries.length} figures`, `give at most ${MOST_FIGURES}`);
  }
  return entries.map((entry, n) => {
    const at = `${path}[${n}]`;
    const spec = parseFigure(entry, at, n, collision);
    if (names.has(spec.name)) {
      throw new InputError(`${at}.name`, JSON.stringify(spec.name), "give each figure a name of its own");
    }
    names.add(spec.name);
    const twin = colliders.find(({ name }) => name === spec.name || name.startsWith(`${spec.name}.`));
    if (twin !== undefined) {
      const got = `${JSON.stringify(spec.name)} beside the collider ${JSON.stringify(twin.name)}`;
      throw new InputError(`${at}.name`, got, "give the figure a name of its own");
    }
    return spec;
  });
}

function parseFigure(value: unknown, path: string, n: number, collision: CollisionSpec): FigureSpec {
  const fields = readObject(value, path, FIGURE_KEYS);
  const size = (key: string): number | undefined => readOptional(fields, key, path, readNumber, undefined);
  const [height, girth] = [size("height"), size("girth")];
  const figure = createFigure(given({ height, girth }), path);
  const name = readOptional(fields, "name", path, readString, n === 0 ? "figure" : `figure ${n + 1}`);
  const motion = readOptional(fields, "motion", path, parseFigureMotion, { cycle: "stand" } as FigureMotion);
  const body = readOptional(fields, "collider", path, (v, p) => readChoice(v, p, BODIES), "cones");
  const friction = readOptional(fields, "friction", path, readFriction, collision.friction);
  const thickness = readOptional(fields, "thickness", path, readThickness, FIGURE_THICKNESS);
  return { name, figure, motion, colliders: figureColliders(name, figure, motion, body, { friction, thickness }) };
}

function parseFigureMotion(value: unknown, path: string): FigureMotion {
  const motion = readObject(value, path, ["cycle", "speed", "start", "travel"]) as unknown as FigureMotion;
  checkFigureMotion(motion, path);
  return motion;
}

function figureColliders(
  name: string,
  figure: Figure,
  motion: FigureMotion,
  body: (typeof BODIES)[number],
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
