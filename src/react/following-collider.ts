import { useFrame } from "@react-three/fiber";
import { createElement, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { Group, type Object3D } from "three";
import type { ThreeBody } from "../three/follow-object.ts";
import type { FollowOptions } from "../three/follower.ts";
import { type Following, keepFollowing } from "./keep-following.ts";
import { type MaybeRef, readRef } from "./object-ref.ts";
import { useLatest } from "./use-latest.ts";
import { useSame } from "./use-same.ts";
import type { WorldHome } from "./world-context.ts";

export interface FollowingColliderProps extends FollowOptions {
  /** An object with meshes, such as the scene of a loaded file, or a ref to one. Default: what the children are. */
  readonly object?: MaybeRef<Object3D> | undefined;
  readonly children?: ReactNode;
  readonly ref?: Ref<ThreeBody> | undefined;
}

/** Bodies that follow an object, or the children. */
export function FollowingCollider(props: FollowingColliderProps & { readonly home: WorldHome }): ReactNode {
  const { home, object, children, ref, ...given } = props;
  const [group] = useState(() => new Group());
  const [options] = useSame<FollowOptions>(given);
  const [body, setBody] = useState<ThreeBody>();
  const latest = useLatest(object);
  const following = useRef<Following>(undefined);
  useEffect(() => {
    if (!home.isOurs()) return;
    const own = keepFollowing(home, () => (latest.current === undefined ? group : readRef(latest.current)) ?? undefined, options, setBody);
    following.current = own;
    own.look();
    return () => {
      following.current = undefined;
      own.end();
    };
  }, [home, options, group, latest]);
  useFrame(() => following.current?.look());
  useImperativeHandle(ref, () => body as ThreeBody, [body]);
  return children === undefined ? null : createElement("primitive", { object: group }, children);
}
