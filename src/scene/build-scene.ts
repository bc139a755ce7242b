import { InputError } from "../core/errors.ts";
import { assembleCloth, type ClothPartInput } from "../fabric/make-cloth.ts";
import { chooseParticleOrder, reorderCloth } from "../fabric/reorder-cloth.ts";
import type { Environment } from "../forces/wind.ts";
import { findEdgeCorners } from "../mesh/cut.ts";
import { MAX_VERTICES } from "../mesh/limits.ts";
import type { PinScript } from "../sim/drive.ts";
import type { CutScript, SimulationSetup } from "../sim/setup.ts";
import { buildColliders } from "./build-collider.ts";
import type { MeshLoader } from "./build-part.ts";
import { buildPart } from "./build-part.ts";
import { inspectedBodies } from "./inspected-bodies.ts";
import type { ClothSpec, GridPlace } from "./parse-cloth.ts";
import type { Scene } from "./parse-scene.ts";

/** Makes meshes, fabrics and cloth from a parsed scene: everything a simulation starts from. */
export async function buildScene(scene: Scene, loadMesh: MeshLoader): Promise<SimulationSetup> {
  const { method, options } = scene.solver;
  const parts: ClothPartInput[] = [];
  const pins: PinScript[] = [];
  const positions: Float64Array[] = [];
  const velocities: Float64Array[] = [];
  const uvs: Float32Array[] = [];
  let start = 0;
  for (const spec of scene.cloths) {
    const built = await buildPart(spec, scene.solver, loadMesh);
    parts.push(built.part);
    positions.push(built.positions);
    velocities.push(built.velocities);
    uvs.push(built.uv);
    for (const pin of placePins(spec, start, built.part.particleCount)) pins.push(pin);
    start += built.part.particleCount;
    if (start > MAX_VERTICES) {
      throw new InputError(spec.path, `${start} vertices so far`, `use at most ${MAX_VERTICES} in all cloths together`);
    }
  }
  const cloth = assembleCloth(parts);
  // The engine's order of the particles; a permutation of the scene's that nobody outside sees.
  const sceneIndex = chooseParticleOrder(cloth);
  const engineIndex = new Uint32Array(sceneIndex.length);
  for (let i = 0; i < sceneIndex.length; i++) engineIndex[sceneIndex[i]] = i;
  const environment: Environment = {
    gravity: Float64Array.from(scene.gravity),
    wind: scene.wind,
    seed: scene.seed,
  };
  const colliders = await buildColliders(scene.colliders, loadMesh);
  return {
    cloth: reorderCloth(cloth, sceneIndex),
    positions: gather(joinArrays(positions), sceneIndex),
    velocities: gather(joinArrays(velocities), sceneIndex),
    sceneIndex,
    uv: Float32Array.from(uvs.flatMap((uv) => Array.from(uv))),
    pins: withReleases(pins, scene, start).map((pin) => ({ ...pin, vertex: engineIndex[pin.vertex] })),
    cuts: placeCuts(scene, start, cloth.triangles),
    environment,
    method,
    options,
    timestep: scene.timestep,
    collision: { ...scene.collision, colliders },
    inspected: inspectedBodies(scene.colliders, colliders),
  };
}

function joinArrays(arrays: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    out.set(array, offset);
    offset += array.length;
  }
  return out;
}

/** Vectors of three in the order of `indices`. */
function gather(values: Float64Array, indices: Uint32Array): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < indices.length; i++) {
    for (let c = 0; c < 3; c++) out[3 * i + c] = values[3 * indices[i] + c];
  }
  return out;
}

/** The pins of one cloth, numbered through the scene. */
function placePins(spec: ClothSpec, start: number, count: number): PinScript[] {
  const seen = new Set<number>();
  const pins: PinScript[] = [];
  for (const pin of spec.pins) {
    const vertices = typeof pin.vertices === "string" ? gridVertices(spec, pin.vertices, pin.path) : pin.vertices;
    for (const vertex of vertices) {
      if (vertex >= count) {
        throw new InputError(pin.path, String(vertex), `the cloth has vertices 0 to ${count - 1}`);
      }
      if (seen.has(vertex)) throw new InputError(pin.path, `vertex ${vertex} a second time`, "pin each vertex once");
      seen.add(vertex);
      pins.push({ vertex: start + vertex, motion: pin.motion, release: pin.release });
    }
  }
  return pins;
}

/** The vertices of a border or corner of a grid; row 0 is the top, column 0 the left. */
function gridVertices(spec: ClothSpec, place: GridPlace, path: string): number[] {
  if (spec.shape.kind !== "grid")
    throw new InputError(path, `"${place}"`, "only grids have sides: give vertex numbers");
  const { columns, rows } = spec.shape.options;
  const vertices: number[] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const here = { top: r === 0, bottom: r === rows - 1, left: c === 0, right: c === columns - 1 };
      if (place.split("-").every((side) => here[side as keyof typeof here])) vertices.push(r * columns + c);
    }
  }
  return vertices;
}

/** Applies the scene's release events to its pins; each pin goes at the earliest time that names it. */
function withReleases(pins: readonly PinScript[], scene: Scene, count: number): PinScript[] {
  const times = new Map<number, number>();
  for (const event of scene.releases) {
    for (const vertex of event.vertices) {
      if (vertex >= count) throw new InputError(event.path, String(vertex), `the scene has vertices 0 to ${count - 1}`);
      times.set(vertex, Math.min(times.get(vertex) ?? Number.POSITIVE_INFINITY, event.at));
    }
  }
  return pins.map((pin) => {
    const time = Math.min(times.get(pin.vertex) ?? Number.POSITIVE_INFINITY, pin.release ?? Number.POSITIVE_INFINITY);
    return time === Number.POSITIVE_INFINITY ? pin : { ...pin, release: time };
  });
}

/** The scene's cuts by time, those of the same time in the scene's order. */
function placeCuts(scene: Scene, count: number, triangles: Uint32Array): CutScript[] {
  return scene.cuts
    .map(({ at, edges, path }) => ({ at, corners: findEdgeCorners(count, triangles, edges, path) }))
    .sort((a, b) => a.at - b.at);
}
