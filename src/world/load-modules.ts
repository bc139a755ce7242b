import { InputError } from "../core/errors.ts";
import type { WorldExtensions } from "./attend.ts";

export { FRONT_GROUND } from "./front-ground.ts";

/** What a program adds, and what the default exports of modules bring besides. */
export async function loadModules(addresses: readonly string[], own: WorldExtensions): Promise<WorldExtensions> {
  const loaded: WorldExtensions[] = [own];
  for (const [n, address] of addresses.entries()) {
    try {
      const { default: brought } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as { default?: WorldExtensions };
      if (typeof brought !== "object" || brought === null)
        throw new Error("it has no default export { methods, forces, shapes, attend, decoders }");
      loaded.push(brought);
    } catch (error) {
      throw new InputError(`modules[${n}]`, JSON.stringify(address), (error as Error).message);
    }
  }
  const attends = loaded.flatMap(({ attend }) => attend ?? []);
  if (attends.length > 1) throw new InputError("modules", `${attends.length} attendants`, "give one: it may pass on to others");
  return {
    methods: loaded.flatMap(({ methods = [] }) => methods),
    forces: loaded.flatMap(({ forces = [] }) => forces),
    shapes: loaded.flatMap(({ shapes = [] }) => shapes),
    attend: attends[0],
    decoders: Object.assign({}, ...loaded.map(({ decoders }) => decoders)),
  };
}

/** Addresses as they are from the page. */
export function absoluteAddresses(addresses: readonly (string | URL)[]): string[] {
  return addresses.map((address) => new URL(address, globalThis.document?.baseURI ?? globalThis.location?.href).href);
}
