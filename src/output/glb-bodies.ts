import type { Figure } from "../figure/figure.ts";
import { type BakedBody, readPlace } from "./baked-bodies.ts";
import type { BakedRun } from "./baked-run.ts";
import type { GlbBuffer } from "./glb-buffer.ts";
import { describeMesh, type GlbMesh, type Shape } from "./glb-mesh.ts";
import { computeNormals } from "./normals.ts";

/** What bodies add to the lists of a GLB file. */
export interface GlbBodies {
  readonly nodes: readonly object[];
  /** The numbers of nodes without a parent. */
  readonly roots: readonly number[];
  readonly meshes: readonly object[];
  readonly skins: readonly object[];
  readonly samplers: readonly object[];
  readonly channels: readonly object[];
}

/** How many cloths come before, each with a node, a mesh and a material; sampler 0 is that of their weights, over `times`. */
export interface BeforeBodies {
  readonly cloths: number;
  readonly times: number;
}

/** Numbers of a place: translation and rotation. */
const PLACE = 7;

/**
 * The bodies of a run: a rigid one is a mesh whose node moves, a figure a skin whose joints are nodes, and a mesh that changes its form has
 * morph targets as cloth does.
 */
export function describeBodies(run: BakedRun, buffer: GlbBuffer, { cloths, times }: BeforeBodies): GlbBodies {
  const nodes: object[] = [];
  const roots: number[] = [];
  const meshes: object[] = [];
  const skins: object[] = [];
  const samplers: object[] = [];
  const channels: object[] = [];
  const pushNode = (fields: object): number => cloths + nodes.push(fields) - 1;

  /** A node that is where a pose puts it. */
  function addNode(pose: number, fields: object): number {
    const places = new Float64Array(PLACE * run.frameCount);
    for (let frame = 0; frame < run.frameCount; frame++) readPlace(run.readPoses(frame), pose, places, PLACE * frame);
    const pick = (from: number, size: number): Float32Array =>
      Float32Array.from({ length: size * run.frameCount }, (_, k) => {
        return places[PLACE * Math.floor(k / size) + from + (k % size)];
      });
    const translation = pick(0, 3);
    const rotation = pick(3, 4);
    const at = { translation: [...translation.subarray(0, 3)], rotation: [...rotation.subarray(0, 4)] };
    const node = pushNode({ ...fields, ...at });
    const animate = (path: string, values: Float32Array, size: number): void => {
      if (values.every((value, k) => value === values[k % size])) return;
      const output = buffer.add(values, size === 3 ? "VEC3" : "VEC4", size, "animation");
      channels.push({ sampler: samplers.push({ input: times, output }), target: { node, path } });
    };
    animate("translation", translation, 3);
    animate("rotation", rotation, 4);
    return node;
  }

  function addFigure(name: string, pose: number, figure: Figure, mesh: number): void {
    const joints = figure.bones.map((bone, n) => addNode(pose + n, { name: `${name}.${bone.name}` }));
    // joints need a common root
    roots.push(pushNode({ name: `${name}.bones`, children: joints }));
    roots.push(pushNode({ name, mesh, skin: skins.push({ joints }) - 1 }));
  }

  for (const body of run.bodies) {
    const { name, pose, figure, place } = body;
    const mesh = cloths + meshes.push(describeMesh(buffer, meshOf(run, body, buffer, cloths))) - 1;
    if (figure !== undefined) addFigure(name, pose, figure, mesh);
    else if (place === undefined) roots.push(addNode(pose, { name, mesh }));
    else {
      const node = pushNode({ name, mesh });
      roots.push(node);
      if (run.frameCount > 1) channels.push({ sampler: 0, target: { node, path: "weights" } });
    }
  }
  return { nodes, roots, meshes, skins, samplers, channels };
}

function meshOf(run: BakedRun, body: BakedBody, buffer: GlbBuffer, material: number): GlbMesh {
  const { name, positions, triangles, figure, place } = body;
  const shapeOf = (own: Float64Array): Shape => {
    const shape = { positions: Float32Array.from(own), normals: new Float32Array(own.length) };
    computeNormals(shape.positions, triangles, shape.normals);
    return shape;
  };
  const still = { name, material, vertexCount: positions.length / 3, triangles };
  if (place !== undefined) {
    const placed = new Float64Array(positions.length);
    const readFrame = (frame: number): Shape => {
      run.readBody(body, frame, placed);
      return shapeOf(placed);
    };
    return { ...still, frameCount: run.frameCount, readFrame };
  }
  const attributes =
    figure === undefined
      ? {}
      : {
          // a bone without weight is number 0
          JOINTS_0: buffer.add(
            Uint8Array.from(figure.skinBones, (bone, k) => (figure.skinWeights[k] > 0 ? bone : 0)),
            "VEC4",
            4,
            "vertices",
          ),
          WEIGHTS_0: buffer.add(Float32Array.from(figure.skinWeights), "VEC4", 4, "vertices"),
        };
  return { ...still, attributes, frameCount: 1, readFrame: () => shapeOf(positions) };
}
