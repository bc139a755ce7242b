import { createWriteStream, type WriteStream } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InputError } from "../core/errors.ts";
import { MAX_SCENE_LENGTH, parseJson } from "../scene/json.ts";

/** The largest mesh file that is read [bytes]. */
const MAX_MESH_BYTES = 256_000_000;

/** Reads a text file, its size checked before anything is allocated. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  let size: number;
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new InputError(path, "something that is not a file", "name a file");
    size = info.size;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(path, "no such file", "check the name and the folder");
  }
  if (size > maxBytes) throw new InputError(path, `${size} bytes`, `keep it below ${maxBytes} bytes`);
  try {
    return await readFile(path, "utf8");
  } catch {
    throw new InputError(path, "a file that cannot be read", "check its permissions");
  }
}

export async function readScene(path: string): Promise<unknown> {
  return parseJson(await readText(path, MAX_SCENE_LENGTH), path);
}

/** Loads the meshes that a scene names, from the scene's own folder. */
export function meshLoaderBeside(scenePath: string): (name: string) => Promise<string> {
  return (name) => readText(join(dirname(scenePath), name), MAX_MESH_BYTES);
}

/**
 * The files a command writes. Each is written beside its final name and renamed when whole, so an interrupted run leaves
 * nothing half-written under a final name.
 */
export interface OutputFiles {
  write(path: string, text: string): Promise<void>;
  /** A file that grows; it gets its name at `commit`. */
  open(path: string): TextStream;
  /** Renames every open stream to its final name. */
  commit(): Promise<void>;
  /** Removes what is unfinished. */
  discard(): Promise<void>;
}

export interface TextStream {
  append(text: string): void;
}

export function createOutputFiles(): OutputFiles {
  const streams = new Map<string, { temporary: string; stream: WriteStream; failure: Error | undefined }>();
  const temporaries = new Set<string>();
  const temporaryName = (path: string): string => `${path}.${process.pid}.part`;
  return {
    async write(path, text) {
      const temporary = temporaryName(path);
      temporaries.add(temporary);
      try {
        await writeFile(temporary, text);
        await rename(temporary, path);
      } catch (error) {
        throw cannotWrite(path, error);
      }
      temporaries.delete(temporary);
    },
    open(path) {
      const temporary = temporaryName(path);
      temporaries.add(temporary);
      const entry = { temporary, stream: createWriteStream(temporary), failure: undefined as Error | undefined };
      entry.stream.on("error", (error) => {
        entry.failure = error;
      });
      streams.set(path, entry);
      return { append: (text) => void entry.stream.write(text) };
    },
    async commit() {
      for (const [path, entry] of streams) {
        await new Promise<void>((resolve) => {
          if (entry.failure !== undefined) resolve();
          else entry.stream.end(() => resolve()).on("error", () => resolve());
        });
        if (entry.failure !== undefined) throw cannotWrite(path, entry.failure);
        await rename(entry.temporary, path).catch((error) => {
          throw cannotWrite(path, error);
        });
        temporaries.delete(entry.temporary);
        streams.delete(path);
      }
    },
    async discard() {
      for (const { stream } of streams.values()) stream.destroy();
      for (const temporary of temporaries) await rm(temporary, { force: true });
    },
  };
}

function cannotWrite(path: string, error: unknown): InputError {
  const code = (error as { code?: string }).code ?? "an error";
  return new InputError(path, `${code} while writing`, "check that the folder exists and can be written to");
}
