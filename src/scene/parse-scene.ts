import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Gusts, Wind } from "../forces/wind.ts";
import {
  type Fields,
  readAnyObject,
  readChoice,
  readInteger,
  readList,
  readNumber,
  readObject,
  readOptional,
  readString,
  readVec3,
} from "../input/read.ts";
import { given } from "./given.ts";
import { type ClothSpec, parseCloth } from "./parse-cloth.ts";
import { COLLISION_DEFAULTS, type ColliderSpec, type CollisionSpec, parseColliders, parseCollision } from "./parse-collider.ts";
import { type FigureSpec, parseFigures } from "./parse-figure.ts";
import { parseSolver, type SolverSpec } from "./parse-solver.ts";

/** A scene as a program or a file gives it: the JSON of docs/scene-format.md. Everything is checked by `parseScene`. */
export interface SceneInput {
  readonly drape: 1;
  readonly cloths: readonly unknown[];
  readonly solver?: { readonly method?: string; readonly [option: string]: unknown };
  readonly [field: string]: unknown;
}

/** A scene with every field checked and every default filled in. */
export interface Scene {
  readonly title: string;
  readonly description: string;
  /** [m/s²] */
  readonly gravity: Vec3;
  /** [s] */
  readonly timestep: number;
  /** How long a run lasts by default [s]. */
  readonly duration: number;
  readonly seed: number;
  readonly solver: SolverSpec;
  /** Other solvers to see the same scene with, by name. */
  readonly variants: readonly SceneVariant[];
  /** Names of the variants that are shown side by side at first; none: the viewer chooses. */
  readonly compare: readonly string[];
  readonly cloths: readonly ClothSpec[];
  /** The bodies of the scene, then those of its figures. */
  readonly colliders: readonly ColliderSpec[];
  readonly figures: readonly FigureSpec[];
  readonly collision: CollisionSpec;
  readonly wind?: Wind;
  readonly releases: readonly ReleaseEvent[];
  readonly cuts: readonly CutEvent[];
  readonly camera?: { readonly position: Vec3; readonly target: Vec3 };
  /** Height y of the floor that is drawn [m]. */
  readonly floor?: number;
}

/** A named choice of solver for a scene that compares methods. */
export interface SceneVariant {
  readonly name: string;
  readonly title: string;
  readonly solver: SolverSpec;
  /** The solver block as the scene has it, without defaults. */
  readonly given: Fields;
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

export const SCENE_DEFAULTS: {
  readonly gravity: Vec3;
  readonly timestep: number;
  readonly duration: number;
  readonly seed: number;
} = { gravity: [0, -9.81, 0], timestep: 1 / 60, duration: 5, seed: 1 };

const SCENE_KEYS = [
  "drape",
  "title",
  "description",
  "gravity",
  "timestep",
  "duration",
  "seed",
  "solver",
  "cloths",
  "wind",
  "variants",
  "compare",
  "events",
  "colliders",
  "figures",
  "collision",
  "camera",
  "floor",
];

/** Checks a scene; throws an InputError that names the path, what was found and what to do. */
export function parseScene(value: unknown): Scene {
  const fields = readObject(value, "", SCENE_KEYS);
  if (fields.drape !== 1) {
    throw new InputError("drape", describeValue(fields.drape), 'a scene starts with "drape": 1, its format version');
  }
  const collision = readOptional(fields, "collision", "", parseCollision, COLLISION_DEFAULTS);
  const cloths = readList(fields.cloths, "cloths").map((cloth, n) => parseCloth(cloth, `cloths[${n}]`, n));
  if (cloths.length === 0) throw new InputError("cloths", "an empty list", "give at least one cloth");
  const colliders = readOptional(fields, "colliders", "", (v, p) => parseColliders(v, p, collision), []);
  const figures = readOptional(fields, "figures", "", (v, p) => parseFigures(v, p, collision, colliders), []);
  const wind = readOptional(fields, "wind", "", parseWind, undefined);
  const variants = readOptional(fields, "variants", "", parseVariants, []);
  const camera = readOptional(fields, "camera", "", parseCamera, undefined);
  const floor = readOptional(fields, "floor", "", readNumber, undefined);
  return {
    title: readOptional(fields, "title", "", readString, ""),
    description: readOptional(fields, "description", "", readString, ""),
    gravity: readOptional(fields, "gravity", "", readVec3, SCENE_DEFAULTS.gravity),
    timestep: readOptional(fields, "timestep", "", readTimestep, SCENE_DEFAULTS.timestep),
    duration: readOptional(fields, "duration", "", (v, p) => readNumber(v, p, { above: 0, unit: "s" }), SCENE_DEFAULTS.duration),
    seed: readOptional(fields, "seed", "", (v, p) => readInteger(v, p, { min: 0, max: 0xffffffff }), SCENE_DEFAULTS.seed),
    solver: parseSolver(fields.solver, "solver"),
    variants,
    compare: readOptional(fields, "compare", "", (v, p) => parseCompare(v, p, variants), []),
    cloths,
    colliders: [...colliders, ...figures.flatMap((figure) => figure.colliders)],
    figures,
    collision,
    ...readOptional(fields, "events", "", parseEvents, { releases: [], cuts: [] }),
    ...given({ wind, camera, floor }),
  };
}

export function readTimestep(value: unknown, path: string): number {
  return readNumber(value, path, { above: 0, max: 1e6, unit: "s" });
}

/** Reads `wind`; also used when the wind is changed during a run. */
export function parseWind(value: unknown, path: string): Wind {
  const fields = readObject(value, path, ["velocity", "density", "until", "drag", "lift", "gusts"]);
  const wind: { -readonly [K in keyof Wind]: Wind[K] } = {
    velocity: readVec3(fields.velocity, `${path}.velocity`),
    density: readNumber(fields.density, `${path}.density`, { min: 0 }),
  };
  if (fields.until !== undefined) wind.until = readNumber(fields.until, `${path}.until`, { unit: "s" });
  if (fields.drag !== undefined) wind.drag = readNumber(fields.drag, `${path}.drag`, { min: 0 });
  if (fields.lift !== undefined) {
    // more lift than drag would pull the cloth against the wind where it lies along it
    const most = wind.drag === undefined ? {} : { max: wind.drag };
    wind.lift = readNumber(fields.lift, `${path}.lift`, { min: 0, ...most });
  }
  if (fields.gusts !== undefined) wind.gusts = parseGusts(fields.gusts, `${path}.gusts`);
  return wind;
}

function parseGusts(value: unknown, path: string): Gusts {
  const fields = readObject(value, path, ["strength", "period"]);
  return {
    strength: readNumber(fields.strength, `${path}.strength`, { min: 0 }),
    period: readNumber(fields.period, `${path}.period`, { above: 0, unit: "s" }),
  };
}

function parseCamera(value: unknown, path: string): { position: Vec3; target: Vec3 } {
  const fields = readObject(value, path, ["position", "target"]);
  return {
    position: readVec3(fields.position, `${path}.position`),
    target: readVec3(fields.target, `${path}.target`),
  };
}

function parseVariants(value: unknown, path: string): SceneVariant[] {
  const names = new Set<string>();
  return readList(value, path).map((entry, n) => {
    const at = `${path}[${n}]`;
    const fields = readObject(entry, at, ["name", "title", "solver"]);
    const name = readString(fields.name, `${at}.name`);
    if (names.has(name)) throw new InputError(`${at}.name`, JSON.stringify(name), "give each variant a name of its own");
    names.add(name);
    return {
      name,
      title: readOptional(fields, "title", at, readString, name),
      solver: parseSolver(fields.solver, `${at}.solver`),
      given: readAnyObject(fields.solver, `${at}.solver`),
    };
  });
}

function parseCompare(value: unknown, path: string, variants: readonly SceneVariant[]): string[] {
  const names = readList(value, path);
  if (names.length < 2 || names.length > 4) {
    throw new InputError(path, `a list of ${names.length}`, "name two to four of the scene's variants");
  }
  const known = variants.map(({ name }) => name);
  return names.map((name, n) => readChoice(name, `${path}[${n}]`, known));
}

/** The scene's JSON with the solver of one of its variants in place of its own. */
export function selectVariant(scene: SceneInput, name: string): SceneInput {
  const { variants } = parseScene(scene);
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) {
    const names = variants.map((one) => one.name);
    if (names.length === 0) throw new InputError("variant", JSON.stringify(name), "this scene has no variants");
    return readChoice(name, "variant", names) as never;
  }
  return { ...scene, solver: variant.given };
}

function parseEvents(value: unknown, path: string): Pick<Scene, "releases" | "cuts"> {
  const releases: ReleaseEvent[] = [];
  const cuts: CutEvent[] = [];
  for (const [n, entry] of readList(value, path).entries()) {
    const where = `${path}[${n}]`;
    const fields = readObject(entry, where, ["at", "release", "cut", "reset"]);
    if (fields.reset !== undefined) {
      throw new UnsupportedError(`${where}: this version carries out release and cut events only; remove the others`);
    }
    const at = readNumber(fields.at, `${where}.at`, { min: 0, unit: "s" });
    if (fields.cut !== undefined) cuts.push({ path: `${where}.cut`, at, edges: readEdges(fields.cut, `${where}.cut`) });
    if (fields.cut !== undefined && fields.release === undefined) continue;
    const vertices = readList(fields.release, `${where}.release`).map((vertex, k) =>
      readInteger(vertex, `${where}.release[${k}]`, { min: 0 }),
    );
    releases.push({ path: `${where}.release`, at, vertices });
  }
  return { releases, cuts };
}

function readEdges(value: unknown, path: string): [number, number][] {
  return readList(value, path).map((pair, k) => {
    const [i, j] = readList(pair, `${path}[${k}]`, 2);
    return [readInteger(i, `${path}[${k}][0]`, { min: 0 }), readInteger(j, `${path}[${k}][1]`, { min: 0 })];
  });
}
