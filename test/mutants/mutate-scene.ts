import { FABRICS, METHODS } from "../../src/index.ts";
import { createDraws, type Draws } from "./draws.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a mutant is like nobody knows
type Json = any;

/** A scene to begin with. */
export interface BaseScene {
  readonly name: string;
  readonly scene: Json;
}

/** A scene with something strange in it, and what was done to it. */
export interface Mutant {
  readonly index: number;
  readonly base: string;
  readonly changes: readonly string[];
  readonly scene: Json;
}

/** What a mutation does to a scene, in words; undefined where the scene has no place for it. */
type Mutation = (scene: Json, draws: Draws) => string | undefined;

/** Mutant `index` of a seed: always the same, whichever others are made. */
export function createMutant(seed: number, index: number, bases: readonly BaseScene[]): Mutant {
  const draws = createDraws(seed, index);
  const { name, scene } = draws.one(bases);
  const mutated = structuredClone(scene);
  const changes: string[] = [];
  const count = draws.integer(1, 3);
  const mutations = draws.chance(0.7) ? EXTREME : [...EXTREME, ...BROKEN];
  for (let n = 0; n < count; n++) {
    const change = draws.one(mutations)(mutated, draws);
    if (change !== undefined) changes.push(change);
  }
  return { index, base: name, changes, scene: mutated };
}

/** Numbers that few scenes have. */
const EXTREMES: readonly unknown[] = [
  0, -1, 1, 1e-30, -1e-30, 5e-324, 1e-9, 1e-3, 0.5, 7, 1e3, 80e3, 1e6, 1e9, -1e9, 1.1e9, 1e30, 1e300, -1e300,
];
/** Values of the wrong kind. Counts between what is quick to build and what is refused are left out. */
const WRONG: readonly unknown[] = [
  null,
  true,
  "",
  "NaN",
  "all",
  "__proto__",
  [],
  {},
  [[]],
  [null],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  2 ** 53,
];
const DIRECTIONS = [
  [0, -1, 0],
  [0, 1, 0],
  [1, 0, 0],
  [0.3, -0.6, 0.7],
];
const STRENGTHS = [1, 30, 1e3, 1e6, 1e9, 1e9, 1e12];

/** Explicit methods are drawn more often: they are the ones that fly apart. */
const METHOD_NAMES = [...METHODS.map(({ name }) => name), "rk4", "symplectic-euler", "verlet", "explicit-euler"];

function changeMethod(scene: Json, draws: Draws): string {
  const method = draws.one(METHOD_NAMES);
  scene.solver = { ...scene.solver, method };
  return `method ${method}`;
}

function changeOption(scene: Json, draws: Draws): string | undefined {
  const name = scene.solver?.method;
  const method = METHODS.find((one) => one.name === name);
  if (method === undefined || method.options.length === 0) return undefined;
  const option = draws.one(method.options);
  const values: unknown[] = [option.min, option.max, option.default, ...(option.choices ?? []), ...EXTREMES, ...WRONG];
  const value = draws.one(values.filter((one) => one !== undefined));
  scene.solver = { ...scene.solver, [option.name]: value };
  return `solver.${option.name} ${show(value)}`;
}

function changeGravity(scene: Json, draws: Draws): string {
  const strength = draws.one(STRENGTHS);
  scene.gravity = draws.one(DIRECTIONS).map((part) => part * strength);
  return `gravity ${show(scene.gravity)}`;
}

function changeWind(scene: Json, draws: Draws): string {
  const strength = draws.one(STRENGTHS);
  scene.wind = { ...scene.wind, velocity: draws.one(DIRECTIONS).map((part) => part * strength) };
  if (draws.chance(0.2)) scene.wind = { velocity: scene.wind.velocity, airDensity: draws.one([1e-9, 1e3, 1e9]) };
  return `wind ${show(scene.wind.velocity)}`;
}

function changeTimestep(scene: Json, draws: Draws): string {
  scene.timestep = draws.one([1e-9, 1e-5, 1e-3, 0.1, 0.5, 1, 10, 1e3, 1e6]);
  return `timestep ${scene.timestep}`;
}

function changeMasses(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  const masses = draws.one([1e-30, 1e-30, 1e-300, 5e-324, 1e-12, 1e-6, 1e6, 1e30]);
  if (cloth.network !== undefined) cloth.network.masses = masses;
  else cloth.masses = masses;
  return `masses ${masses}`;
}

function changeFabric(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  if (draws.chance(0.3)) cloth.fabric = draws.one(Object.keys(FABRICS));
  else {
    const base = typeof cloth.fabric === "object" ? cloth.fabric : { base: cloth.fabric ?? "cotton" };
    const fields = ["density", "stretchWarp", "stretchWeft", "shear", "bending", "thickness", "friction", "damping"];
    const field = draws.one(fields);
    cloth.fabric = { ...base, [field]: draws.one([0, 1e-6, 1e-4, 1e-3, 0.1, 1, 10, 1e3, 1e4, 1e7]) };
  }
  return `fabric ${show(cloth.fabric)}`;
}

function changeThickness(scene: Json, draws: Draws): string {
  scene.collision = { self: true, ...scene.collision, thickness: draws.one([0, 1e-9, 0.02, 0.05, 0.1, 0.5, 0.5, 1, 1.1]) };
  if (draws.chance(0.5)) scene.collision.self = true;
  return `thickness ${scene.collision.thickness}, self ${scene.collision.self}`;
}

function changeCollision(scene: Json, draws: Draws): string {
  const [field, ...values] = draws.one<readonly [string, ...unknown[]]>([
    ["self", true, false],
    ["broadPhase", "tree", "grid"],
    ["friction", 0, 1e-9, 10, 1e9],
    ["restitution", 0, 1, 2],
    ["pushSpeed", 0, 1e-9, 1e9],
    ["alteration", "inside", "after"],
    ["repulsion", { stiffness: 1e9 }, {}],
  ]);
  const value = draws.one(values);
  scene.collision = { self: true, ...scene.collision, [field]: value };
  return `collision.${field} ${show(value)}`;
}

/** The same cloth several times over itself, a little apart or not at all. */
function stackCloths(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  const count = draws.one([1, 2, 4, 10]);
  const apart = draws.one([0, 0, 1e-9, 1e-3, 0.01]);
  const { name: _, ...rest } = cloth;
  for (let n = 1; n <= count; n++) {
    const copy = copyOf(rest);
    if (copy === undefined) return undefined;
    for (const place of [copy.grid, copy.disk]) if (Array.isArray(place?.origin)) place.origin[1] += n * apart;
    if (Array.isArray(copy.positions)) for (let c = 1; c < copy.positions.length; c += 3) copy.positions[c] += n * apart;
    scene.cloths.push(copy);
  }
  scene.collision = { ...scene.collision, self: true };
  return `${count + 1} cloths over each other, ${apart} m apart`;
}

/** Undefined of what is nested too deep. */
function copyOf(value: Json): Json {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

/** A vertex, or a few, a long way from where it was. */
function moveVertex(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  const way = draws.one([1, 30, 1e3, 80e3, 80e3, 1e8, 9e8, 1.1e9]);
  const list: unknown = cloth.positions ?? cloth.network?.positions ?? cloth.mesh?.positions;
  if (!Array.isArray(list) || list.length === 0) return placeCloth(cloth, draws, way);
  const place = draws.integer(0, list.length - 1);
  if (Array.isArray(list[place])) list[place][draws.integer(0, 2)] += way;
  else list[place] += way;
  return `a vertex ${way} m away`;
}

/** A grid with positions of its own, of which one is far. */
function placeCloth(cloth: Json, draws: Draws, way: number): string | undefined {
  const { grid } = cloth;
  if (!(grid?.columns * grid?.rows > 3)) return undefined;
  const [x, y, z] = grid.origin ?? [0, 0, 0];
  const positions: number[] = [];
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++) {
      positions.push(x + (grid.width * c) / (grid.columns - 1), y, z + ((grid.height ?? 1) * r) / (grid.rows - 1));
    }
  }
  positions[draws.integer(0, positions.length - 1)] += way;
  cloth.positions = positions;
  return `a vertex ${way} m away from a flat sheet`;
}

/** A body through the cloth, or far from all. */
function moveCollider(scene: Json, draws: Draws): string {
  const height = draws.one([-1e9, -1, 0.3, 0.6, 1, 1.3, 1.6, 2.5, 1e6, 1e9]);
  scene.colliders ??= [];
  const kind = draws.integer(0, 3);
  if (kind === 0)
    scene.colliders.push({
      plane: {
        point: [0, height, 0],
        normal: draws.one([
          [0, 1, 0],
          [0, -1, 0],
          [1, 1, 0],
        ]),
      },
    });
  else if (kind === 1) scene.colliders.push({ sphere: { center: [0, height, 0], radius: draws.one([1e-9, 0.1, 1, 1e3, 1e9]) } });
  else if (kind === 2) scene.colliders.push({ box: { center: [0, height, 0], halfSizes: [1, draws.one([1e-9, 0.1, 1e6]), 1] } });
  else scene.colliders.push({ mesh: tetrahedron(height, draws.one([1e-6, 0.2, 1, 1e3, 1e8])) });
  const body = scene.colliders.at(-1);
  if (draws.chance(0.3)) {
    const speed = draws.one([1, 100, 1e6, 1e9]);
    body.motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, speed, 0] },
      ],
    };
  }
  if (draws.chance(0.3)) body.motion = { rotation: { axis: [0, 0, 1], center: [0, 0, 0], speed: draws.one([1, 100, 1e6, 1e9]) } };
  if (draws.chance(0.3)) body.thickness = draws.one([0, 0.1, 1, 1e6]);
  return `a body ${show(body)}`;
}

function tetrahedron(height: number, size: number): Json {
  const positions = [
    [-1, 0, -1],
    [1, 0, -1],
    [0, 0, 1],
    [0, 1, 0],
  ].map(([x, y, z]) => [size * x, height + size * y, size * z]);
  return {
    positions,
    triangles: [
      [0, 1, 2],
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 0],
    ],
  };
}

function changeVelocity(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  const speed = draws.one([1, 100, 1e4, 1e6, 1e9]);
  cloth.velocity = draws.one(DIRECTIONS).map((part) => part * speed);
  return `velocity ${show(cloth.velocity)}`;
}

function changeSize(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  if (cloth.grid === undefined) return undefined;
  const field = draws.one(["width", "height", "columns", "rows", "origin"]);
  if (field === "origin") cloth.grid.origin = draws.one(DIRECTIONS).map((part) => part * draws.one([1, 1e3, 1e6, 1e9, 1e300]));
  else
    cloth.grid[field] =
      field === "width" || field === "height" ? draws.one(EXTREMES) : draws.one([0, 1, 2, 3, 60, 3e6, 1e9, 2 ** 31, 2 ** 53]);
  return `grid.${field} ${show(cloth.grid[field])}`;
}

function changePins(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  const speed = draws.one([1, 100, 1e6, 1e9]);
  const motions = [
    undefined,
    { sine: { direction: [0, 1, 0], amplitude: speed, frequency: draws.one([1, 30, 1e6]) } },
    {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.5, offset: [speed, 0, 0] },
      ],
    },
    { rotation: { axis: [0, 0, 1], center: [0, 0, 0], speed } },
  ];
  const motion = draws.one(motions);
  const vertices = draws.one<unknown>(["all", [0], [0, 1, 2], [3, 1], [0, 0], [1e6]]);
  cloth.pins = [{ vertices, ...(motion && { motion }) }];
  if (draws.chance(0.3)) cloth.pins[0].release = draws.one([0, 0.01, -1, 1e300]);
  return `pins ${show(cloth.pins)}`;
}

function changeSprings(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  if (cloth.network !== undefined) {
    for (const spring of cloth.network.springs ?? [])
      if (draws.chance(0.2)) spring[draws.integer(2, 3)] = draws.one([1e-30, 1e-9, 1e9, 1e300]);
    return "springs of the network";
  }
  const stiffness = [0, 1e-30, 1, 1e3, 1e6, 1e9, 1e12, 1e300];
  cloth.springs = { stretch: draws.one(stiffness), shear: draws.one(stiffness), bend: draws.one(stiffness) };
  if (draws.chance(0.3)) cloth.damping = { viscous: draws.one(stiffness), relative: draws.one(stiffness) };
  return `springs ${show(cloth.springs)}`;
}

/** A number, wherever it stands, becomes an extreme one. */
function changeNumber(scene: Json, draws: Draws): string | undefined {
  return changePlace(scene, draws, (value) => (typeof value === "number" ? draws.one(EXTREMES) : undefined));
}

/** A value, wherever it stands, becomes one of another kind. */
function changeKind(scene: Json, draws: Draws): string | undefined {
  return changePlace(scene, draws, () => draws.one(WRONG));
}

/** Goes down from the top by chance, and asks at each place reached whether it is to become another. */
function changePlace(scene: Json, draws: Draws, replace: (value: unknown) => unknown): string | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    let place = scene;
    let path = "";
    for (;;) {
      const keys = Object.keys(place);
      if (keys.length === 0) break;
      const key = draws.one(keys);
      path += `.${key}`;
      const child = place[key];
      if (typeof child === "object" && child !== null && draws.chance(0.85)) {
        place = child;
        continue;
      }
      const value = replace(child);
      if (value === undefined) break;
      place[key] = value;
      return `${path.slice(1)} ${show(value)}`;
    }
  }
  return undefined;
}

/** A field that is missing, is there twice, or has a name that none has. */
function changeFields(scene: Json, draws: Draws): string | undefined {
  const places = [scene, scene.solver, scene.collision, ...scene.cloths, ...(scene.colliders ?? []), ...(scene.figures ?? [])];
  const place = draws.one(places.filter((one) => typeof one === "object" && one !== null && Object.keys(one).length > 0));
  const key = draws.one(Object.keys(place));
  if (draws.chance(0.5)) {
    delete place[key];
    return `without ${key}`;
  }
  const name = draws.one([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    `${key} `,
    key.toUpperCase(),
    "",
    "hasOwnProperty",
    "valueOf",
    "length",
  ]);
  Object.defineProperty(place, name, { value: place[key], enumerable: true, writable: true, configurable: true });
  return `${key} also as ${JSON.stringify(name)}`;
}

function nestDeep(scene: Json, draws: Draws): string {
  const depth = draws.one([10, 31, 33, 1000, 8000]);
  let nested: unknown = 1;
  for (let n = 0; n < depth; n++) nested = draws.chance(0.5) ? [nested] : { pins: nested };
  const cloth = draws.one<Json>(scene.cloths);
  cloth[draws.one(["pins", "fabric", "velocity", "nested"])] = nested;
  return `nested ${depth} deep`;
}

/** What stays a scene, though an extreme one, mostly; drawn together they show what neither shows alone. */
const EXTREME: readonly Mutation[] = [
  changeMethod,
  changeMethod,
  changeMethod,
  changeGravity,
  changeWind,
  changeTimestep,
  changeMasses,
  changeFabric,
  changeThickness,
  changeThickness,
  changeCollision,
  stackCloths,
  moveVertex,
  moveVertex,
  moveCollider,
  moveCollider,
  changeVelocity,
  changePins,
  changeSprings,
];

/** What is to be refused, mostly. */
const BROKEN: readonly Mutation[] = [
  changeOption,
  changeOption,
  changeSize,
  changeNumber,
  changeNumber,
  changeNumber,
  changeKind,
  changeFields,
  nestDeep,
];

function show(value: unknown): string {
  if (typeof value === "number") return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 160);
}
