import { useStore } from "@react-three/fiber";
import {
  createElement,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from "react";
import type { UpdateOptions } from "../core/update-options.ts";
import type { World, WorldEvents, WorldOptions } from "../world/world.ts";
import { fixedOptions, holdWorld, isFree, type PreparedWorld, prepareWorld, releaseWorld, settingsOf } from "./prepared-world.ts";
import { changedFields, isSame } from "./same-value.ts";
import { useFrames } from "./use-frames.ts";
import { useLatest } from "./use-latest.ts";
import { useListeners, type WorldListeners } from "./use-listeners.ts";
import { useSame } from "./use-same.ts";
import { WorldContext, type WorldHome } from "./world-context.ts";

export interface ClothWorldProps extends WorldOptions, WorldListeners, Pick<UpdateOptions, "maxSteps"> {
  /** Nothing moves while it is true. Default: false. */
  readonly paused?: boolean | undefined;
  /** A change has failed, or the worker itself. Without it, the nearest error boundary is told. */
  readonly onError?: ((event: WorldEvents["error"]) => void) | undefined;
  readonly children?: ReactNode;
}

/**
 * A world of cloth for the components below it, which steps with the frames of its canvas and goes with the component. It suspends while the world is
 * made. Gravity, wind, collision and solver may change; another value of any other option makes another world.
 */
export function ClothWorld(props: ClothWorldProps): ReactNode {
  const { children, paused = false, maxSteps, onUnstable, onContact, onTear, onRest, onError, ...options } = props;
  const [prepared, owner] = usePreparedWorld(options);
  const world = use(prepared.world);
  const fail = useFailure(onError);
  const home = useMemo<WorldHome>(() => {
    return { world, id: prepared.id, isOurs: () => prepared.isHeld && prepared.owner === owner, fail };
  }, [world, prepared, owner, fail]);
  useFrames(world, { paused, maxSteps });
  useListeners(world, { onUnstable, onContact, onTear, onRest });
  useEffect(() => world.on("error", ({ error }) => fail(error)), [world, fail]);
  useSettings(world, prepared, options, home);
  return createElement(WorldContext, { value: home }, children);
}

/** The world of a component, and the component's identity. */
function usePreparedWorld(options: WorldOptions): readonly [PreparedWorld, object] {
  const root = useStore();
  const [owner] = useState(() => ({}));
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const [held, hold] = useState(() => prepareWorld(root, options));
  let prepared = held;
  if (!isFree(held, owner) || !isSame(held.fixed, fixedOptions(options))) {
    prepared = prepareWorld(root, options, owner);
    hold(prepared);
  }
  useLayoutEffect(() => {
    // what is shown stays while another is made
    if (!holdWorld(prepared, owner)) startTransition(renderAgain);
  }, [prepared, owner]);
  useEffect(() => () => releaseWorld(prepared, owner), [prepared, owner]);
  return [prepared, owner];
}

/** Tells `onError`, or throws where an error boundary sees it. */
function useFailure(onError: ClothWorldProps["onError"]): (error: Error) => void {
  const [failure, setFailure] = useState<Error>();
  const latest = useLatest(onError);
  const fail = useCallback(
    (error: Error) => {
      if (latest.current === undefined) setFailure(error);
      else latest.current({ error });
    },
    [latest],
  );
  if (failure !== undefined) throw failure;
  return fail;
}

function useSettings(world: World, prepared: PreparedWorld, options: WorldOptions, home: WorldHome): void {
  const [settings] = useSame(settingsOf(options));
  useEffect(() => {
    const changed = changedFields(prepared.settings, settings);
    if (changed.length === 0 || !home.isOurs()) return;
    prepared.settings = settings;
    world.set(Object.fromEntries(changed.map((field) => [field, settings[field as never]]))).catch((error: Error) => {
      if (home.isOurs()) home.fail(error);
    });
  }, [world, prepared, settings, home]);
}
