import { WRITERS, type WriterInfo } from "drape/files";

const OBJ = WRITERS.find(({ name }) => name === "obj") as WriterInfo;

/** A page saves one file: the meshes that the command line numbers come in an archive. */
export const OBJ_SEQUENCE: WriterInfo = {
  ...OBJ,
  name: "obj-sequence",
  ending: ".zip",
  mediaType: "application/zip",
  holds: "frames",
  title: "Wavefront OBJ, a file a frame",
  summary: "the mesh of every frame in full precision, in an archive",
};

/** What the studio saves a run as. It encodes videos as WebM; the others need ffmpeg. */
export const OFFERED: readonly WriterInfo[] = WRITERS.flatMap((writer) =>
  writer === OBJ ? [writer, OBJ_SEQUENCE] : writer.name === "mp4" ? [] : [writer],
);
