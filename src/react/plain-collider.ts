import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { WorldCollider, WorldColliderInput } from "../world/world.ts";
import { addTogether, removeCollider } from "./add-together.ts";
import { changedFields } from "./same-value.ts";
import { useLatest } from "./use-latest.ts";
import { useSame } from "./use-same.ts";
import type { WorldHome } from "./world-context.ts";

export interface PlainColliderProps extends WorldColliderInput {
  readonly ref?: Ref<WorldCollider> | undefined;
}

/** A collider given by numbers. Props that have changed by value are set. */
export function PlainCollider({ home, ref, ...input }: PlainColliderProps & { readonly home: WorldHome }): ReactNode {
  const [ready, setReady] = useState<WorldCollider>();
  const [wanted] = useSame<WorldColliderInput>(input);
  const latest = useLatest(wanted);
  const applied = useRef(wanted);
  useEffect(() => {
    if (!home.isOurs()) return;
    let isGone = false;
    let made: WorldCollider | undefined;
    applied.current = latest.current;
    addTogether(home.world, latest.current, () => !isGone).then(
      (collider) => {
        made = collider;
        if (isGone) removeCollider(home.world, collider);
        else setReady(collider);
      },
      (error: Error) => {
        if (!isGone) home.fail(error);
      },
    );
    return () => {
      isGone = true;
      setReady(undefined);
      queueMicrotask(() => made && removeCollider(home.world, made)); // after its world, where that goes too
    };
  }, [home, latest]);
  useEffect(() => {
    const changed = changedFields(applied.current, wanted);
    if (ready === undefined || ready.isRemoved || changed.length === 0) return;
    applied.current = wanted;
    ready.set(Object.fromEntries(changed.map((field) => [field, wanted[field as never]]))).catch((error: Error) => {
      if (!ready.isRemoved) home.fail(error);
    });
  }, [home, ready, wanted]);
  useImperativeHandle(ref, () => ready as WorldCollider, [ready]);
  return null;
}
