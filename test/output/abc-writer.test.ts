import { beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../src/core/version.ts";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { planBake } from "../../src/output/bake-plan.ts";
import { listBodies } from "../../src/output/baked-bodies.ts";
import { murmurHash } from "../../src/output/murmur-hash.ts";
import { createRecording } from "../../src/output/recording.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { findProperty, type ReadArchive, readAlembic } from "../support/read-alembic.ts";
import { type Baked, bake, fileOf } from "./bake.ts";
import { expectedPlaces, PEOPLED } from "./peopled-scene.ts";

const grid = { columns: 5, rows: 4, width: 1, height: 0.8 };
const STILL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** A flag, one of the same name, and a third that is held everywhere. */
const SCENE: SceneInput = {
  drape: 1,
  cloths: [
    { name: "flag/“x”", grid, fabric: "cotton", pins: ["top-left", "top-right"] },
    { name: "flag/“x”", grid: { ...grid, origin: [2, 0, 0] }, fabric: "silk", pins: [0] },
    { name: "still", grid: { ...grid, columns: 3, origin: [4, 0, 0] }, fabric: "silk", pins: STILL },
  ],
};

let baked: Baked;
let archive: ReadArchive;
beforeAll(async () => {
  baked = await bake(SCENE, 12, { every: 3 });
  archive = readAlembic(fileOf(baked.recording, ".abc"));
});

/** The numbers of some vertices, three each. */
function pick(values: ArrayLike<number>, vertices: Uint32Array): number[] {
  return [...vertices].flatMap((v) => [values[3 * v], values[3 * v + 1], values[3 * v + 2]]);
}

function boxOf(points: readonly number[]): number[] {
  const along = (c: number): number[] => points.filter((_, k) => k % 3 === c);
  return [Math.min, Math.max].flatMap((most) => [0, 1, 2].map((c) => most(...along(c))));
}

describe("an Alembic archive, read by another reader,", () => {
  test("names each cloth once, and what made it", () => {
    expect(archive.objects.map(({ name }) => name)).toEqual(["flag_“x”", "flag_“x”_2", "still"]);
    expect(archive.metadata).toEqual({ _ai_Application: `drape ${VERSION}`, FramesPerTimeUnit: "20" });
    for (const { metadata, children } of archive.objects) {
      expect(metadata.schemaObjTitle).toBe("AbcGeom_PolyMesh_v1:.geom");
      expect(children).toEqual([]);
    }
  });

  test("has every position, normal and box of every frame to the digit, at its time", () => {
    const [positions, normals] = [new Float32Array(3 * baked.run.vertexCount), new Float32Array(3 * baked.run.vertexCount)];
    archive.objects.forEach((object, n) => {
      const { vertices } = baked.run.cloths[n];
      const [places, directions, boxes] = ["P", "N", ".selfBnds"].map((name) => findProperty(object, `.geom/${name}`));
      expect([places.pod, places.extent, places.metadata]).toEqual([10, 3, { geoScope: "vtx", interpretation: "point" }]);
      expect([boxes.kind, boxes.pod, boxes.extent]).toEqual(["scalar", 11, 6]);
      expect(directions.metadata).toMatchObject({ geoScope: "vtx", interpretation: "normal" });
      for (const one of [places, directions, boxes]) one.times.forEach((time, k) => void expect(time).toBeCloseTo(0.05 * k, 12));
      expect(places.times.length).toBe(5);
      for (let frame = 0; frame < 5; frame++) {
        baked.run.readSurface(frame, positions, normals);
        expect(places.read(frame).values).toEqual(pick(Float32Array.from(baked.seen[frame].positions), vertices));
        expect(directions.read(frame).values).toEqual(pick(normals, vertices));
        expect(boxes.read(frame).values).toEqual(boxOf(places.read(frame).values));
      }
    });
  });

  test("has faces that go round clockwise, and texture coordinates at their corners", () => {
    archive.objects.forEach((object, n) => {
      const { triangles, vertices } = baked.run.cloths[n];
      const faces = findProperty(object, ".geom/.faceIndices").read(0);
      const turned = [...triangles].map((_, k) => triangles[[k, k + 1, k - 1][k % 3]]);
      expect(faces.values).toEqual(turned);
      expect(findProperty(object, ".geom/.faceCounts").read(0).values).toEqual(Array(triangles.length / 3).fill(3));
      const texture = findProperty(object, ".geom/uv");
      expect(texture.metadata).toMatchObject({ geoScope: "fvr", isGeomParam: "true", podName: "float32_t", podExtent: "2" });
      const values = findProperty(object, ".geom/uv/.vals").read(0).values;
      expect(values).toEqual([...vertices].flatMap((v) => [...baked.run.uv.subarray(2 * v, 2 * v + 2)]));
      // the same bytes as those of the faces, once in the file
      expect(findProperty(object, ".geom/uv/.indices").read(0)).toEqual(faces);
    });
  });

  test("stores once what is the same: all of a cloth that stands still, faces of equal cloths", () => {
    const [first, second, still] = archive.objects;
    expect(findProperty(first, ".geom/P").storedCount).toBe(5);
    expect(findProperty(first, ".geom/.faceIndices").storedCount).toBe(1);
    expect(findProperty(second, ".geom/.faceIndices").read(0).at).toBe(findProperty(first, ".geom/.faceIndices").read(0).at);
    for (const name of ["P", "N", ".selfBnds"]) {
      const property = findProperty(still, `.geom/${name}`);
      expect([property.storedCount, property.times.length]).toEqual([1, 5]);
      expect(property.read(4)).toEqual(property.read(0));
    }
    expect(new Set(archive.objects.map(({ hash }) => hash)).size).toBe(3);
  });

  test("keeps a change in the middle of stillness", async () => {
    const keyframes = [0, 0.04, 0.05, 1].map((at) => ({ at, offset: [at < 0.045 ? 0 : 1, 0, 0] as [number, number, number] }));
    const pins = [0, 1, 2, 3].map((vertex) => ({ vertex, motion: { keyframes } }));
    const { recording, run } = await bake({ ...gridScene(2, 2, 0.01), cloths: [{ ...gridScene(2, 2).cloths[0], pins }] } as SceneInput, 9);
    const places = findProperty(readAlembic(fileOf(recording, ".abc")).objects[0], ".geom/P");
    expect(places.times.length).toBe(10);
    expect(places.storedCount).toBeGreaterThan(1);
    expect(places.storedCount).toBeLessThan(5);
    const positions = new Float32Array(12);
    for (let frame = 0; frame < 10; frame++) {
      run.readPositions(frame, positions);
      expect(places.read(frame).values).toEqual([...positions]);
    }
  });

  test("has velocities where they are recorded, and times that count from the first frame's number, in the file's coordinates", async () => {
    const { recording, run } = await bake(SCENE, 6, { every: 3 }, "single", true);
    const bytes = fileOf(recording, ".abc", [], { startFrame: 1001, metresPerUnit: 0.01, up: "z" });
    const [places, motion] = ["P", ".velocities"].map((name) => findProperty(readAlembic(bytes).objects[0], `.geom/${name}`));
    expect(motion.metadata).toEqual({ interpretation: "vector" });
    const [positions, velocities] = [new Float64Array(3 * run.vertexCount), new Float64Array(3 * run.vertexCount)];
    for (let frame = 0; frame < 3; frame++) {
      expect(motion.times[frame]).toBeCloseTo((1001 + frame) / 20, 9);
      run.readPositions(frame, positions);
      run.readVelocities?.(frame, velocities);
      const turned = (values: Float64Array): number[] =>
        pick(values, run.cloths[0].vertices).map((_, k, own) => 100 * [own[k], -own[k + 1], own[k - 1]][k % 3]);
      const far = (found: number[], told: number[]): number => Math.max(...found.map((value, k) => Math.abs(value - told[k])));
      expect(far(places.read(frame).values, turned(positions))).toBeLessThan(1e-4);
      expect(far(motion.read(frame).values, turned(velocities))).toBeLessThan(1e-4);
      if (frame > 0) expect(Math.max(...motion.read(frame).values.map(Math.abs))).toBeGreaterThan(1);
    }
    expect(() => findProperty(archive.objects[0], ".geom/.velocities")).toThrow("no property");
  });

  test("holds the bodies and figures where they are asked for, and those that stand once", async () => {
    const simulation = await createSimulation(PEOPLED, { threads: 1 });
    const recording = createRecording(simulation, planBake(6, 0.1, { every: 2 }), "single");
    recording.keep();
    for (let n = 0; n < 6; n++) {
      simulation.step();
      recording.keep();
    }
    const bodies = listBodies(parseScene(PEOPLED), simulation.bodies.list);
    const [, ...objects] = readAlembic(fileOf(recording, ".abc", bodies)).objects;
    expect(objects.map(({ name }) => name)).toEqual(["box", "wheel", "bend", "walker"]);
    expect(objects.map((object) => findProperty(object, ".geom/P").storedCount)).toEqual([1, 4, 4, 4]);
    objects.forEach((object, n) => {
      for (let frame = 0; frame < 4; frame++) {
        const { poses, time } = recording.readFrame(frame);
        const expected = Float32Array.from(expectedPlaces(bodies[n], poses, time));
        expect(Float32Array.from(findProperty(object, ".geom/P").read(frame).values)).toEqual(expected);
      }
    });
  });
});

test("the key of a sample is MurmurHash3 of its bytes", () => {
  const hash = (text: string): string => Buffer.from(murmurHash(new TextEncoder().encode(text))).toString("hex");
  // by the reference implementation
  expect(hash("")).toBe("00000000000000000000000000000000");
  expect(hash("hello")).toBe("029bbd41b3a7d8cb191dae486a901e5b");
  expect(hash("The quick brown fox jumps over the lazy dog")).toBe("6c1b07bc7bbc4be347939ac4a93c437a");
  const { key, values } = findProperty(archive.objects[0], ".geom/P").read(1);
  expect(Buffer.from(murmurHash(new Uint8Array(Float32Array.from(values).buffer))).toString("hex")).toBe(key);
});
