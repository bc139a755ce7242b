import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  PlaneGeometry,
  SphereGeometry,
} from "three";
import { expect, test } from "vitest";
import { createSimulation, InputError } from "../../src/index.ts";
import { createRenderMesh, surfaceFromGeometry } from "../../src/three/index.ts";

const numbers = (list: ArrayLike<number> | undefined): number[] => Array.from(list ?? []);

test("a geometry with an index keeps its vertices, triangles and texture coordinates", () => {
  const geometry = new PlaneGeometry(2, 1, 2, 1);
  const { positions, triangles, uv, groups, colors } = surfaceFromGeometry(geometry);
  expect(numbers(positions)).toEqual(numbers(geometry.getAttribute("position").array));
  expect(numbers(triangles)).toEqual(numbers(geometry.getIndex()?.array));
  expect(numbers(uv)).toEqual(numbers(geometry.getAttribute("uv").array));
  expect(groups).toBeUndefined();
  expect(colors).toBeUndefined();
});

test("interleaved and normalised attributes give the numbers that they stand for", () => {
  const words = new InterleavedBuffer(Int16Array.from([0, 0, 0, 0, 1, 1, 0, 0, 1, 1, -1, 0, 0, 1, 0].map((c) => 32767 * c)), 5);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new InterleavedBufferAttribute(words, 3, 0, true));
  geometry.setAttribute("uv", new InterleavedBufferAttribute(words, 2, 3, true));
  geometry.setAttribute("color", new BufferAttribute(Uint8Array.of(255, 0, 0, 255, 0, 51, 0, 255, 0, 0, 255, 255), 4, true));
  const { positions, triangles, uv, colors } = surfaceFromGeometry(geometry);
  expect(numbers(positions)).toEqual([0, 0, 0, 1, 0, 0, -1, 0, 0]);
  expect(numbers(uv)).toEqual([0, 1, 1, 1, 1, 0]);
  expect(numbers(triangles)).toEqual([0, 1, 2]);
  expect(numbers(colors)).toEqual([1, 0, 0, 0, Math.fround(0.2), 0, 0, 0, 1]);
});

test("the draw range decides what is there, and groups name it", () => {
  const box = new BoxGeometry(1, 1, 1);
  expect(surfaceFromGeometry(box).groups).toHaveLength(6);
  box.setDrawRange(3, 12);
  const { triangles, groups } = surfaceFromGeometry(box);
  expect(numbers(triangles)).toEqual(numbers(box.getIndex()?.array).slice(3, 15));
  expect(groups).toEqual([
    { names: ["material 0"], start: 0, count: 1 },
    { names: ["material 1"], start: 1, count: 2 },
    { names: ["material 2"], start: 3, count: 1 },
  ]);
  const loose = box.toNonIndexed();
  loose.setDrawRange(0, 7);
  expect(numbers(surfaceFromGeometry(loose).triangles)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("triangles with a corner twice are left out, and morph targets passed over", () => {
  const geometry = new PlaneGeometry(1, 1);
  geometry.setIndex([0, 1, 2, 1, 1, 2, 2, 1, 3]);
  geometry.morphAttributes.position = [new BufferAttribute(new Float32Array(12).fill(5), 3)];
  const { triangles, positions } = surfaceFromGeometry(geometry);
  expect(numbers(triangles)).toEqual([0, 1, 2, 2, 1, 3]);
  expect(Math.max(...positions)).toBe(0.5);
});

test.each<[string, BufferGeometry, string]>([
  ["no positions", new BufferGeometry(), "geometry: got no position attribute; give"],
  [
    "flat positions",
    new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(4), 2)),
    "geometry.attributes.position: got 2 numbers a vertex; give 3",
  ],
  [
    "too few texture coordinates",
    new PlaneGeometry().setAttribute("uv", new BufferAttribute(new Float32Array(4), 2)),
    "geometry.attributes.uv: got 2 rows for 4 vertices; give one row a vertex",
  ],
])("%s are refused in one sentence", (_name, geometry, sentence) => {
  expect(() => surfaceFromGeometry(geometry)).toThrow(InputError);
  expect(() => surfaceFromGeometry(geometry)).toThrow(sentence);
});

test("a sphere of three.js becomes a closed cloth that pressure holds, and is drawn with its seam", async () => {
  const geometry = new SphereGeometry(0.5, 12, 8);
  const surface = surfaceFromGeometry(geometry);
  const simulation = await createSimulation({
    drape: 1,
    gravity: [0, 0, 0],
    solver: { method: "implicit-euler" },
    cloths: [{ mesh: surface, pressure: 5 }],
  });
  expect(simulation.particleCount).toBe(12 * 7 + 2);
  const { mesh, update, dispose } = createRenderMesh(simulation, { surface });
  expect(mesh.geometry.getAttribute("position").count).toBe(geometry.getAttribute("position").count);
  expect(numbers(mesh.geometry.getAttribute("uv").array)).toEqual(numbers(surface.uv));
  for (let n = 0; n < 5; n++) simulation.step();
  update();
  const drawn = mesh.geometry.getAttribute("position");
  // the two ends of a ring are one place
  for (const c of ["getX", "getY", "getZ"] as const) expect(drawn[c](13 * 4)).toBeCloseTo(drawn[c](13 * 4 + 12), 6);
  dispose();
});
