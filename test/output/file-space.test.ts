import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import { beforeAll, describe, expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { planBake } from "../../src/output/bake-plan.ts";
import { type BakedBody, listBodies } from "../../src/output/baked-bodies.ts";
import { type BakedRun, type BakedRunOptions, createBakedRun } from "../../src/output/baked-run.ts";
import { clothRun } from "../../src/output/cloth-run.ts";
import { clothTriangles } from "../../src/output/cloth-triangles.ts";
import { formatObjFile } from "../../src/output/obj-file.ts";
import { createRecording, type Recording } from "../../src/output/recording.ts";
import { findWriter, formatRecording, type RecordingFileOptions } from "../../src/output/writers.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { readUsda, type UsdaSamples } from "./read-usda.ts";

const SCENE = {
  drape: 1,
  timestep: 0.02,
  cloths: [
    { name: "flag", grid: { columns: 4, rows: 3, width: 1, height: 0.8 }, fabric: "cotton", pins: ["top-left"] },
    { name: "2nd flag", grid: { columns: 3, rows: 3, width: 1, height: 0.8, origin: [2, 0, 0] }, fabric: "silk", pins: [0] },
  ],
  figures: [{ name: "walker", height: 0.5, motion: { cycle: "walk", travel: "straight" } }],
  colliders: [
    {
      name: "wheel",
      cone: { from: [3, 4, 1], to: [4, 4, 1], radii: [0.3, 0.1] },
      motion: { rotation: { axis: [0, 0, 1], center: [3, 4, 1], speed: 9 } },
    },
    { name: "post", box: { center: [5, 0, 0], halfSizes: [0.1, 0.5, 0.1] } },
  ],
} as unknown as SceneInput;

const FRAMES = 4;
const CENTIMETRES = { metresPerUnit: 0.01, up: "z" } as const;

let simulation: Simulation;
let recording: Recording;
let bodies: BakedBody[];
beforeAll(async () => {
  simulation = await createSimulation(SCENE, { threads: 1 });
  recording = createRecording(simulation, planBake(6, simulation.timestep, { fps: 25 }), "single", { velocities: true });
  recording.keep();
  for (let n = 0; n < 6; n++) {
    simulation.step();
    recording.keep();
  }
  bodies = listBodies(parseScene(SCENE), simulation.bodies.list);
});

/** (x, y, z) [m] with y up in centimetres with z up. */
function turned(points: ArrayLike<number>, scale = 100): number[] {
  return Array.from(points, (_, k) => scale * (k % 3 === 0 ? points[k] : k % 3 === 1 ? -points[k + 1] : points[k - 1]));
}

function expectNear(given: ArrayLike<number>, expected: ArrayLike<number>, slack = 1e-4): void {
  expect(given.length).toBe(expected.length);
  for (let k = 0; k < given.length; k++) expect(Math.abs(given[k] - expected[k])).toBeLessThan(slack);
}

const runIn = (options: BakedRunOptions = {}): BakedRun => createBakedRun(recording, bodies, options);

function textOf(ending: string, options: RecordingFileOptions = {}): string {
  const writer = findWriter(`x${ending}`, "test");
  return [...formatRecording(writer, recording, writer.holdsBodies ? bodies : [], options)].join("");
}

describe("the coordinates of a file", () => {
  test("positions, velocities and normals turn and scale together", () => {
    const [plain, file] = [runIn(), runIn(CENTIMETRES)];
    const size = 3 * plain.vertexCount;
    for (let frame = 0; frame < FRAMES; frame++) {
      const [a, b, c, d] = [0, 1, 2, 3].map(() => new Float32Array(size));
      plain.readSurface(frame, a, b);
      file.readSurface(frame, c, d);
      expectNear(c, turned(a));
      expectNear(d, turned(b, 1), 1e-6);
      file.readPositions(frame, d);
      expect(d).toEqual(c);
      plain.readVelocities?.(frame, a);
      file.readVelocities?.(frame, b);
      expectNear(b, turned(a), 2e-3);
    }
  });

  test("bodies in a USD stage stand where cloth meets them, in every frame: rigid ones by their matrix, figures by their points", () => {
    const plain = runIn();
    const read = readUsda(textOf(".usda", { ...CENTIMETRES, startFrame: 1001 }));
    expect(plain.bodies.map(({ name }) => name)).toEqual(["wheel", "post", "walker"]);
    for (const body of plain.bodies) {
      const isFigure = body.figure !== undefined;
      const points = read(body.name, "points");
      const matrices: UsdaSamples | undefined = isFigure ? undefined : read(body.name, "xformOp:transform");
      const placed = new Float64Array(body.positions.length);
      for (let frame = 0; frame < FRAMES; frame++) {
        plain.readBody(body, frame, placed);
        const own = points.values[isFigure ? frame : 0];
        const m = matrices?.values[Math.min(frame, matrices.values.length - 1)] ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
        const there = own.map((_, k) => {
          const [x, y, z] = own.slice(k - (k % 3), k - (k % 3) + 3);
          return x * m[k % 3] + y * m[4 + (k % 3)] + z * m[8 + (k % 3)] + m[12 + (k % 3)];
        });
        expectNear(there, turned(placed), 2e-4);
      }
    }
    expect(read("walker", "points").times).toEqual([1001, 1002, 1003, 1004]);
    expect(read("post", "xformOp:transform").values.length).toBe(1);
    expect(read("flag", "normals").values.length).toBe(FRAMES);
  });

  test("the head of a USD stage says them, and the first frame", () => {
    const head = textOf(".usda", { ...CENTIMETRES, startFrame: 1001 }).split(")")[0];
    for (const line of ["metersPerUnit = 0.01", 'upAxis = "Z"', "startTimeCode = 1001", "endTimeCode = 1004", "timeCodesPerSecond = 25"]) {
      expect(head).toContain(line);
    }
  });

  test("a GLB is in metres with y up, and nothing else", () => {
    expect(() => textOf(".glb", { metresPerUnit: 0.01 })).toThrow("metres with y up");
    expect(() => textOf(".glb", { up: "z" })).toThrow("metres with y up");
  });
});

test("an OBJ has an object a cloth, by its name, and unit normals and texture coordinates, as three's reader finds them", () => {
  const text = formatObjFile(simulation, "s.json", CENTIMETRES);
  const parts = new OBJLoader().parse(text).children as unknown as {
    name: string;
    geometry: { attributes: Record<string, { count: number; array: Float32Array }> };
  }[];
  expect(parts.map(({ name }) => name)).toEqual(["flag", "2nd_flag"]);
  const own = clothTriangles(simulation);
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  parts.forEach(({ geometry: { attributes } }, n) => {
    const corners = [...own[n]];
    expectNear(attributes.position.array, turned(corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])));
    expectNear(
      attributes.uv.array,
      corners.flatMap((v) => [...simulation.uv.subarray(2 * v, 2 * v + 2)]),
      1e-6,
    );
    const normals = attributes.normal.array;
    for (let k = 0; k < normals.length; k += 3) expect(Math.hypot(...normals.subarray(k, k + 3))).toBeCloseTo(1, 5);
  });
});

describe("a file of one cloth", () => {
  test("has its vertices in their order, and no bodies", () => {
    const whole = runIn(CENTIMETRES);
    whole.cloths.forEach((cloth, n) => {
      const own = clothRun(whole, n);
      expect([own.vertexCount, own.bodies, own.cloths.length]).toEqual([cloth.vertices.length, [], 1]);
      expect(own.triangles).toEqual(cloth.triangles);
      const [all, part, normals] = [whole, own, own].map(({ vertexCount }) => new Float32Array(3 * vertexCount));
      for (let frame = 0; frame < FRAMES; frame++) {
        whole.readPositions(frame, all);
        own.readPositions(frame, part);
        cloth.vertices.forEach((v, k) => {
          expect(part.subarray(3 * k, 3 * k + 3)).toEqual(all.subarray(3 * v, 3 * v + 3));
        });
        own.readSurface(frame, all.subarray(0, part.length), normals);
        expect(all.subarray(0, part.length)).toEqual(part);
        for (let k = 0; k < normals.length; k += 3) expect(Math.hypot(...normals.subarray(k, k + 3))).toBeCloseTo(1, 5);
      }
    });
  });

  test("is a PC2 with so many points, and a USD stage with one mesh", () => {
    const pc2 = Buffer.concat(
      [...formatRecording(findWriter("x.pc2", "test"), recording, [], { cloth: 1, startFrame: 7 })].map((c) => Buffer.from(c)),
    );
    expect([pc2.readInt32LE(16), pc2.readFloatLE(20), pc2.readInt32LE(28), pc2.length]).toEqual([9, 7, FRAMES, 32 + FRAMES * 9 * 12]);
    expect(textOf(".usda", { cloth: 1 }).match(/def Mesh "(\w+)"/g)).toEqual(['def Mesh "_2nd_flag"']);
  });
});
