import { createWriteStream, type WriteStream } from "node:fs";
import { access, constants, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { DrapeError, InputError } from "../core/errors.ts";
import { MAX_SCENE_LENGTH, parseJson } from "../input/json.ts";
import { createProgress, type Progress } from "./progress.ts";

/** Reads a file, its size checked before anything is allocated. */
export async function readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  let size: number;
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new InputError(path, "something that is not a file", "name a file");
    size = info.size;
  } catch (error) {
    if (error instanceof InputError) throw error;
    const missing = (error as { code?: string }).code === "ENOENT";
    throw new InputError(path, missing ? "no such file" : "a file that cannot be reached", "check the name and the folder");
  }
  if (size > maxBytes) throw new InputError(path, `${size} bytes`, `keep it below ${maxBytes} bytes`);
  try {
    return await readFile(path);
  } catch {
    throw new InputError(path, "a file that cannot be read", "check its permissions");
  }
}

export async function readScene(path: string): Promise<unknown> {
  return parseJson(new TextDecoder().decode(await readBytes(path, MAX_SCENE_LENGTH)), path);
}

/**
 * The files a command writes. Each is written beside its final name and renamed when whole, so an interrupted run leaves
 * nothing half-written under a final name.
 */
export interface OutputFiles {
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Has a file made under a name that it gets before its final one. */
  produce(path: string, make: (temporary: string) => Promise<void>): Promise<void>;
  /** A file that grows; it gets its name at `commit`. */
  open(path: string): Promise<TextStream>;
  /** Renames every open stream to its final name. */
  commit(): Promise<void>;
  /** Removes what is unfinished. */
  discard(): Promise<void>;
}

export interface TextStream {
  append(text: string): void;
}

/** Where a file goes: under `temporary` first, then renamed to `final`. */
export interface Target {
  readonly final: string;
  /** Absent for a device or pipe, which is written to and never replaced. */
  readonly temporary?: string;
}

/** What the name of an unfinished file ends in: the process' own number, so that two runs do not write one file. */
const OWN_MARK = `${process.pid}.part`;

export async function findTarget(path: string, mark: string = OWN_MARK): Promise<Target> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new InputError(path, "a folder", "name a file");
  if (found !== undefined && !found.isFile()) return { final: path };
  const final = found === undefined ? resolve(path) : await realpath(path); // a link stays one
  return { final, temporary: `${final}.${mark}` };
}

/**
 * Refuses, before any work is done, files that could not be written, one file for two purposes, and the scene itself where one is given.
 */
export async function checkOutputs(scenePath: string | undefined, outputs: ReadonlyMap<string, string | undefined>): Promise<void> {
  const taken = new Map<string, string>();
  if (scenePath !== undefined) taken.set(await realpath(scenePath), "the scene itself");
  for (const [flag, path] of outputs) {
    if (path === undefined) continue;
    const { final, temporary } = await findTarget(path);
    if (temporary === undefined) continue;
    const other = taken.get(final);
    if (other !== undefined) throw new InputError(flag, `${path}, ${other}`, "give each file its own name");
    taken.set(final, `also the file of ${flag}`);
    await access(dirname(final), constants.W_OK).catch((error) => {
      throw new InputError(path, errorCode(error), "name a folder that exists and can be written to");
    });
  }
}

interface OpenStream {
  readonly target: Target;
  readonly stream: WriteStream;
}

/** With a `mark` of its own, what a killed run left unfinished is written over by the next one. */
function createOutputFiles(mark?: string): OutputFiles {
  const streams = new Map<string, OpenStream>();
  const temporaries = new Set<string>();

  /** Gives a finished file its name. */
  async function finish({ final, temporary }: Target): Promise<void> {
    if (temporary === undefined) return;
    await rename(temporary, final);
    temporaries.delete(temporary);
  }

  async function produce(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
    const target = await findTarget(path, mark);
    if (target.temporary !== undefined) temporaries.add(target.temporary);
    try {
      await make(target.temporary ?? target.final);
      await finish(target);
    } catch (error) {
      throw error instanceof DrapeError ? error : cannotWrite(path, error);
    }
  }

  return {
    write: (path, content) => produce(path, (temporary) => writeFile(temporary, content)),
    produce,
    async open(path) {
      const target = await findTarget(path, mark);
      if (target.temporary !== undefined) temporaries.add(target.temporary);
      const stream = createWriteStream(target.temporary ?? target.final);
      stream.on("error", () => undefined); // commit tells of it
      streams.set(path, { target, stream });
      return { append: (text) => void stream.write(text) };
    },
    async commit() {
      for (const [path, { target, stream }] of streams) {
        stream.end();
        try {
          await finished(stream);
          await finish(target);
        } catch (error) {
          throw cannotWrite(path, stream.errored ?? error); // what broke a stream says more than that it is broken
        }
        streams.delete(path);
      }
    },
    async discard() {
      for (const { stream } of streams.values()) {
        if (stream.closed) continue;
        // a file still being opened must not appear after its removal
        await new Promise<void>((done) => stream.once("close", () => done()).destroy());
      }
      streams.clear();
      for (const temporary of temporaries) await rm(temporary, { force: true });
      temporaries.clear();
    },
  };
}

/** What a long command works with. */
export interface Job {
  readonly files: OutputFiles;
  readonly progress: Progress;
  /** True once someone asked the program to stop. */
  isInterrupted(): boolean;
}

/** What asks a program to stop: Ctrl-C, a supervisor, a terminal that is closed. */
const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does a long piece of work, and removes afterwards what it left unfinished. `mark` is that of `createOutputFiles`. */
export async function doJob(isQuiet: boolean, work: (job: Job) => Promise<number>, mark?: string): Promise<number> {
  const files = createOutputFiles(mark);
  const progress = createProgress(!isQuiet);
  let interrupted = false;
  const interrupt = (): void => {
    interrupted = true;
  };
  for (const signal of STOPS) process.once(signal, interrupt);
  try {
    return await work({ files, progress, isInterrupted: () => interrupted });
  } finally {
    progress.clear();
    await files.discard();
    // the thread that listens while a step takes long may tell of the same signal later, as Ctrl-C, which must not end what is ending
    if (!interrupted) for (const signal of STOPS) process.off(signal, interrupt);
  }
}

/** The input was fine; the disk was not: exit code 2. */
export function cannotWrite(path: string, error: unknown): DrapeError {
  return new DrapeError(`${path}: got ${errorCode(error)} while writing; check the disk's space and the folder's permissions`);
}

function errorCode(error: unknown): string {
  return (error as { code?: string }).code ?? "an error";
}
