import { bytesOf, FLOAT, type GlbBuffer, vectorView } from "./glb-buffer.ts";

/** Where the vertices of a mesh are in a frame [m], and their normals. */
export interface Shape {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** A mesh of a GLB file: the first frame is its shape, each later one a morph target (positions and normals). */
export interface GlbMesh {
  readonly name: string;
  readonly material: number;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** Two numbers a vertex. */
  readonly uv?: Float32Array;
  /** More numbers of the vertices, added already. */
  readonly attributes?: Readonly<Record<string, number>>;
  readonly frameCount: number;
  readFrame(frame: number): Shape;
}

/**
 * Adds a mesh to the buffer and describes it.
 *
 *     triangles | uv | positions, normals of frame 0, then their changes in frame 1, 2 …
 */
export function describeMesh(buffer: GlbBuffer, mesh: GlbMesh): object {
  const { name, material, vertexCount, triangles, uv, frameCount } = mesh;
  const indices = buffer.add(triangles, "SCALAR", 1, "indices");
  const attributes: Record<string, number> = { ...mesh.attributes };
  if (uv !== undefined) attributes.TEXCOORD_0 = buffer.add(uv, "VEC2", 2, "vertices");
  const size = 12 * vertexCount;
  const bufferView = buffer.addPart({
    view: vectorView(2 * size * frameCount),
    *bytes() {
      for (const { positions, normals } of readChanges(mesh)) {
        yield bytesOf(positions);
        yield bytesOf(normals);
      }
    },
  });
  const frames = Array.from(readChanges(mesh), ({ positions }, frame) => {
    const vector = { bufferView, componentType: FLOAT, count: vertexCount, type: "VEC3" };
    return {
      POSITION: buffer.addAccessor({ ...vector, byteOffset: 2 * frame * size, ...rangeOf(positions) }),
      NORMAL: buffer.addAccessor({ ...vector, byteOffset: (2 * frame + 1) * size }),
    };
  });
  const [base, ...targets] = frames;
  const primitive = { attributes: { ...base, ...attributes }, indices, material };
  return { name, primitives: [targets.length > 0 ? { ...primitive, targets } : primitive] };
}

/** The first frame, then of each frame what differs from the first. */
function* readChanges({ frameCount, readFrame }: GlbMesh): Generator<Shape> {
  const base = readFrame(0);
  yield base;
  for (let frame = 1; frame < frameCount; frame++) {
    const { positions, normals } = readFrame(frame);
    yield {
      positions: positions.map((x, k) => x - base.positions[k]),
      normals: normals.map((x, k) => x - base.normals[k]),
    };
  }
}

function rangeOf(values: Float32Array): { min: number[]; max: number[] } {
  const min = [0, 1, 2].map((c) => values[c] ?? 0);
  const max = [...min];
  for (let k = 0; k < values.length; k++) {
    if (values[k] < min[k % 3]) min[k % 3] = values[k];
    if (values[k] > max[k % 3]) max[k % 3] = values[k];
  }
  return { min, max };
}
