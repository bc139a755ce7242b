import { placeSurface } from "../../src/contact/shapes/place-surface.ts";
import { skinSurface } from "../../src/figure/figure.ts";
import type { BakedBody } from "../../src/output/baked-bodies.ts";
import { bendingGltf, makeGlb } from "../input/gltf-files.ts";
import { gridScene } from "../scene/sample-scenes.ts";

const bending = Buffer.from(makeGlb(bendingGltf().json, bendingGltf().binary)).toString("base64");
/** A cloth with each kind of body: one that stands, one that turns, one that changes its form, a figure, and a plane, which no file holds. */
export const PEOPLED = {
  ...gridScene(4, 4),
  timestep: 0.1,
  figures: [{ name: "walker", height: 0.5, motion: { cycle: "walk", travel: "straight" } }],
  colliders: [
    { name: "floor", plane: { point: [0, -5, 0] } },
    { name: "box", box: { center: [5, 0, 0], halfSizes: [0.5, 0.5, 0.5] } },
    {
      name: "wheel",
      cone: { from: [0, 4, 0], to: [1, 4, 0], radii: [0.3, 0.1] },
      motion: { rotation: { axis: [0, 0, 1], center: [0, 4, 0], speed: 9 } },
    },
    {
      name: "bend",
      mesh: { file: `data:model/gltf-binary;base64,${bending}`, animation: "bend" },
      motion: {
        keyframes: [
          { at: 0, offset: [0, 8, 0] },
          { at: 1, offset: [0, 9, 0] },
        ],
      },
    },
  ],
};

/** Where a body is, by the engine's own functions. */
export function expectedPlaces(body: BakedBody, poses: Float64Array, time: number): Float64Array {
  const { positions, triangles, pose, figure, place } = body;
  const out = new Float64Array(positions.length);
  if (figure !== undefined) skinSurface(figure, poses.subarray(12 * pose, 12 * (pose + figure.bones.length)), out);
  else placeSurface({ positions, triangles, ...(place ? { place } : {}) }, poses, pose, time, out);
  return out;
}
