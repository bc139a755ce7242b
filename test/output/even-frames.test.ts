import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NodeIO } from "@gltf-transform/core";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { afterAll, describe, expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { planBake } from "../../src/output/bake-plan.ts";
import { listBodies } from "../../src/output/baked-bodies.ts";
import { drawnFrame } from "../../src/output/drawn-frame.ts";
import { createFrameSampler } from "../../src/output/frame-sampler.ts";
import { createRecording, type Recording } from "../../src/output/recording.ts";
import { findWriter, formatRecording } from "../../src/output/writers.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { gridScene } from "../scene/sample-scenes.ts";

import { findProperty, readAlembic } from "../support/read-alembic.ts";
import { makeFolder, runCli, writeScene } from "../support/run-cli.ts";
import { readUsda } from "./read-usda.ts";

const { folder: root, remove } = makeFolder();
afterAll(remove);

const STEPS = 60;
const VELOCITY = [0.9, 0.3, -0.6];
const CORNERS = [
  [-0.1, 0, -0.1],
  [0.1, 0, -0.1],
  [0, 0, 0.1],
];

/** A triangle that flies, a box and a ball beside it: all at the same even speed, at 60 steps a second. */
const SCENE: SceneInput = {
  drape: 1,
  gravity: [0, 0, 0],
  timestep: 1 / 60,
  solver: { method: "symplectic-euler" },
  cloths: [
    {
      name: "kite",
      network: { positions: CORNERS, velocities: CORNERS.map(() => VELOCITY), masses: 1, springs: [], triangles: [[0, 1, 2]] },
    },
  ],
  colliders: [
    { name: "box", box: { center: [0, 3, 0], halfSizes: [0.1, 0.1, 0.1] }, motion: fly() },
    { name: "ball", sphere: { center: [0, 2, 0], radius: 0.1 }, motion: fly() },
  ],
} as unknown as SceneInput;

function fly(): object {
  return {
    keyframes: [
      { at: 0, offset: [0, 0, 0] },
      { at: 2, offset: VELOCITY.map((v) => 2 * v) },
    ],
  };
}

async function record(fps: number, scene: SceneInput = SCENE, steps: number = STEPS): Promise<Record<"single" | "double", Recording>> {
  const simulation = await createSimulation(scene, { threads: 1 });
  const plan = planBake(steps, simulation.timestep, { fps });
  const [single, double] = (["single", "double"] as const).map((one) => createRecording(simulation, plan, one, { velocities: true }));
  for (let step = 0; step <= steps; step++) {
    if (step > 0) simulation.step();
    for (const recording of [single, double]) recording.keep();
  }
  return { single, double };
}

async function bytesOf(recording: Recording, ending: string): Promise<Buffer> {
  const simulation = await createSimulation(SCENE, { threads: 1 });
  const writer = findWriter(`x${ending}`, "test");
  const bodies = writer.holdsBodies ? listBodies(parseScene(SCENE), simulation.bodies.list) : [];
  return Buffer.concat([...formatRecording(writer, recording, bodies)].map((chunk) => Buffer.from(chunk)));
}

/** Where the first vertex of something is in each frame: it must go by the same way from each frame to the next, to a micrometre. */
function expectEven(track: readonly (readonly number[])[], fps: number): void {
  expect(track.length).toBe(fps + 1);
  for (let frame = 1; frame < track.length; frame++) {
    for (let c = 0; c < 3; c++) expect(Math.abs(track[frame][c] - track[frame - 1][c] - VELOCITY[c] / fps)).toBeLessThan(1e-6);
  }
}

describe.each([24, 25, 30, 50])("an even motion at %i frames a second", (fps) => {
  test("is even in GLB, the bodies too", async () => {
    const document = await new NodeIO().readBinary(await bytesOf((await record(fps)).single, ".glb"));
    const [primitive] = document.getRoot().listMeshes()[0].listPrimitives();
    const first = [...(primitive.getAttribute("POSITION")?.getArray() ?? [])].slice(0, 3);
    const moved = primitive.listTargets().map((target) => {
      const offsets = target.getAttribute("POSITION")?.getArray() ?? [];
      return first.map((x, c) => x + offsets[c]);
    });
    expectEven([first, ...moved], fps);
    const [animation] = document.getRoot().listAnimations();
    const channels = animation.listChannels().filter((channel) => channel.getTargetPath() === "translation");
    expect(channels.map((channel) => channel.getTargetNode()?.getName())).toEqual(["box", "ball"]);
    for (const channel of channels) {
      const places = [...(channel.getSampler()?.getOutput()?.getArray() ?? [])];
      expectEven(
        Array.from({ length: fps + 1 }, (_, frame) => places.slice(3 * frame, 3 * frame + 3)),
        fps,
      );
    }
    const times = animation.listSamplers()[0].getInput()?.getArray() ?? [];
    for (const [frame, time] of times.entries()) expect(Math.abs(time - frame / fps)).toBeLessThan(1e-7);
  });

  test("is even in USDA, the bodies too, and has its velocity", async () => {
    const read = readUsda((await bytesOf((await record(fps)).single, ".usda")).toString());
    expectEven(
      read("kite", "points").values.map((points) => points.slice(0, 3)),
      fps,
    );
    for (const body of ["box", "ball"]) {
      expectEven(
        read(body, "xformOp:transform").values.map((matrix) => matrix.slice(12, 15)),
        fps,
      );
    }
    for (const velocities of read("kite", "velocities").values) {
      for (const [k, v] of velocities.entries()) expect(Math.abs(v - VELOCITY[k % 3])).toBeLessThan(1e-6);
    }
  });

  test("is even in Alembic, the bodies too, and has its velocity", async () => {
    const { objects } = readAlembic(await bytesOf((await record(fps)).single, ".abc"));
    expect(objects.map(({ name }) => name)).toEqual(["kite", "box", "ball"]);
    for (const object of objects) {
      const places = findProperty(object, ".geom/P");
      expectEven(
        places.times.map((_, frame) => places.read(frame).values.slice(0, 3)),
        fps,
      );
      for (const [frame, time] of places.times.entries()) expect(time).toBeCloseTo(frame / fps, 12);
    }
    for (const [k, v] of findProperty(objects[0], ".geom/.velocities").read(fps).values.entries()) {
      expect(Math.abs(v - VELOCITY[k % 3])).toBeLessThan(1e-6);
    }
  });

  test("is even in PC2, MDD and CSV", async () => {
    const { single, double } = await record(fps);
    const frames = Array.from({ length: fps + 1 }, (_, frame) => frame);
    const pc2 = await bytesOf(single, ".pc2");
    expectEven(
      frames.map((frame) => [0, 4, 8].map((at) => pc2.readFloatLE(32 + 36 * frame + at))),
      fps,
    );
    const mdd = await bytesOf(single, ".mdd");
    const start = 8 + 4 * frames.length;
    expectEven(
      frames.map((frame) => [0, 4, 8].map((at) => mdd.readFloatBE(start + 36 * frame + at))),
      fps,
    );
    const rows = (await bytesOf(double, ".csv")).toString().trimEnd().split("\n").slice(1);
    expectEven(
      frames.map((frame) => rows[3 * frame].split(",").slice(2).map(Number)),
      fps,
    );
  });

  test("is even in a sequence of OBJ files", async () => {
    const folder = join(root, `obj-${fps}`);
    mkdirSync(folder);
    writeScene(folder, "scene.json", SCENE);
    const { code, stderr } = await runCli(["run", "scene.json", "--steps", String(STEPS), "--fps", String(fps), "--out", "x.obj"], folder);
    expect([code, stderr]).toEqual([0, ""]);
    const names = readdirSync(folder).filter((name) => name.endsWith(".obj"));
    const track = names.sort().map((name) => {
      const [mesh] = new OBJLoader().parse(readFileSync(join(folder, name), "utf8")).children;
      const { array } = (mesh as unknown as { geometry: { attributes: { position: { array: Float32Array } } } }).geometry.attributes
        .position;
      return [...array.subarray(0, 3)];
    });
    expectEven(track, fps);
  });

  test("is even in pictures: cloth and bodies as they are drawn", async () => {
    const simulation = await createSimulation(SCENE, { threads: 1 });
    const sampler = createFrameSampler(simulation, planBake(STEPS, simulation.timestep, { fps }));
    const positions = new Float64Array(9);
    const poses = new Float64Array(24);
    const [cloth, box]: number[][][] = [[], []];
    for (let step = 0; step <= STEPS; step++) {
      if (step > 0) simulation.step();
      for (const frame of sampler.take()) {
        const drawn = drawnFrame(simulation, frame);
        drawn.readPositions(positions);
        drawn.bodies.readPoses(poses);
        cloth.push([...positions.subarray(0, 3)]);
        box.push([...poses.subarray(9, 12)]);
      }
    }
    expectEven(cloth, fps);
    expectEven(box, fps);
  });
});

describe("frames between two steps", () => {
  test("meet a floor no more than the steps do, where cloth comes down on it", async () => {
    const scene = {
      ...gridScene(4, 4),
      timestep: 1 / 60,
      cloths: [{ grid: { columns: 4, rows: 4, width: 0.3, height: 0.3, origin: [0, 0.3, 0], v: [0, 0, 1] }, fabric: "cotton" }],
      colliders: [{ plane: { point: [0, 0, 0] } }],
    } as unknown as SceneInput;
    const lowest = async (fps: number): Promise<number> => {
      const { double } = await record(fps, scene, 45);
      let low = Number.POSITIVE_INFINITY;
      for (let frame = 0; frame < double.frameCount; frame++) {
        double.readFrame(frame).positions.forEach((x, k) => {
          if (k % 3 === 1) low = Math.min(low, x);
        });
      }
      return low;
    };
    const ofSteps = await lowest(60);
    for (const fps of [24, 25, 50, 240]) expect(await lowest(fps)).toBeGreaterThanOrEqual(ofSteps - 1e-12);
  });

  test("of a step that cuts: each old vertex between its places, each new one on its way from where it was cut", async () => {
    const scene = {
      ...gridScene(5, 5),
      timestep: 0.01,
      events: [
        {
          at: 0.03,
          cut: [
            [2, 7],
            [7, 12],
          ],
        },
      ],
    } as unknown as SceneInput;
    const { double } = await record(200, scene, 8);
    const [before, between, after] = [6, 7, 8].map((frame) => double.readFrame(frame));
    expect([before, between, after].map(({ positions }) => positions.length / 3)).toEqual([25, 27, 27]);
    for (let k = 0; k < 75; k++) expect(between.positions[k]).toBeCloseTo((before.positions[k] + after.positions[k]) / 2, 12);
    const { origin } = between.topology;
    for (let v = 25; v < 27; v++) {
      for (let c = 0; c < 3; c++) expect(Math.abs(between.positions[3 * v + c] - between.positions[3 * origin[v] + c])).toBeLessThan(1e-3);
    }
  });
});
