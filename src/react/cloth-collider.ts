import { createElement, type ReactNode } from "react";
import { FollowingCollider, type FollowingColliderProps } from "./following-collider.ts";
import { PlainCollider, type PlainColliderProps } from "./plain-collider.ts";
import { useSame } from "./use-same.ts";
import { useWorldHome } from "./world-context.ts";

/** A body by its numbers, or one that follows objects: an object, or the children. */
export type ClothColliderProps =
  | (PlainColliderProps & { readonly object?: undefined; readonly children?: undefined })
  | (FollowingColliderProps & Required<Pick<FollowingColliderProps, "object">> & { readonly children?: undefined })
  | (FollowingColliderProps & Required<Pick<FollowingColliderProps, "children">> & { readonly object?: undefined });

/** A body that the cloth of the world above meets. */
export function ClothCollider(props: ClothColliderProps): ReactNode {
  const home = useWorldHome("<ClothCollider>");
  const { name, skin } = props as PlainColliderProps;
  const [, generation] = useSame([name, skin]); // what a collider keeps for life
  const key = `${home.id}.${generation}`;
  const isFollowing = "object" in props || props.children !== undefined;
  return isFollowing
    ? createElement(FollowingCollider, { ...(props as FollowingColliderProps), home, key })
    : createElement(PlainCollider, { ...(props as PlainColliderProps), home, key });
}
