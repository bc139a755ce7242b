import { NodeIO } from "@gltf-transform/core";
// @ts-expect-error: three has no types for it
import { USDAParser } from "three/examples/jsm/loaders/usd/USDAParser.js";
import { beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../src/core/version.ts";
import type { SceneInput } from "../../src/index.ts";
import { shortFloat } from "../../src/output/short-float.ts";
import { checkWritable, findWriter } from "../../src/output/writers.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { type Baked, bake, expectValid, fileOf } from "./bake.ts";

const STEPS = 12;

/** Two cloths, the second with a name that no identifier may have. */
function twoCloths(): SceneInput {
  const grid = { columns: 5, rows: 4, width: 1, height: 0.8 };
  return {
    drape: 1,
    cloths: [
      { name: "flag", grid, fabric: "cotton", pins: ["top-left", "top-right"] },
      { name: "2nd flag “x”", grid: { ...grid, columns: 3, origin: [2, 0, 0] }, fabric: "silk", pins: [0] },
    ],
  };
}

let baked: Baked;
beforeAll(async () => {
  baked = await bake(twoCloths(), STEPS, { every: 3 });
});

/** What was seen, as a file of 32-bit numbers has it. */
const seenSingle = (frame: number): Float32Array => Float32Array.from(baked.seen[frame].positions);

describe("point caches", () => {
  test("PC2: a header of 32 bytes, then the very positions", () => {
    const bytes = fileOf(baked.recording, ".pc2");
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 12))).toBe("POINTCACHE2\0");
    expect([12, 16, 28].map((at) => view.getInt32(at, true))).toEqual([1, 32, 5]);
    expect([20, 24].map((at) => view.getFloat32(at, true))).toEqual([0, 1]);
    expect(bytes.length).toBe(32 + 5 * 32 * 12);
    for (let frame = 0; frame < 5; frame++) {
      expect(new Float32Array(bytes.buffer, 32 + frame * 32 * 12, 96)).toEqual(seenSingle(frame));
    }
  });

  test("MDD: counts, times, then the very positions, big endian", () => {
    const bytes = fileOf(baked.recording, ".mdd");
    const view = new DataView(bytes.buffer);
    const floats = (at: number, count: number): Float32Array => Float32Array.from({ length: count }, (_, k) => view.getFloat32(at + 4 * k));
    expect([0, 4].map((at) => view.getInt32(at))).toEqual([5, 32]);
    expect(floats(8, 5)).toEqual(Float32Array.of(0, 0.05, 0.1, 0.15, 0.2));
    for (let frame = 0; frame < 5; frame++) expect(floats(28 + frame * 384, 96)).toEqual(seenSingle(frame));
    expect(bytes.length).toBe(28 + 5 * 384);
  });

  test("CSV: a row a vertex and frame, in full precision", async () => {
    const { recording, seen } = await bake(twoCloths(), 4, { every: 2 }, "double");
    const [head, ...rows] = new TextDecoder().decode(fileOf(recording, ".csv")).trimEnd().split("\n");
    expect(head).toBe("time,vertex,x,y,z");
    expect(rows.length).toBe(3 * 32);
    rows.forEach((row, n) => {
      const [time, vertex, ...point] = row.split(",").map(Number);
      const frame = Math.floor(n / 32);
      expect(vertex).toBe(n % 32);
      expect(Math.abs(time - frame / 30)).toBeLessThan(1e-12);
      expect(point).toEqual([...seen[frame].positions.subarray(3 * vertex, 3 * vertex + 3)]);
    });
  });
});

describe("USDA", () => {
  test("three's reader finds each cloth, its triangles, and every number of every frame", () => {
    const text = new TextDecoder().decode(fileOf(baked.recording, ".usda"));
    const { specsByPath } = new USDAParser().parseData(text) as {
      specsByPath: Record<string, { fields: Record<string, unknown> }>;
    };
    baked.run.cloths.forEach((cloth, n) => {
      const prim = ["/drape/flag", "/drape/_2nd_flag__x_"][n];
      const field = (name: string, key = "default"): unknown => specsByPath[`${prim}.${name}`].fields[key];
      expect(Uint32Array.from(field("faceVertexIndices") as number[])).toEqual(cloth.triangles);
      const { times, values } = field("points", "timeSamples") as { times: number[]; values: number[][] };
      expect(times).toEqual([0, 1, 2, 3, 4]);
      values.forEach((value, frame) => {
        const own = seenSingle(frame);
        const expected = [...cloth.vertices].flatMap((v) => [...own.subarray(3 * v, 3 * v + 3)]);
        expect([...Float32Array.from(value.flat())]).toEqual(expected);
      });
    });
  });

  test("says units, axis and rate, and no date", () => {
    const text = new TextDecoder().decode(fileOf(baked.recording, ".usda"));
    const head = text.slice(0, text.indexOf(")"));
    for (const line of ["metersPerUnit = 1", 'upAxis = "Y"', "timeCodesPerSecond = 20", "endTimeCode = 4"]) {
      expect(head).toContain(line);
    }
    expect(text).toContain("uniform bool doubleSided = 1");
    expect(text).toContain(`doc = "drape ${VERSION}"`);
  });

  test("a number is as short as a 32-bit float allows", () => {
    expect([0.1, 1 / 3, 16777216, 1e-20, -0.5].map((x) => shortFloat(Math.fround(x)))).toEqual([
      "0.1",
      "0.33333334",
      "16777216",
      "1e-20",
      "-0.5",
    ]);
  });
});

describe("GLB", () => {
  test("0 errors and 0 warnings in the Khronos validator", async () => {
    const bytes = fileOf(baked.recording, ".glb");
    await expectValid(bytes);
    expect(new TextDecoder().decode(bytes.subarray(20, 120))).toContain(`"generator":"drape ${VERSION}"`);
  });

  test("an independent reader finds meshes, key frames and positions", async () => {
    const document = await new NodeIO().readBinary(fileOf(baked.recording, ".glb"));
    const root = document.getRoot();
    expect(root.listNodes().map((node) => node.getName())).toEqual(["flag", "2nd flag “x”"]);
    root.listMeshes().forEach((mesh, n) => {
      const { vertices, triangles } = baked.run.cloths[n];
      const [primitive] = mesh.listPrimitives();
      const base = primitive.getAttribute("POSITION")?.getArray() as Float32Array;
      expect(Uint32Array.from(primitive.getIndices()?.getArray() ?? [])).toEqual(triangles);
      expect(primitive.getAttribute("TEXCOORD_0")?.getCount()).toBe(vertices.length);
      expect(primitive.getMaterial()?.getDoubleSided()).toBe(true);
      const targets = primitive.listTargets().map((one) => one.getAttribute("POSITION")?.getArray() as Float32Array);
      expect(targets.length).toBe(4);
      for (let frame = 0; frame < 5; frame++) {
        const own = seenSingle(frame);
        const places = base.map((x, k) => (frame === 0 ? x : x + targets[frame - 1][k]));
        const error = Math.max(...places.map((x, k) => Math.abs(x - own[3 * vertices[Math.floor(k / 3)] + (k % 3)])));
        expect(error).toBeLessThan(2e-7); // of one rounding to 32 bits
      }
    });
    const [animation] = root.listAnimations();
    expect(animation.listChannels().map((channel) => channel.getTargetPath())).toEqual(["weights", "weights"]);
    const [sampler] = animation.listSamplers();
    expect(sampler.getInput()?.getArray()).toEqual(Float32Array.of(0, 0.05, 0.1, 0.15, 0.2));
    const weights = sampler.getOutput()?.getArray() as Float32Array;
    for (let frame = 0; frame < 5; frame++) {
      const row = [...weights.subarray(4 * frame, 4 * frame + 4)];
      expect(row).toEqual([1, 2, 3, 4].map((target) => (target === frame ? 1 : 0)));
    }
  });

  test("a single frame is a mesh without animation", async () => {
    const { recording } = await bake(twoCloths(), 0);
    const bytes = fileOf(recording, ".glb");
    await expectValid(bytes);
    expect((await new NodeIO().readBinary(bytes)).getRoot().listAnimations()).toEqual([]);
  });

  test("cloth without triangles is refused in a sentence", () => {
    expect(() => checkWritable(findWriter("a.glb", "x"), new Uint32Array(0))).toThrow(/write \.pc2, \.mdd or \.csv/);
    expect(() => checkWritable(findWriter("a.pc2", "x"), new Uint32Array(0))).not.toThrow();
  });
});

describe("a cloth that is cut on the way", () => {
  /** Slit at step 3 from the border to the middle, and further at step 6. */
  const scene = {
    ...gridScene(5, 5),
    events: [
      {
        at: 0.03,
        cut: [
          [2, 7],
          [7, 12],
        ],
      },
      {
        at: 0.06,
        cut: [
          [12, 17],
          [17, 22],
        ],
      },
    ],
  };

  test("has the last topology from the start; new vertices follow those they come from", async () => {
    const { run, seen, simulation } = await bake(scene, 9);
    expect(seen.map(({ positions }) => positions.length / 3)).toEqual([25, 25, 25, 25, 27, 27, 27, 30, 30, 30]);
    expect(run.vertexCount).toBe(30);
    expect(run.triangles).toEqual(simulation.triangles);
    const positions = new Float32Array(90);
    seen.forEach((own, frame) => {
      run.readPositions(frame, positions);
      // triangle by triangle it is the cloth that was simulated
      run.triangles.forEach((v, corner) => {
        const at = 3 * own.triangles[corner];
        expect(positions.subarray(3 * v, 3 * v + 3)).toEqual(Float32Array.from(own.positions.subarray(at, at + 3)));
      });
    });
  });

  test("every kind of file takes it", async () => {
    const { recording } = await bake(scene, 9);
    await expectValid(fileOf(recording, ".glb"));
    expect(new DataView(fileOf(recording, ".pc2").buffer).getInt32(16, true)).toBe(30);
  });

  test("normals are those of the cloth before the cut until it is made", async () => {
    const { run, recording } = await bake(scene, 9);
    const [positions, normals] = [new Float32Array(90), new Float32Array(90)];
    run.readSurface(2, positions, normals);
    const { origin } = recording.topology;
    origin.forEach((first, v) => {
      expect(normals.subarray(3 * v, 3 * v + 3)).toEqual(normals.subarray(3 * first, 3 * first + 3));
    });
  });
});
