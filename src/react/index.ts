/** `drape/react`: cloth in a scene of React Three Fiber. */
export { Cloth, useCloth } from "./cloth.ts";
export { ClothCollider, type ClothColliderProps } from "./cloth-collider.ts";
export { ClothDragging } from "./cloth-dragging.ts";
export type { ClothAttachment, ClothProps } from "./cloth-props.ts";
export { ClothWorld, type ClothWorldProps } from "./cloth-world.ts";
export type { FollowingColliderProps } from "./following-collider.ts";
export type { MaybeRef } from "./object-ref.ts";
export type { PlainColliderProps } from "./plain-collider.ts";
export type { WorldListeners } from "./use-listeners.ts";
export { useClothWorld } from "./world-context.ts";
