import { MAX_MESH_BYTES } from "drape/files";

/** A file that was opened, dropped, or is in an archive, by its path as seen from there. */
export interface NamedFile {
  readonly path: string;
  /** All its bytes; `onProgress` is told which part is read. */
  read(onProgress?: (fraction: number) => void): Promise<Uint8Array<ArrayBuffer>>;
  /** Its first bytes, this many or somewhat more, fewer only where it has no more. */
  head(length: number): Promise<Uint8Array>;
}

/** What a page has of a file, and can send to a worker. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

export function namedFile({ path, file }: PickedFile): NamedFile {
  return {
    path,
    async read(onProgress = () => {}) {
      checkSize(path, file.size);
      const bytes = new Uint8Array(file.size);
      const reader = file.stream().getReader();
      for (let at = 0; ; onProgress(at / file.size)) {
        const { done, value } = await reader.read();
        if (done) return bytes;
        bytes.set(value, at);
        at += value.length;
      }
    },
    head: async (length) => new Uint8Array(await file.slice(0, length).arrayBuffer()),
  };
}

export function checkSize(path: string, size: number): void {
  if (size > MAX_MESH_BYTES) throw new Error(`${path}: got ${size} bytes; choose a file of at most ${MAX_MESH_BYTES} bytes.`);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path, with its stroke at the end. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The file at a path. One that was dropped without its folders is found by its name alone; accents may be written either way. */
export function findFile(files: readonly NamedFile[], path: string): NamedFile | undefined {
  const wanted = path.normalize();
  const found = files.find((file) => file.path.normalize() === wanted);
  if (found !== undefined) return found;
  const loose = files.filter((file) => file.path.normalize() === baseName(wanted));
  return loose.length === 1 ? loose[0] : undefined;
}
