// `node --import ./scripts/door-sources.mjs FILE`: a program that imports a door of the package loads its source.
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DOORS } from "./doors.mjs";
import { ROOT } from "./run.mjs";

register(import.meta.url);

/** Node's hook for finding a module. @type {import("node:module").ResolveHook} */
export async function resolve(name, context, next) {
  if (!Object.hasOwn(DOORS, name)) return next(name, context);
  return { url: pathToFileURL(join(ROOT, DOORS[name])).href, shortCircuit: true };
}
