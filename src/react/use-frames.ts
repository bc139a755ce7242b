import { type RenderCallback, type RootState, useStore } from "@react-three/fiber";
import { type RefObject, useEffect } from "react";
import type { World } from "../world/world.ts";
import { useLatest } from "./use-latest.ts";

export interface FrameOptions {
  readonly paused: boolean;
  readonly maxSteps: number | undefined;
}

/** The callbacks of worlds. */
const worlds = new WeakSet<RefObject<RenderCallback>>();

/**
 * Steps a world once a frame: before the scene is drawn, and after all that others do in `useFrame`, such as animations, however late these were mounted. A
 * canvas that draws on demand draws for as long as cloth moves.
 */
export function useFrames(world: World, options: FrameOptions): void {
  const store = useStore();
  const latest = useLatest(options);
  useEffect(() => {
    const { subscribe } = store.getState().internal;
    const further: { maxSteps?: number } = {};
    const step: RefObject<RenderCallback> = {
      current({ internal }, seconds) {
        if (!isLast(internal.subscribers, step)) {
          end();
          end = subscribe(step, 0, store);
        }
        const { paused, maxSteps } = latest.current;
        if (paused) return;
        if (maxSteps === undefined) delete further.maxSteps;
        else further.maxSteps = maxSteps;
        world.update(seconds, further);
      },
    };
    worlds.add(step);
    let end = subscribe(step, 0, store);
    const endDemand = drawOnDemand(world, () => store.getState());
    return () => {
      end();
      endDemand();
    };
  }, [world, store, latest]);
}

/** Whether nobody but other worlds comes after it; above 0 are those that draw. */
function isLast(subscribers: RootState["internal"]["subscribers"], step: RefObject<RenderCallback>): boolean {
  for (let n = subscribers.length - 1; n >= 0; n--) {
    const { ref, priority } = subscribers[n];
    if (ref === step) return true;
    if (priority <= 0 && !worlds.has(ref)) return false;
  }
  return true;
}

function drawOnDemand(world: World, stateOf: () => RootState): () => void {
  let wasMoving = false;
  return world.on("frame", () => {
    const { frameloop, invalidate } = stateOf();
    if (frameloop !== "demand") return;
    const isMoving = world.failure === undefined && world.cloths.some(({ isAsleep }) => !isAsleep);
    if (isMoving || wasMoving) invalidate();
    wasMoving = isMoving;
  });
}
