import { Document, Logger, WebIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import draco3d from "draco3dgltf";
import { MeshoptDecoder, MeshoptEncoder } from "meshoptimizer";
import type { DracoModule } from "../../src/input/draco-mesh.ts";
import type { MeshoptModule } from "../../src/input/mesh-decoders.ts";
import { createGrid } from "../../src/mesh/grid.ts";

/** A wavy sheet with texture coordinates and colours. */
export function waves(side: number): { positions: Float32Array; triangles: Uint32Array; uv: Float32Array; colours: Float32Array } {
  const { positions, triangles } = createGrid({ columns: side, rows: side, width: 1, height: 1 });
  const waved = Float32Array.from(positions, (value, n) => (n % 3 === 2 ? 0.1 * Math.sin(9 * positions[n - 2]) : value));
  const uv = Float32Array.from({ length: 2 * side * side }, (_, n) => waved[3 * (n >> 1) + (n % 2)]);
  const colours = Float32Array.from({ length: 3 * side * side }, (_, n) => (n % 7) / 6);
  return { positions: waved, triangles, uv, colours };
}

export async function loadDecoders(): Promise<{ draco: DracoModule; meshopt: MeshoptModule }> {
  await MeshoptDecoder.ready;
  return { draco: await draco3d.createDecoderModule(), meshopt: MeshoptDecoder };
}

/** The sheet as a GLB file that another program has compressed. */
export async function makeCompressed(
  kind: "draco" | "sequential draco" | "meshopt" | "filtered meshopt" | "plain",
  side = 12,
): Promise<Uint8Array> {
  const { positions, triangles, uv, colours } = waves(side);
  await MeshoptEncoder.ready;
  const io = new WebIO()
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
    .registerDependencies({ "draco3d.encoder": await draco3d.createEncoderModule(), "meshopt.encoder": MeshoptEncoder })
    .setLogger(new Logger(Logger.Verbosity.SILENT));
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: "VEC2" | "VEC3" | "SCALAR", array: Float32Array | Uint32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", accessor("VEC3", positions))
    .setAttribute("TEXCOORD_0", accessor("VEC2", uv))
    .setAttribute("COLOR_0", accessor("VEC3", colours))
    .setIndices(accessor("SCALAR", triangles));
  const node = document.createNode("sheet").setMesh(document.createMesh("waves").addPrimitive(primitive));
  document.createScene().addChild(node);
  if (kind.endsWith("draco")) {
    const { EDGEBREAKER, SEQUENTIAL } = KHRDracoMeshCompression.EncoderMethod;
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({
        method: kind === "draco" ? EDGEBREAKER : SEQUENTIAL,
        quantizationBits: { POSITION: 14, TEXCOORD_0: 12, COLOR_0: 8 },
      });
  } else if (kind.endsWith("meshopt")) {
    const { QUANTIZE, FILTER } = EXTMeshoptCompression.EncoderMethod;
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: kind === "meshopt" ? QUANTIZE : FILTER });
  }
  return io.writeBinary(document);
}
