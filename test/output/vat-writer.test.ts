import { inflateSync } from "node:zlib";
import { NodeIO } from "@gltf-transform/core";
import { FloatType } from "three";
import { EXRLoader } from "three/examples/jsm/loaders/EXRLoader.js";
import { beforeAll, describe, expect, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import type { BakedRun } from "../../src/output/baked-run.ts";
import { checkTexture, formatVat } from "../../src/output/vat-writer.ts";
import { checkWritable, findWriter } from "../../src/output/writers.ts";
import { type Baked, bake, expectValid, fileOf } from "./bake.ts";
import { readZip } from "./read-zip.ts";

const grid = { columns: 5, rows: 4, width: 1, height: 0.8 };
const SCENE: SceneInput = {
  drape: 1,
  cloths: [
    { name: "flag", grid, fabric: "cotton", pins: ["top-left", "top-right"] },
    { name: "other", grid: { ...grid, columns: 3, origin: [2, 0, 0] }, fabric: "silk", pins: [0] },
  ],
};

/** A picture with rows from the top, `size` numbers a pixel. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly data: ArrayLike<number>;
}

/** By three's reader, which has rows from the bottom and four numbers a pixel. */
function readExr(file: Uint8Array): Picture {
  const loader = new EXRLoader().setDataType(FloatType);
  const { width, height, data } = loader.parse(Uint8Array.from(file).buffer) as { width: number; height: number; data: Float32Array };
  const rows = Array.from({ length: height }, (_, y) => [...data.subarray(4 * width * (height - 1 - y), 4 * width * (height - y))]);
  return { width, height, size: 4, data: rows.flat() };
}

/** By zlib, which checks the checksum at the end. */
function readPng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  expect([...file.subarray(24, 29)]).toEqual([8, 2, 0, 0, 0]);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  expect(rows.length).toBe(height * (1 + 3 * width));
  return { width, height, size: 3, data: rows.filter((_, k) => k % (1 + 3 * width) > 0) };
}

interface Opened {
  readonly about: {
    readonly frames: number;
    readonly rate: number;
    readonly width: number;
    readonly height: number;
    readonly rowsPerFrame: number;
    readonly bounds: { readonly low: number[]; readonly high: number[] };
  };
  readonly mesh: Buffer;
  readonly positions: Picture;
  readonly normals: Picture;
}

function open(file: Uint8Array): Opened {
  const files = readZip(Buffer.from(file));
  expect([...files.keys()]).toEqual(["animation.json", "mesh.glb", "position.exr", "normal.png"]);
  const [about, mesh, positions, normals] = [...files.values()];
  return { about: JSON.parse(about.toString()), mesh, positions: readExr(positions), normals: readPng(normals) };
}

/** What a texture says of texture coordinates in a frame. */
function lookUp({ width, height, size, data }: Picture, { rowsPerFrame }: Opened["about"], u: number, v: number, frame: number): number[] {
  const at = size * (Math.floor(u * width) + width * (Math.floor(v * height) + rowsPerFrame * frame));
  return [0, 1, 2].map((c) => data[at + c]);
}

describe("vertex-animation textures", () => {
  let baked: Baked;
  let opened: Opened;
  beforeAll(async () => {
    baked = await bake(SCENE, 12, { every: 3 });
    opened = open(fileOf(baked.recording, ".vat.zip"));
  });

  test("have every position of every frame to the digit, and normals to 8 bits, where the mesh says", async () => {
    const { about, mesh, positions, normals } = opened;
    await expectValid(mesh);
    const meshes = (await new NodeIO().readBinary(Uint8Array.from(mesh))).getRoot().listMeshes();
    expect(meshes.map((one) => one.getName())).toEqual(["flag", "other"]);
    const [places, directions] = [new Float32Array(96), new Float32Array(96)];
    meshes.forEach((one, n) => {
      const [primitive] = one.listPrimitives();
      expect(primitive.listTargets()).toEqual([]);
      const texels = primitive.getAttribute("TEXCOORD_1")?.getArray() as Float32Array;
      const { vertices, triangles } = baked.run.cloths[n];
      expect(Uint32Array.from(primitive.getIndices()?.getArray() ?? [])).toEqual(triangles);
      for (let frame = 0; frame < 5; frame++) {
        baked.run.readSurface(frame, places, directions);
        vertices.forEach((v, k) => {
          const look = (picture: Picture): number[] => lookUp(picture, about, texels[2 * k], texels[2 * k + 1], frame);
          expect(look(positions)).toEqual([...Float32Array.from(baked.seen[frame].positions.subarray(3 * v, 3 * v + 3))]);
          const normal = look(normals).map((colour) => (2 * colour) / 255 - 1);
          normal.forEach((value, c) => void expect(Math.abs(value - directions[3 * v + c])).toBeLessThan(1 / 255 + 1e-6));
        });
      }
    });
  });

  test("say how they are to be read", () => {
    const { about, positions, normals } = opened;
    expect(about).toMatchObject({ frames: 5, rate: 20, vertices: 32, width: 32, height: 5, rowsPerFrame: 1, mesh: "mesh.glb" });
    expect([positions.width, positions.height, normals.width, normals.height]).toEqual([32, 5, 32, 5]);
    const along = (c: number): number[] => baked.seen.flatMap((one) => [...Float32Array.from(one.positions)].filter((_, k) => k % 3 === c));
    expect(about.bounds.low).toEqual([0, 1, 2].map((c) => Math.min(...along(c))));
    expect(about.bounds.high).toEqual([0, 1, 2].map((c) => Math.max(...along(c))));
  });

  test("take several rows a frame for many vertices", () => {
    const vertexCount = 5001;
    const at = (frame: number, k: number): number => Math.fround(frame + k / 7);
    const run: BakedRun = {
      ...baked.run,
      frameCount: 2,
      vertexCount,
      uv: new Float32Array(0),
      cloths: [{ name: "large", vertices: Uint32Array.from({ length: vertexCount }, (_, v) => v), triangles: Uint32Array.of(0, 1, 2) }],
      readPositions: (frame, out) => out.set(out.map((_, k) => at(frame, k))),
      readSurface(frame, positions, normals) {
        this.readPositions(frame, positions);
        normals.fill(-1);
      },
    };
    const { about, positions, normals } = open(Buffer.concat([...formatVat(run)].map((chunk) => Buffer.from(chunk))));
    expect([about.width, about.height, about.rowsPerFrame]).toEqual([2501, 4, 2]);
    for (const v of [0, 2500, 2501, 5000]) {
      for (const frame of [0, 1]) {
        const [u, down] = [((v % 2501) + 0.5) / 2501, (Math.floor(v / 2501) + 0.5) / 4];
        expect(lookUp(positions, about, u, down, frame)).toEqual([0, 1, 2].map((c) => at(frame, 3 * v + c)));
        expect(lookUp(normals, about, u, down, frame)).toEqual([0, 0, 0]);
      }
    }
  });

  test("are refused in a sentence where they would be too large", () => {
    expect(() => checkTexture(4096, 8192)).not.toThrow();
    expect(() => checkTexture(4097, 4097)).toThrow(
      "a texture of 4096 × 8192 texels holds 4096 frames of 4097 vertices, not 4097: ask for fewer",
    );
    expect(() => checkTexture(40_000_000, 1)).toThrow("fewer than 40000000 vertices: write .abc or .pc2");
    const info = findWriter("X.VAT.zip", "out");
    expect(() => checkWritable(info, Uint32Array.of(0, 1, 2), 10_000, 3000)).toThrow(/2730 frames/);
    expect(() => checkWritable(info, Uint32Array.of(0, 1, 2))).not.toThrow();
  });
});
