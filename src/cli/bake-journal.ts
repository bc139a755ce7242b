import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { DrapeError, InputError } from "../core/errors.ts";
import { decodeData, encodeData } from "../output/data-file.ts";
import type { FrameStore } from "../output/frame-store.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { Snapshot } from "../sim/snapshot.ts";
import { lockBake } from "./bake-lock.ts";
import { cannotWrite, findTarget, type TextStream } from "./files.ts";

/**
 * What a bake keeps beside its file while it runs, so that it can be killed at any moment and go on later to the same bytes:
 *
 *     FILE.part      the frames so far, only ever appended to
 *     TABLE.part     the same for --metrics
 *     FILE.resume    a checkpoint: the state of the simulation, and how long the two were then; replaced as a whole
 *     FILE.new       the file itself while it is put together at the end
 *     FILE.lock      the number of the process that bakes: two cannot at once
 *
 * What was appended after the last checkpoint is cut off again when a bake goes on.
 */
export interface BakeJournal {
  readonly frames: FrameStore;
  /** Where the metrics go; absent without --metrics. */
  readonly metrics?: TextStream;
  /** Puts the simulation where the last checkpoint left it; false where there is none. */
  restore(simulation: Simulation): boolean;
  /** Makes a checkpoint where the last is long enough ago. */
  saveIfDue(simulation: Simulation): void;
  save(simulation: Simulation): void;
  /** The bake is done: gives the metrics their name and removes the rest. */
  finish(): Promise<void>;
  /** Leaves everything for a later run. */
  close(): void;
  /** Leaves nothing: of a run that has not begun. */
  discard(): Promise<void>;
}

/** What to do with an interrupted bake that is found. */
export type Continuation = "resume" | "fresh" | undefined;

interface Checkpoint {
  readonly bake: string;
  readonly steps: number;
  readonly frameBytes: number;
  readonly metricsBytes: number;
  readonly snapshot: Snapshot;
}

/** Checkpoints are at least so far apart [ms], and take at most this share of the time. */
const LEAST_INTERVAL = 250;
const MOST_SHARE = 0.05;

/** `bake` tells bakes of different scenes and settings apart. */
export async function openBakeJournal(
  out: string,
  metrics: string | undefined,
  bake: string,
  continuation: Continuation,
): Promise<BakeJournal> {
  const { final } = await findTarget(out);
  const table = metrics === undefined ? undefined : await findTarget(metrics);
  const resumePath = `${final}.resume`;
  const unlock = lockBake(final, out);
  const checkpoint = await findCheckpoint(out, resumePath, bake, continuation).catch((error) => {
    unlock();
    throw error;
  });
  const frames = openGrowing(`${final}.part`, checkpoint?.frameBytes ?? 0, out);
  // a device or a pipe cannot be cut back: it gets the rows that this run makes
  const rows =
    table?.temporary === undefined
      ? table && openDevice(table.final)
      : openGrowing(`${table.final}.part`, checkpoint?.metricsBytes ?? 0, metrics ?? "");
  let saved = performance.now();
  let cost = 0;

  function save(simulation: Simulation): void {
    const started = performance.now();
    frames.flush();
    rows?.flush();
    const state: Checkpoint = {
      bake,
      steps: simulation.steps,
      frameBytes: frames.length,
      metricsBytes: rows?.length ?? 0,
      snapshot: simulation.snapshot(),
    };
    try {
      const fd = openSync(`${resumePath}.new`, "w");
      writeAll(fd, encodeData(state), 0);
      fsyncSync(fd);
      closeSync(fd);
      renameSync(`${resumePath}.new`, resumePath);
    } catch (error) {
      throw cannotWrite(resumePath, error);
    }
    saved = performance.now();
    cost = saved - started;
  }

  function closeFiles(): void {
    frames.close();
    rows?.close();
  }

  return {
    frames,
    ...(rows === undefined ? {} : { metrics: { append: (text) => rows.append(new TextEncoder().encode(text)) } }),
    restore(simulation) {
      if (checkpoint === undefined) return false;
      try {
        simulation.restore(checkpoint.snapshot);
      } catch (error) {
        if (error instanceof DrapeError) throw error;
        throw damaged(resumePath);
      }
      return true;
    },
    save,
    saveIfDue(simulation) {
      if (performance.now() - saved > Math.max(LEAST_INTERVAL, cost / MOST_SHARE)) save(simulation);
    },
    async finish() {
      rows?.flush();
      closeFiles();
      // the checkpoint goes first: it needs the rest, and without it the rest is nothing
      for (const path of [resumePath, `${resumePath}.new`, `${final}.part`]) await rm(path, { force: true });
      if (table?.temporary !== undefined) await rename(`${table.final}.part`, table.final);
      unlock();
    },
    close() {
      closeFiles();
      unlock();
    },
    async discard() {
      closeFiles();
      await rm(`${final}.part`, { force: true });
      if (table?.temporary !== undefined) await rm(`${table.final}.part`, { force: true });
      unlock();
    },
  };
}

async function findCheckpoint(out: string, path: string, bake: string, continuation: Continuation): Promise<Checkpoint | undefined> {
  if (continuation === "fresh") {
    await rm(path, { force: true });
    return undefined;
  }
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new InputError(path, error.code ?? "an error", "check its permissions, or name another file");
  });
  if (bytes === undefined) return undefined;
  if (continuation === undefined) {
    const advice = "add --resume to go on with it, or --fresh to start over";
    throw new InputError("--out", `${out}, where an interrupted bake waits`, advice);
  }
  const found = readCheckpoint(bytes, path);
  if (found.bake === bake) return found;
  const advice = "name another file, or give --fresh in place of --resume to start over";
  throw new InputError("--resume", `an interrupted bake of another scene, or with other settings`, advice);
}

function readCheckpoint(bytes: Uint8Array, path: string): Checkpoint {
  const data = decodeData(bytes, path) as Partial<Checkpoint> | null;
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  const counts = [data?.steps, data?.frameBytes, data?.metricsBytes];
  const isWhole = typeof data?.bake === "string" && counts.every(isCount) && typeof data.snapshot === "object";
  if (!isWhole || data.snapshot === null) throw damaged(path);
  return data as Checkpoint;
}

function damaged(path: string): InputError {
  return new InputError(path, "a damaged checkpoint", "give --fresh in place of --resume to start over");
}

/** A file that is appended to, from a length on to which it is cut first. */
interface GrowingFile extends FrameStore {
  /** What was appended is on the disk from here on. */
  flush(): void;
  close(): void;
}

function openGrowing(path: string, length: number, shown: string): GrowingFile {
  let at = length;
  let fd: number;
  try {
    fd = openSync(path, length > 0 ? "r+" : "w+");
    if (fstatSync(fd).size < length) throw damaged(path);
    ftruncateSync(fd, length);
  } catch (error) {
    throw error instanceof DrapeError ? error : cannotWrite(shown, error);
  }
  return {
    get length() {
      return at;
    },
    append(bytes) {
      try {
        writeAll(fd, bytes, at);
      } catch (error) {
        throw cannotWrite(shown, error);
      }
      at += bytes.length;
    },
    read(from, out) {
      for (let done = 0; done < out.length; ) {
        const count = readSync(fd, out, done, out.length - done, from + done);
        if (count === 0) throw damaged(path);
        done += count;
      }
    },
    flush: () => fsyncSync(fd),
    close: () => closeSync(fd),
  };
}

function openDevice(path: string): GrowingFile {
  const fd = openSync(path, "w");
  return {
    length: 0,
    append: (bytes) => writeAll(fd, bytes, null),
    read() {},
    flush() {},
    close: () => closeSync(fd),
  };
}

function writeAll(fd: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
