/** `drape/files`: mesh files in, recordings out, without a file system: text and bytes come from and go to the caller. */
export { arrangeCloth } from "./input/arrange-cloth.ts";
export { arrangeMesh, type MeshArrangement, UNITS } from "./input/arrange-mesh.ts";
export type { DracoModule } from "./input/draco-mesh.ts";
export { type FilesBeside, listFilesBeside, loadFilesBeside } from "./input/files-beside.ts";
export { parseJson } from "./input/json.ts";
export { MAX_MESH_BYTES } from "./input/limits.ts";
export { type DecoderSources, fetchDecoders, type MeshDecoders, type MeshoptModule } from "./input/mesh-decoders.ts";
export { findMeshFormat, type MeshFormat } from "./input/mesh-format.ts";
export { createMeshMotion, findAnimation, type PlaceAt } from "./input/mesh-motion.ts";
export { packGltf } from "./input/pack-gltf.ts";
export { type ReadOptions, type ReadProgress, readMeshFile } from "./input/read-mesh-file.ts";
export {
  findGroup,
  groupNames,
  type MeshFile,
  type MeshPiece,
  type MeshSkin,
  type VertexNumbers,
  type WeldedCorners,
} from "./mesh/mesh-file.ts";
export { type BakePlan, DEFAULT_FPS, type FrameChoice, planBake } from "./output/bake-plan.ts";
export { type BakedBody, listBodies } from "./output/baked-bodies.ts";
export type { FileChunk } from "./output/file-chunk.ts";
export type { FileSpace } from "./output/file-space.ts";
export { createFrameSampler, type FrameSampler, type SampledFrame } from "./output/frame-sampler.ts";
export { numberedName } from "./output/numbered-name.ts";
export { formatObjFile, type ObjFileOptions } from "./output/obj-file.ts";
export { createRecording, type Precision, type RecordedFrame, type Recording, type RecordingOptions } from "./output/recording.ts";
export { checkWritable, estimateBytes, formatRecording, type RecordingFileOptions, WRITERS, type WriterInfo } from "./output/writers.ts";
export { createZipFile, type ZipFile } from "./output/zip-file.ts";
