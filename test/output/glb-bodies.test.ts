import { describe, expect, test } from "vitest";
import { createSimulation } from "../../src/index.ts";
import { arrangeMesh } from "../../src/input/arrange-mesh.ts";
import { parseGltf } from "../../src/input/gltf.ts";
import { createMeshMotion } from "../../src/input/mesh-motion.ts";
import { findGroup, type MeshFile, type MeshSkin } from "../../src/mesh/mesh-file.ts";
import { planBake } from "../../src/output/bake-plan.ts";
import { listBodies } from "../../src/output/baked-bodies.ts";
import { createRecording } from "../../src/output/recording.ts";
import { findWriter, formatRecording } from "../../src/output/writers.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { expectValid } from "./bake.ts";
import { expectedPlaces, PEOPLED } from "./peopled-scene.ts";

/** The part of an opened file that is called so, at a time. */
function positionsOf(mesh: MeshFile, group: string, time: number): Float64Array {
  const out = new Float64Array(mesh.positions.length);
  createMeshMotion(mesh.skin as MeshSkin, 0, false, 1e9, "x.glb")(time, out, 0);
  const vertices = findGroup(mesh, group) ?? new Uint32Array(0);
  return Float64Array.from([...vertices].flatMap((i) => [...out.subarray(3 * i, 3 * i + 3)]));
}

describe("bodies in a GLB file", () => {
  test("stand and move as they did: rigid ones, a mesh that changes its form, and a figure", async () => {
    const simulation = await createSimulation(PEOPLED, { threads: 1 });
    const recording = createRecording(simulation, planBake(6, 0.1, { every: 2 }), "single");
    recording.keep();
    for (let n = 0; n < 6; n++) {
      simulation.step();
      recording.keep();
    }
    const bodies = listBodies(parseScene(PEOPLED), simulation.bodies.list);
    expect(bodies.map(({ name }) => name)).toEqual(["box", "wheel", "bend", "walker"]);
    const bytes = Buffer.concat([...formatRecording(findWriter("x.glb", "out"), recording, bodies)].map((c) => Buffer.from(c)));
    await expectValid(bytes);
    const mesh = arrangeMesh(parseGltf(bytes, "x.glb"), { scale: 1, up: "y" }, "x.glb");
    for (let frame = 0; frame < recording.frameCount; frame++) {
      const { poses, time } = recording.readFrame(frame);
      for (const body of bodies) {
        const there = positionsOf(mesh, body.name, time);
        const here = expectedPlaces(body, poses, time);
        expect(there.length).toBe(here.length);
        const furthest = here.reduce((most, x, c) => Math.max(most, Math.abs(x - there[c])), 0);
        expect(furthest, `${body.name} in frame ${frame}`).toBeLessThan(2e-6);
      }
    }
  });

  test("have no place in other files", async () => {
    const simulation = await createSimulation(PEOPLED, { threads: 1 });
    const recording = createRecording(simulation, planBake(0, 0.1), "single");
    recording.keep();
    const bodies = listBodies(parseScene(PEOPLED), simulation.bodies.list);
    expect(() => formatRecording(findWriter("x.pc2", "out"), recording, bodies)).toThrow("got .pc2; write .glb");
  });
});
