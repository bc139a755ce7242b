import { createContext, use } from "react";
import { InputError } from "../core/errors.ts";
import type { World } from "../world/world.ts";

/** The world that components below a ClothWorld are in. */
export interface WorldHome {
  readonly world: World;
  /** Another for each world. */
  readonly id: number;
  /** Whether it is this component's own, to be asked in effects: where two components have found the same world, one of them gets another. */
  isOurs(): boolean;
  /** Something went wrong that nobody waits for. */
  fail(error: Error): void;
}

export const WorldContext = createContext<WorldHome | undefined>(undefined);

export function useWorldHome(name: string): WorldHome {
  const home = use(WorldContext);
  if (home === undefined) throw new InputError(name, "no world", "put it inside <ClothWorld>");
  return home;
}

/** The world of the nearest ClothWorld above. */
export function useClothWorld(): World {
  return useWorldHome("useClothWorld").world;
}
