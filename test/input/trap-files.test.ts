import { beforeAll, describe, expect, test } from "vitest";
import { createSimulation, type SceneInput } from "../../src/index.ts";
import { loadDecoders, makeCompressed } from "./compressed-files.ts";
import { beside, createBuffer, type Gltf, makeGlb, squareGltf } from "./gltf-files.ts";

/** A mesh file with one trap, as programs write them, and what comes of it: as cloth with `repair`, and as a body. */
interface TrapFile {
  /** The mesh file, then those beside it. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Further fields of the cloth's mesh. */
  readonly mesh?: object;
  /** Of the cloth. */
  readonly vertices: number;
  readonly triangles: number;
  readonly clothNotices?: readonly string[];
  readonly bodyNotices?: readonly string[];
}

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n";
const FOLDED = "cut 1 face folded over, crossing or without area, the first in line 5";
const UNKNOWN = 'passed over 2 lines unknown to OBJ, the first line 5 ("nl")';
const FEW = "passed over 1 face of fewer than three corners, the first in line 7";
const POINTED = "passed over: animations of something else than nodes (1)";
const COUNTED = "passed over: counts that are not those of the Draco data (1)";
const KEEPS_NUMBERS = "; pins and events go by the numbers of the file, results by those of the vertices that are left";

/** A square in GLB, its JSON changed. */
function square(change: (json: Gltf) => void): Uint8Array {
  const { json, binary } = squareGltf();
  change(json);
  return makeGlb(json, binary);
}

function hidden(): Uint8Array {
  return square((json) => {
    json.extensionsUsed = ["KHR_node_visibility"];
    const extensions = { KHR_node_visibility: { visible: false } };
    json.nodes = [{ mesh: 0 }, { mesh: 0, extensions, children: [2] }, { mesh: 0 }];
    json.scenes = [{ nodes: [0, 1] }];
  });
}

function listedBelow(): Uint8Array {
  return square((json) => {
    json.nodes = [{ children: [1] }, { mesh: 0, scale: [-1, 1, 1] }];
    json.scenes = [{ nodes: [1] }];
  });
}

function instanced(): Uint8Array {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0], "VEC3", 3);
  const TRANSLATION = buffer.floats([0, 0, 0, 2, 0, 0, 4, 0, 0], "VEC3", 3);
  const { json, binary } = buffer.finish({
    extensionsUsed: ["EXT_mesh_gpu_instancing"],
    extensionsRequired: ["EXT_mesh_gpu_instancing"],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } } }],
    meshes: [{ primitives: [{ attributes: { POSITION } }] }],
  });
  return makeGlb(json, binary);
}

/** A triangle whose node and material are animated by pointers. */
function pointed(): Uint8Array {
  const buffer = createBuffer();
  const POSITION = buffer.floats([0, 0, 0, 1, 0, 0, 1, 1, 0], "VEC3", 3);
  const input = buffer.floats([0, 1], "SCALAR", 1);
  const output = buffer.floats([0, 0, 0, 0.2, 0, 0], "VEC3", 3);
  const channel = (pointer: string) => ({
    sampler: 0,
    target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } },
  });
  const { json, binary } = buffer.finish({
    extensionsUsed: ["KHR_animation_pointer"],
    extensionsRequired: ["KHR_animation_pointer"],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    materials: [{}],
    meshes: [{ primitives: [{ attributes: { POSITION }, material: 0 }] }],
    animations: [{ channels: [channel("/nodes/0/translation"), channel("/materials/0/emissiveFactor")], samplers: [{ input, output }] }],
  });
  return makeGlb(json, binary);
}

/** A block of Draco beside counts of vertices that are too small. */
async function draco(): Promise<Uint8Array> {
  const text = Buffer.from(await makeCompressed("draco")).toString("latin1");
  return Buffer.from(text.replaceAll('"count":144', '"count":99 '), "latin1");
}

/** A binary STL file of these triangles, each with corners of its own. */
function stl(triangles: readonly (readonly number[])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  view.setUint32(80, triangles.length, true);
  for (const [t, corners] of triangles.entries()) {
    for (const [c, value] of corners.entries()) view.setFloat32(84 + 50 * t + 12 + 4 * c, value, true);
  }
  return new Uint8Array(view.buffer);
}

const PLY = `ply
format ascii 1.0
element vertex 5
property uchar red
property float x
property float y
property float z
element face 2
property list uchar int vertex_indices
property float quality
element edge 1
property int vertex1
property int vertex2
end_header
9 0 0 0
9 1 0 0
9 1 0 1
9 0 0 1
9 2 0 0.5
4 0 1 2 3 0.5
3 1 4 2 0.5
0 1
`;

const TRAPS: Readonly<Record<string, TrapFile>> = {
  "a quad that crosses itself": {
    files: { "bow tie.obj": `${SQUARE}f 1 3 2 4\n` },
    vertices: 4,
    triangles: 2,
    clothNotices: [FOLDED],
    bodyNotices: [FOLDED],
  },
  "lines that OBJ does not know": {
    files: { "100% wool, #3.obj": `${SQUARE}nl 1\nxyz 2\nf 1 2\nl 1 2\nf 1 2 3 4\n` },
    vertices: 4,
    triangles: 2,
    clothNotices: [UNKNOWN, FEW],
    bodyNotices: [UNKNOWN, FEW],
  },
  "triangles without area, twice, and vertices in none": {
    files: { "рубашка.obj": `v 9 9 9\n${SQUARE}v 2 0 0\nf 2 3 6\nf 2 3 4 5\nf 4 3 2\n` },
    vertices: 4,
    triangles: 2,
    clothNotices: [
      "left out 1 triangle without area",
      "left out 1 triangle with the same corners as another",
      `left out 2 vertices in no triangle${KEEPS_NUMBERS}`,
    ],
  },
  "three triangles at an edge": {
    files: { "shelf.obj": `${SQUARE}v 1 1 0\nv 1 1 1\nv 2 0 0\nv 2 0 1\nf 1 2 3 4\nf 2 5 6 3\nf 2 7 8 3\n` },
    vertices: 10,
    triangles: 6,
    clothNotices: ["took apart 1 edge of three or more triangles, by 2 more vertices"],
  },
  "a seam that is to be closed": {
    files: { "l'été.obj": "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3\nf 4 5 6\n" },
    mesh: { weld: 0 },
    vertices: 4,
    triangles: 2,
  },
  "a buffer beside the file": {
    files: {
      "Hemd [1].gltf": beside(squareGltf(), "data/F%C3%A4hnchen%20%5B1%5D.bin").text,
      "data/Fähnchen [1].bin": squareGltf().binary,
    },
    vertices: 4,
    triangles: 2,
  },
  "nodes that are not visible": { files: { "hidden.glb": hidden() }, vertices: 4, triangles: 2 },
  "a scene that lists a mirrored node below another": { files: { "below.glb": listedBelow() }, vertices: 4, triangles: 2 },
  "copies of a mesh": { files: { "copies.glb": instanced() }, vertices: 9, triangles: 3 },
  "animation by pointers": {
    files: { "pointers.glb": pointed() },
    vertices: 3,
    triangles: 1,
    clothNotices: [POINTED],
    bodyNotices: [POINTED],
  },
  "STL, where each triangle has corners of its own": {
    files: {
      "solid.stl": stl([
        [0, 0, 0, 1, 0, 0, 1, 0, 1],
        [0, 0, 0, 1, 0, 1, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 1, 0, 1],
      ]),
    },
    vertices: 4,
    triangles: 2,
    clothNotices: ["left out 1 triangle without area"],
  },
  "PLY with further properties and elements": { files: { "scan.ply": PLY }, vertices: 5, triangles: 3 },
};

let decoders: Awaited<ReturnType<typeof loadDecoders>>;
const packed: Record<string, TrapFile> = {};
beforeAll(async () => {
  decoders = await loadDecoders();
  const size = { vertices: 144, triangles: 242 };
  packed.draco = { files: { "draco.glb": await draco() }, ...size, clothNotices: [COUNTED], bodyNotices: [COUNTED] };
  packed.meshopt = { files: { "meshopt.glb": await makeCompressed("meshopt") }, ...size };
});

/** Thirty steps of a scene with this file; the notices, without the place that they begin with. */
async function run(scene: SceneInput, { files }: TrapFile) {
  const simulation = await createSimulation(scene, { loadMesh: async (name) => files[name], decoders });
  for (let step = 0; step < 30; step++) simulation.step();
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  expect(positions.every(Number.isFinite)).toBe(true);
  return { simulation, notices: simulation.notices.map((notice) => notice.replace(/^\S+: /, "")) };
}

/** The file as cloth, held by a vertex, and under a sheet. */
async function expectBoth(trap: TrapFile): Promise<void> {
  const [file] = Object.keys(trap.files);
  const cloth = await run({ drape: 1, cloths: [{ mesh: { file, repair: true, ...trap.mesh }, pins: [1] }] }, trap);
  expect(cloth.simulation.particleCount).toBe(trap.vertices);
  expect(cloth.simulation.triangles.length / 3).toBe(trap.triangles);
  expect(cloth.notices).toEqual(trap.clothNotices ?? []);
  const grid = { columns: 5, rows: 5, width: 1, height: 1, origin: [0, 0.1, 0], v: [0, 0, 1] } as const;
  const body = await run({ drape: 1, cloths: [{ grid, pins: [0] }], colliders: [{ mesh: { file } }] }, trap);
  expect(body.notices).toEqual(trap.bodyNotices ?? []);
}

describe("files with a trap run as cloth and as a body, and tell what was done with them", () => {
  test.each(Object.keys(TRAPS))("%s", async (name) => expectBoth(TRAPS[name]));
  test.each(["draco", "meshopt"])("packed by %s", async (name) => expectBoth(packed[name]));
});
