import { useEffect } from "react";
import type { World, WorldEvents } from "../world/world.ts";
import { useLatest } from "./use-latest.ts";

/** What a ClothWorld tells, by the world's own events. */
export interface WorldListeners {
  /** A step failed; nothing moves until `reset` or a change. */
  readonly onUnstable?: ((event: WorldEvents["unstable"]) => void) | undefined;
  /** A cloth begins, or ceases, to touch a body. */
  readonly onContact?: ((event: WorldEvents["contact"]) => void) | undefined;
  /** A cloth was torn by what pulls at it. */
  readonly onTear?: ((event: WorldEvents["tear"]) => void) | undefined;
  /** A cloth has come to rest; it sleeps. */
  readonly onRest?: ((event: WorldEvents["rest"]) => void) | undefined;
}

/** Contacts are watched only where somebody listens. */
export function useListeners(world: World, listeners: WorldListeners): void {
  const latest = useLatest(listeners);
  const isWatching = listeners.onContact !== undefined;
  useEffect(() => {
    const ends = [
      world.on("unstable", (event) => latest.current.onUnstable?.(event)),
      world.on("tear", (event) => latest.current.onTear?.(event)),
      world.on("rest", (event) => latest.current.onRest?.(event)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [world, latest]);
  useEffect(() => {
    if (isWatching) return world.on("contact", (event) => latest.current.onContact?.(event));
  }, [world, latest, isWatching]);
}
