/**
 * Code of engines that not every world needs, in rooms that are loaded by need. As in the rooms of scenes (../scene/rooms.ts) each exports what is in
 * it, and `createEngine` with all that it shares with fronts, so that a bundler keeps what these need in few pieces.
 */
export const ENGINE_ROOMS = {
  attended: () => import("./rooms/attended.ts"),
  cuts: () => import("./rooms/cuts.ts"),
  detail: () => import("./rooms/detail.ts"),
  normals: () => import("./rooms/normals.ts"),
  parts: () => import("./rooms/parts.ts"),
  reset: () => import("./rooms/reset.ts"),
  skins: () => import("./rooms/skins.ts"),
  tangents: () => import("./rooms/tangents.ts"),
  transplant: () => import("./rooms/transplant.ts"),
} as const;
