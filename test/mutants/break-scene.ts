import { METHODS } from "../../src/index.ts";
import type { Json } from "../scene/sample-scenes.ts";
import type { Draws } from "./draws.ts";
import { DIRECTIONS, EXTREMES, show, WRONG } from "./mutation.ts";

export function changeOption(scene: Json, draws: Draws): string | undefined {
  const name = scene.solver?.method;
  const method = METHODS.find((one) => one.name === name);
  if (method === undefined || method.options.length === 0) return undefined;
  const option = draws.one(method.options);
  const values: unknown[] = [option.min, option.max, option.default, ...(option.choices ?? []), ...EXTREMES, ...WRONG];
  const value = draws.one(values.filter((one) => one !== undefined));
  scene.solver = { ...scene.solver, [option.name]: value };
  return `solver.${option.name} ${show(value)}`;
}

export function changeSize(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  if (cloth.grid === undefined) return undefined;
  const field = draws.one(["width", "height", "columns", "rows", "origin"]);
  if (field === "origin") cloth.grid.origin = draws.one(DIRECTIONS).map((part) => part * draws.one([1, 1e3, 1e6, 1e9, 1e300]));
  else
    cloth.grid[field] =
      field === "width" || field === "height" ? draws.one(EXTREMES) : draws.one([0, 1, 2, 3, 60, 3e6, 1e9, 2 ** 31, 2 ** 53]);
  return `grid.${field} ${show(cloth.grid[field])}`;
}

/** A number, wherever it stands, becomes an extreme one. */
export function changeNumber(scene: Json, draws: Draws): string | undefined {
  return changePlace(scene, draws, (value) => (typeof value === "number" ? draws.one(EXTREMES) : undefined));
}

/** A value, wherever it stands, becomes one of another kind. */
export function changeKind(scene: Json, draws: Draws): string | undefined {
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
export function changeFields(scene: Json, draws: Draws): string | undefined {
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

export function nestDeep(scene: Json, draws: Draws): string {
  const depth = draws.one([10, 31, 33, 1000, 8000]);
  let nested: unknown = 1;
  for (let n = 0; n < depth; n++) nested = draws.chance(0.5) ? [nested] : { pins: nested };
  const cloth = draws.one<Json>(scene.cloths);
  cloth[draws.one(["pins", "fabric", "velocity", "nested"])] = nested;
  return `nested ${depth} deep`;
}
