import { FABRICS, METHODS } from "../../src/index.ts";
import type { Json } from "../scene/sample-scenes.ts";
import type { Draws } from "./draws.ts";
import { DIRECTIONS, STRENGTHS, show } from "./mutation.ts";

/** Explicit methods are drawn more often: they are the ones that fly apart. */
const METHOD_NAMES = [...METHODS.map(({ name }) => name), "rk4", "symplectic-euler", "verlet", "explicit-euler"];

export function changeMethod(scene: Json, draws: Draws): string {
  const method = draws.one(METHOD_NAMES);
  scene.solver = { ...scene.solver, method };
  return `method ${method}`;
}

export function changeGravity(scene: Json, draws: Draws): string {
  const strength = draws.one(STRENGTHS);
  scene.gravity = draws.one(DIRECTIONS).map((part) => part * strength);
  return `gravity ${show(scene.gravity)}`;
}

export function changeWind(scene: Json, draws: Draws): string {
  const strength = draws.one(STRENGTHS);
  scene.wind = { ...scene.wind, velocity: draws.one(DIRECTIONS).map((part) => part * strength) };
  if (draws.chance(0.2)) scene.wind = { velocity: scene.wind.velocity, airDensity: draws.one([1e-9, 1e3, 1e9]) };
  return `wind ${show(scene.wind.velocity)}`;
}

export function changeTimestep(scene: Json, draws: Draws): string {
  scene.timestep = draws.one([1e-9, 1e-5, 1e-3, 0.1, 0.5, 1, 10, 1e3, 1e6]);
  return `timestep ${scene.timestep}`;
}

export function changeMasses(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  const masses = draws.one([1e-30, 1e-30, 1e-300, 5e-324, 1e-12, 1e-6, 1e6, 1e30]);
  if (cloth.network !== undefined) cloth.network.masses = masses;
  else cloth.masses = masses;
  return `masses ${masses}`;
}

export function changeFabric(scene: Json, draws: Draws): string {
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

export function changeThickness(scene: Json, draws: Draws): string {
  scene.collision = { self: true, ...scene.collision, thickness: draws.one([0, 1e-9, 0.02, 0.05, 0.1, 0.5, 0.5, 1, 1.1]) };
  if (draws.chance(0.5)) scene.collision.self = true;
  return `thickness ${scene.collision.thickness}, self ${scene.collision.self}`;
}

export function changeCollision(scene: Json, draws: Draws): string {
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

export function changeVelocity(scene: Json, draws: Draws): string {
  const cloth = draws.one<Json>(scene.cloths);
  const speed = draws.one([1, 100, 1e4, 1e6, 1e9]);
  cloth.velocity = draws.one(DIRECTIONS).map((part) => part * speed);
  return `velocity ${show(cloth.velocity)}`;
}

export function changePins(scene: Json, draws: Draws): string {
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

export function changeSprings(scene: Json, draws: Draws): string {
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
