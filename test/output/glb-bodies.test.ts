import { describe, expect, test } from "vitest";
import { placeSurface } from "../../src/contact/shapes/place-surface.ts";
import { skinSurface } from "../../src/figure/figure.ts";
import { createSimulation } from "../../src/index.ts";
import { arrangeMesh } from "../../src/input/arrange-mesh.ts";
import { parseGltf } from "../../src/input/gltf.ts";
import { createMeshMotion } from "../../src/input/mesh-motion.ts";
import { findGroup, type MeshFile, type MeshSkin } from "../../src/mesh/mesh-file.ts";
import { planBake } from "../../src/output/bake-plan.ts";
import { type BakedBody, listBodies } from "../../src/output/baked-bodies.ts";
import { createRecording } from "../../src/output/recording.ts";
import { findWriter, formatRecording } from "../../src/output/writers.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { bendingGltf, makeGlb } from "../input/gltf-files.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { expectValid } from "./bake.ts";

const bending = Buffer.from(makeGlb(bendingGltf().json, bendingGltf().binary)).toString("base64");
const SCENE = {
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

/** The part of an opened file that is called so, at a time. */
function positionsOf(mesh: MeshFile, group: string, time: number): Float64Array {
  const out = new Float64Array(mesh.positions.length);
  createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "x.glb")(time, out, 0);
  const vertices = findGroup(mesh, group) ?? new Uint32Array(0);
  return Float64Array.from([...vertices].flatMap((i) => [...out.subarray(3 * i, 3 * i + 3)]));
}

/** Where a body is, by the engine's own functions. */
function expected(body: BakedBody, poses: Float64Array, time: number): Float64Array {
  const { positions, triangles, pose, figure, place } = body;
  const out = new Float64Array(positions.length);
  if (figure !== undefined) skinSurface(figure, poses.subarray(12 * pose, 12 * (pose + figure.bones.length)), out);
  else placeSurface({ positions, triangles, ...(place ? { place } : {}) }, poses, pose, time, out);
  return out;
}

describe("bodies in a GLB file", () => {
  test("stand and move as they did: rigid ones, a mesh that changes its form, and a figure", async () => {
    const simulation = await createSimulation(SCENE, { threads: 1 });
    const recording = createRecording(simulation, planBake(6, 0.1, { every: 2 }), "single");
    recording.keep();
    for (let n = 0; n < 6; n++) {
      simulation.step();
      recording.keep();
    }
    const bodies = listBodies(parseScene(SCENE), simulation.bodies.list);
    expect(bodies.map(({ name }) => name)).toEqual(["box", "wheel", "bend", "walker"]);
    const bytes = Buffer.concat([...formatRecording(findWriter("x.glb", "out"), recording, bodies)].map((c) => Buffer.from(c)));
    await expectValid(bytes);
    const mesh = arrangeMesh(parseGltf(bytes, "x.glb"), { scale: 1, up: "y" }, "x.glb");
    for (let frame = 0; frame < recording.frameCount; frame++) {
      const { poses, time } = recording.readFrame(frame);
      for (const body of bodies) {
        const there = positionsOf(mesh, body.name, time);
        const here = expected(body, poses, time);
        expect(there.length).toBe(here.length);
        const furthest = here.reduce((most, x, c) => Math.max(most, Math.abs(x - there[c])), 0);
        expect(furthest, `${body.name} in frame ${frame}`).toBeLessThan(2e-6);
      }
    }
  });

  test("have no place in other files", async () => {
    const simulation = await createSimulation(SCENE, { threads: 1 });
    const recording = createRecording(simulation, planBake(0, 0.1), "single");
    recording.keep();
    const bodies = listBodies(parseScene(SCENE), simulation.bodies.list);
    expect(() => formatRecording(findWriter("x.pc2", "out"), recording, bodies)).toThrow("got .pc2; write .glb");
  });
});
