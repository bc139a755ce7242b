import { InputError } from "../core/errors.ts";
import { MAX_TRIANGLES, MAX_VERTICES } from "../mesh/limits.ts";
import type { MeshFile, MeshPiece, MeshSkin } from "../mesh/mesh-file.ts";
import { computeMorph, type MorphTarget } from "../mesh/morph.ts";
import { computeSkin, INFLUENCES } from "../mesh/skin.ts";
import { applyAnimation, type GltfAnimation, readAnimations } from "./gltf-animation.ts";
import { type GltfDocument, type GltfEntry, type GltfHelp, openGltf, readName } from "./gltf-document.ts";
import { isMirror, placeCopy, readCopies } from "./gltf-instancing.ts";
import { createMorphList, readMorphs } from "./gltf-morph.ts";
import { computeNodeMatrices, type GltfNodes, MATRIX_SIZE, readNodes, readReference } from "./gltf-nodes.ts";
import {
  type GltfPrimitive,
  readColours,
  readCorners,
  readInfluences,
  readMorphWeights,
  readPositions,
  readPrimitives,
  readTexture,
} from "./gltf-primitive.ts";
import { type BoneList, createBoneList } from "./gltf-skin.ts";
import { MAX_NODES } from "./limits.ts";

/** A primitive where a node shows it. */
interface Instance {
  readonly node: GltfEntry;
  readonly mesh: GltfEntry;
  readonly skin: GltfEntry | undefined;
  readonly primitive: GltfPrimitive;
  /** Where the node has this copy of it, if it has several. */
  readonly copy?: Float64Array;
  /** Its first vertex and triangle in the joined mesh. */
  readonly vertex: number;
  readonly triangle: number;
}

/**
 * Reads the triangles that a glTF 2.0 file shows, all nodes of its scene joined, in the file's
 * coordinates. A piece is called after its node, its mesh and its material. What moves is placed as it is without an animation, and has
 * a `skin`. Cameras, lights, materials and pictures are passed over. Whatever cannot be read is an InputError at `path place`.
 */
export function parseGltf(
  content: string | Uint8Array,
  path: string,
  { onProgress = () => {}, ...help }: GltfHelp & { readonly onProgress?: (fraction: number) => void } = {},
): MeshFile {
  const document = openGltf(content, path, help);
  const nodes = readNodes(document);
  const instances = listInstances(document, nodes);
  const last = instances.at(-1);
  if (last === undefined) throw new InputError(path, describeLack(document), "export a mesh of triangles in the file's scene");
  const vertexCount = last.vertex + last.primitive.positions.count;
  const triangles = new Uint32Array(3 * (last.triangle + last.primitive.triangleCount));
  const rest = new Float64Array(3 * vertexCount);
  const bones = new Uint16Array(INFLUENCES * vertexCount);
  const weights = new Float64Array(INFLUENCES * vertexCount);
  const list = createBoneList(document);
  const morphList = createMorphList(instances);
  const animations = readAnimations(document, nodes, morphList);
  const morphs: MorphTarget[] = [];
  const morphWeights = new Float64Array(morphList.weightCount);
  let uv: Float64Array | undefined;
  let colours: Float32Array | undefined;
  const matrices = new Float64Array(MATRIX_SIZE * nodes.parent.length);
  computeNodeMatrices(nodes, nodes.places, matrices);
  for (const [n, instance] of instances.entries()) {
    const { primitive, vertex, copy } = instance;
    readCorners(document, primitive, vertex, triangles, 3 * instance.triangle);
    if (isMirrored(instance, matrices))
      turnOver(triangles.subarray(3 * instance.triangle, 3 * (instance.triangle + primitive.triangleCount)));
    const run = morphList.find(instance.node.index);
    const mix = readMorphWeights(instance.node, instance.mesh);
    const own = readPositions(document, primitive, run === undefined ? mix : []);
    if (copy !== undefined) placeCopy(copy, own, 1);
    rest.set(own, 3 * vertex);
    if (run !== undefined) {
      morphWeights.set(mix.slice(0, run.count), run.start);
      const forms = readMorphs(document, primitive, run, vertex);
      if (copy !== undefined) for (const { offsets } of forms) placeCopy(copy, offsets, 0);
      morphs.push(...forms);
    }
    follow(document, instance, list, bones, weights);
    const texture = readTexture(document, primitive);
    if (texture !== undefined) {
      uv ??= new Float64Array(2 * vertexCount);
      uv.set(texture, 2 * vertex);
    }
    const painted = readColours(document, primitive);
    if (painted !== undefined) {
      colours ??= new Float32Array(3 * vertexCount).fill(1);
      for (let i = 0; i < primitive.positions.count; i++) {
        for (let c = 0; c < 3; c++) colours[3 * (vertex + i) + c] = painted.values[painted.size * i + c];
      }
    }
    onProgress((n + 1) / instances.length);
  }
  const skin = createSkin(nodes, list, animations, morphWeights, { rest, bones, weights, morphs });
  const form = new Float64Array(3 * vertexCount);
  computeMorph(rest, morphs, morphWeights, form);
  const positions = new Float64Array(3 * vertexCount);
  const poses = new Float64Array(MATRIX_SIZE * list.count);
  skin.computePoses(undefined, 0, poses, morphWeights);
  computeSkin(form, bones, weights, poses, positions);
  checkFinite(positions, path);
  return {
    positions,
    triangles,
    pieces: instances.map(nameInstance),
    hasSeams: true,
    ...(document.passedOver.size === 0 ? {} : { notices: describePassedOver(document) }),
    ...(uv === undefined ? {} : { uv }),
    ...(colours === undefined ? {} : { colours }),
    ...(skin.animations.length > 0 ? { skin } : {}),
  };
}

/** What is shown, with the counts of all of it compared with the limits before any of it is read. */
function listInstances(document: GltfDocument, nodes: GltfNodes): Instance[] {
  const known = new Map<number, GltfPrimitive[]>();
  const instances: Instance[] = [];
  let vertex = 0;
  let triangle = 0;
  for (const n of nodes.shown) {
    const node = nodes.entries[n];
    const mesh = readReference(document, node, "mesh");
    if (mesh === undefined) continue;
    const skin = readReference(document, node, "skin");
    const primitives = known.get(mesh.index) ?? readPrimitives(document, mesh);
    known.set(mesh.index, primitives);
    const copies = readCopies(document, node) ?? [undefined];
    for (const primitive of primitives) {
      for (const copy of copies) {
        instances.push({ node, mesh, skin, primitive, vertex, triangle, ...(copy && { copy }) });
        vertex += primitive.positions.count;
        triangle += primitive.triangleCount;
        if (vertex > MAX_VERTICES || triangle > MAX_TRIANGLES || instances.length > MAX_NODES) {
          const got = `${vertex} vertices, ${triangle} triangles in ${instances.length} primitives so far`;
          throw new InputError(node.path, got, `use at most ${MAX_VERTICES}, ${MAX_TRIANGLES} in ${MAX_NODES}`);
        }
      }
    }
  }
  return instances;
}

function describePassedOver({ passedOver }: GltfDocument): string[] {
  return [...passedOver].map(([things, count]) => `passed over: ${things} (${count})`);
}

/** Why a file has no triangles to show. */
function describeLack(document: GltfDocument): string {
  const others = [...document.passedOver.keys()];
  return others.length === 0 ? "no triangles" : `no triangles, but ${others.join(" and ")}`;
}

/** Whether the node, or this copy in it, mirrors what it shows. Skins do not follow their node. */
function isMirrored({ node, skin, copy }: Instance, matrices: Float64Array): boolean {
  const byNode = skin === undefined && isMirror(matrices, MATRIX_SIZE * node.index);
  return byNode !== (copy !== undefined && isMirror(copy, 0));
}

/** Turns triangles the other way. */
function turnOver(triangles: Uint32Array): void {
  for (let c = 0; c < triangles.length; c += 3) [triangles[c + 1], triangles[c + 2]] = [triangles[c + 2], triangles[c + 1]];
}

/** Which bones the vertices of an instance follow: the joints of its skin, else its node. */
function follow(
  document: GltfDocument,
  { node, skin, primitive, vertex }: Instance,
  list: BoneList,
  bones: Uint16Array,
  weights: Float64Array,
): void {
  const [start, end] = [INFLUENCES * vertex, INFLUENCES * (vertex + primitive.positions.count)];
  if (skin !== undefined) {
    const first = list.addSkin(skin);
    const own = { bones: bones.subarray(start, end), weights: weights.subarray(start, end) };
    readInfluences(document, primitive, list.jointCount(skin), first, own.bones, own.weights);
    return;
  }
  bones.fill(list.addNode(node.index), start, end);
  for (let k = start; k < end; k += INFLUENCES) weights[k] = 1;
}

function createSkin(
  nodes: GltfNodes,
  list: BoneList,
  animations: readonly GltfAnimation[],
  restWeights: Float64Array,
  influences: Pick<MeshSkin, "rest" | "bones" | "weights" | "morphs">,
): MeshSkin {
  const restState = new Float64Array(nodes.places.length + restWeights.length);
  restState.set(nodes.places);
  restState.set(restWeights, nodes.places.length);
  const state = restState.slice();
  const mix = state.subarray(nodes.places.length);
  const matrices = new Float64Array(MATRIX_SIZE * nodes.parent.length);
  return {
    ...influences,
    boneCount: list.count,
    morphWeightCount: restWeights.length,
    animations,
    computePoses(animation, time, poses, morphWeights) {
      state.set(restState);
      if (animation !== undefined) applyAnimation(animations[animation], time, state);
      computeNodeMatrices(nodes, state, matrices);
      list.computePoses(matrices, poses);
      morphWeights.set(mix);
    },
  };
}

function nameInstance({ node, mesh, primitive, triangle }: Instance): MeshPiece {
  const names = [readName(node), readName(mesh), primitive.material].filter((name) => name !== "");
  return { names: [...new Set(names)], start: triangle, end: triangle + primitive.triangleCount };
}

/** Transforms that are each finite may still multiply to what is not. */
function checkFinite(positions: Float64Array, path: string): void {
  const wrong = positions.findIndex((value) => !Number.isFinite(value));
  if (wrong < 0) return;
  throw new InputError(path, `${positions[wrong]} as a coordinate`, "give the nodes smaller transforms");
}
