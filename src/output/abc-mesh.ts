import {
  type AlembicProperty,
  addMembers,
  closeCompound,
  createProperty,
  type MetadataTable,
  packText,
  packWords,
} from "./alembic-property.ts";
import type { Bytes } from "./file-chunk.ts";
import { bytesOf } from "./glb-buffer.ts";
import { joinBytes } from "./join-bytes.ts";
import { murmurHash } from "./murmur-hash.ts";
import type { OgawaFile, OgawaNode } from "./ogawa-file.ts";

/** An object of an Alembic archive that is in the file: its group, what its parent says of it, and a hash of what is in it. */
export interface ClosedObject {
  readonly node: OgawaNode;
  readonly header: Bytes;
  readonly hash: Bytes;
}

/** A mesh while its frames are written. */
export interface AbcMesh {
  /** Positions, unit normals and velocities of a frame, three numbers each a vertex; velocities in all frames or in none. */
  addFrame(positions: Float32Array, normals: Float32Array, velocities?: Float32Array): void;
  close(metadata: MetadataTable): ClosedObject;
}

const SCHEMA = "schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1";

/** What is said of numbers that a renderer may look for, by where they are and what they mean. */
function describeParameter(scope: string, meaning: string, extent: number): string {
  return `arrayExtent=1;geoScope=${scope};interpretation=${meaning};isGeomParam=true;podExtent=${extent};podName=float32_t`;
}

/**
 * A polygon mesh of an archive [AbcGeom_PolyMesh_v1]. Faces go round clockwise, as Alembic has it; `uv`, two numbers a vertex, is given to the corners by the very
 * indices of the faces, which are one sample for both.
 */
export function createAbcMesh(file: OgawaFile, name: string, triangles: Uint32Array, uv: Float32Array): AbcMesh {
  const indices = clockwise(triangles);
  const bounds = createProperty(file, { name: ".selfBnds", kind: "scalar", numbers: "float64", extent: 6, metadata: "interpretation=box" });
  const vectors = (called: string, metadata: string) =>
    createProperty(file, { name: called, kind: "array", numbers: "float32", extent: 3, metadata });
  const places = vectors("P", "geoScope=vtx;interpretation=point");
  const directions = vectors("N", describeParameter("vtx", "normal", 3));
  let motion: AlembicProperty | undefined;

  return {
    addFrame(positions, normals, velocities) {
      places.add(bytesOf(positions));
      bounds.add(boundsOf(positions));
      directions.add(bytesOf(normals));
      if (velocities === undefined) return;
      motion ??= vectors(".velocities", "interpretation=vector");
      motion.add(bytesOf(velocities));
    },
    close(metadata) {
      const constant = (called: string, numbers: "int32" | "uint32", values: Uint32Array) => {
        const property = createProperty(file, { name: called, kind: "array", numbers, extent: 1 });
        property.add(bytesOf(values));
        return property.close(metadata);
      };
      const members = [
        bounds.close(metadata),
        places.close(metadata),
        constant(".faceIndices", "int32", indices),
        constant(".faceCounts", "int32", new Uint32Array(triangles.length / 3).fill(3)),
        directions.close(metadata),
      ];
      if (motion !== undefined) members.push(motion.close(metadata));
      if (uv.length > 0) {
        const text = describeParameter("fvr", "vector", 2);
        const values = createProperty(file, { name: ".vals", kind: "array", numbers: "float32", extent: 2, metadata: text });
        values.add(bytesOf(uv));
        members.push(closeCompound(file, "uv", [values.close(metadata), constant(".indices", "uint32", indices)], metadata, text));
      }
      const geometry = closeCompound(file, ".geom", members, metadata, SCHEMA);
      return closeObject(
        file,
        name,
        metadata.numberOf(`${SCHEMA};schemaObjTitle=AbcGeom_PolyMesh_v1:.geom`),
        addMembers(file, [geometry]),
        geometry.hash,
        [],
      );
    },
  };
}

/** The group of an object: its properties, its children, then what is said of these, with a hash of the properties and one of the children. */
export function closeObject(
  file: OgawaFile,
  name: string,
  metadata: number,
  properties: OgawaNode,
  hash: Bytes,
  children: readonly ClosedObject[],
): ClosedObject {
  const within = murmurHash(joinBytes(...children.map((child) => child.hash)));
  const told = file.addData(...children.map(({ header }) => header), hash, within);
  const text = packText(name);
  return {
    node: file.addGroup([properties, ...children.map(({ node }) => node), told]),
    header: joinBytes(packWords(text.length), text, Uint8Array.of(metadata)),
    hash: murmurHash(joinBytes(hash, within)),
  };
}

function clockwise(triangles: Uint32Array): Uint32Array {
  return triangles.map((_, k) => triangles[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1]);
}

/** The corners of the box around points, low and high, as six doubles. */
function boundsOf(positions: Float32Array): Bytes {
  const box = new Float64Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let k = 0; k < positions.length; k++) {
    const c = k % 3;
    if (positions[k] < box[c]) box[c] = positions[k];
    if (positions[k] > box[3 + c]) box[3 + c] = positions[k];
  }
  return new Uint8Array(box.buffer);
}
