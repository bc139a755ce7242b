import type { SkinnedMesh } from "three";
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { skinSurface } from "../../src/figure.ts";
import { parseScene, type SceneInput } from "../../src/index.ts";
import type { FigureMotionInput } from "../../src/scene/scene-input.ts";
import { createFigurePath } from "../../studio/src/stage/figure-path.ts";
import { createFigureView } from "../../studio/src/stage/figure-view.ts";
import { describeSkins } from "../../studio/src/worker/figure-skin.ts";

function sceneOf(motion: FigureMotionInput): SceneInput {
  return {
    drape: 1,
    duration: 14,
    colliders: [{ plane: {} }],
    figures: [{ motion }],
    cloths: [{ garment: { kind: "cape" } }],
  };
}

test("the drawn skin is where the engine's skin is", () => {
  const scene = parseScene(sceneOf({ cycle: "dance" }));
  const [{ figure, colliders }] = scene.figures;
  const [skin] = describeSkins(scene);
  expect(skin.firstBone).toBe(1);
  const { motion } = colliders[0];
  if (motion === undefined || !("poses" in motion)) throw new Error("the bones have no poses");
  const poses = new Float64Array(12 * figure.bones.length);
  motion.poses.compute(2.3, poses);
  const expected = new Float64Array(figure.surface.positions.length);
  skinSurface(figure, poses, expected);

  const view = createFigureView();
  view.setSkins([skin]);
  view.setPoses(Float32Array.from([...new Float32Array(12), ...poses]));
  view.object.updateMatrixWorld(true);
  const drawn = view.object.children[0] as SkinnedMesh;
  let worst = 0;
  let moved = 0;
  for (let i = 0; i < expected.length / 3; i += 7) {
    const place = new Vector3().fromArray(skin.positions, 3 * i);
    const start = place.clone();
    drawn.applyBoneTransform(i, place);
    worst = Math.max(worst, place.distanceTo(new Vector3().fromArray(expected, 3 * i)));
    moved = Math.max(moved, place.distanceTo(start));
  }
  expect(worst).toBeLessThan(1e-5);
  expect(moved).toBeGreaterThan(0.1);
});

test("the camera goes along with a walker, evenly, and stays with a dancer", () => {
  const circle = createFigurePath(parseScene(sceneOf({ cycle: "walk", travel: "circle" })));
  expect(circle.ground?.radius).toBeCloseTo(2, 1);
  expect(circle.ground?.centre[0]).toBeCloseTo(2, 1);
  for (let time = 3; time < 12; time += 0.1) {
    const [x, z] = circle.follow(time);
    expect(Math.abs(Math.hypot(x - 2, z) - 2)).toBeLessThan(0.06);
  }
  const dance = createFigurePath(parseScene(sceneOf({ cycle: "dance" })));
  expect(dance.ground).toBeUndefined();
  expect(dance.follow(3)).toEqual([0, 0]);
  expect(dance.outline).toHaveLength(6);
});
