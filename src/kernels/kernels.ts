import { UnsupportedError } from "../core/errors.ts";
import { joinStreams } from "./code-streams.ts";
import { MAY_WAIT } from "./layout/team-words.ts";
import type { KernelMemory } from "./memory.ts";
import type { KernelModule } from "./module.ts";

/**
 * What src/kernels/assembly exports. Arguments are counts and byte offsets into the memory; numbers go in and out through it too, for a
 * number handed to another function may be allocated. `n` counts particles, vectors are (x, y, z, 0) in single precision.
 */
export interface Kernels {
  /** Runs a job of job-ids with the arguments that stand at `args`, shared out in so many chunks. */
  run(job: number, args: number, chunks: number): void;
  /** Result = the sums of `count` numbers, or the largest of one, that chunks have left at `from`. */
  sumChunks(chunks: number, count: number, from: number, results: number): void;
  maximiseChunks(chunks: number, from: number, result: number): void;
  addOwnRows(first: number, last: number, to: number, y: number): void;
  /** The trunk's part of triangular solves, over the supernodes whose descriptors stand from `first` up to `end`; `job` as src/kernels/assembly/linear/supernodal-solve.ts has it. */
  solveTrunkForward(first: number, end: number, job: number): void;
  solveTrunkBackward(first: number, end: number, job: number): void;
  /** Conjugate gradients over what src/kernels/layout/block-words.ts lists. */
  solveBlocks(n: number, system: number, chunks: number): void;
  /** So many sliders, as src/kernels/blocks/block-sliders.ts names their arrays. Small pages have none. */
  constrainRows?(args: number, count: number): void;
  moveSliders?(args: number, moves: number, count: number): void;
  /** Solves for the moves of coarse hats, which src/kernels/layout/hat-words.ts describes; false where their matrix is not positive definite. */
  solveHats?(words: number): number;
  factorPanel(panel: number, width: number, rows: number, scratch: number): number;
  subtractOuterProduct(b: number, width: number, rows: number, update: number, scratch: number): void;
  /** Undefined where those kernels are left out that small pages have no use for (src/kernels/assembly/springs.ts, blocks.ts and linear.ts). */
  readonly isWhole?: object;
}

const loaded = new Map<string, Promise<KernelModule | undefined>>();

/** A module from its text, for one thread, compiled once; undefined where WebAssembly or its SIMD is missing, or a page forbids it. `before` as `compileBinary` takes it. */
export function loadBinary(text: string, before?: string): Promise<KernelModule | undefined> {
  const module = loaded.get(text) ?? compileBinary(text, false, before);
  loaded.set(text, module);
  return module;
}

/** "memory" as an import: a memory, with limits, that is shared. */
const SHARED_MEMORY = [6, 109, 101, 109, 111, 114, 121, 2, 3];

/** Makes the memory that a module imports one of its own: the code is the same, and takes all chunks itself. */
function ownMemory(bytes: Uint8Array): void {
  const at = bytes.findIndex((_, k) => SHARED_MEMORY.every((byte, n) => bytes[k + n] === byte));
  if (at >= 0) bytes[at + SHARED_MEMORY.length - 1] = 1;
}

/** The streams in a text. Where they were deflated behind others they refer to them: those go first, as a block that is stored. */
async function inflate(text: string, before: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // not by the stream of a Blob: that detaches buffers, and from the first one on the V8 of Node 20 asks at every access to any array whether it is still there
  const { writable, readable } = new DecompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const length = [before.length & 255, before.length >> 8];
  writer.write(Uint8Array.of(0, ...length, ...length.map((byte) => 255 - byte)));
  writer.write(before);
  writer.write(deflated);
  writer.close();
  return new Uint8Array(await new Response(readable).arrayBuffer()).subarray(before.length);
}

/** A module from its text, with a memory that threads share or one of its own; `before` is the text of the binary that it was deflated behind. */
export async function compileBinary(text: string, isShared: boolean, before?: string): Promise<KernelModule | undefined> {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") return undefined;
  const nothing = new Uint8Array(0);
  const bytes = joinStreams(await inflate(text, before === undefined ? nothing : await inflate(before, nothing)));
  if (!isShared) ownMemory(bytes);
  if (!WebAssembly.validate(bytes)) return undefined;
  return WebAssembly.compile(bytes).then(
    (module) => ({ module }),
    () => undefined,
  );
}

/** Throws an UnsupportedError where the module does not have what is needed: those of `drape/core` have some kernels each. */
export function instantiateKernels(module: KernelModule, memory: KernelMemory, needed: NeededKernel): Kernels {
  const kernels = instantiate({ module: binaryWith(needed, module) }, memory) as Kernels;
  if (needed in kernels) return kernels;
  const right = needed === "solveBlocks" ? "loadBlockKernels" : "loadLinearKernels";
  throw new UnsupportedError(`these kernels are not those of the method: ${right}() has them`);
}

/** The kernels with blocks have the one, those of linear models the other. */
type NeededKernel = "solveBlocks" | "factorPanel";

function binaryWith(needed: NeededKernel, { module, linear = module }: KernelModule): object {
  return needed === "factorPanel" ? linear : module;
}

/** What a module exports, over this memory. */
export function instantiate({ module }: KernelModule, { memory }: KernelMemory): object {
  const imports = { env: { memory: memory as WebAssembly.Memory } };
  return new WebAssembly.Instance(module as WebAssembly.Module, imports).exports;
}

/** Tells the team, if there is one, of a memory. The function that comes back calls it there: to be used before a few jobs. */
export function joinTeam(module: KernelModule, { memory }: KernelMemory, needed: NeededKernel): () => void {
  const { team, releases } = module;
  if (team === undefined) return callNobody;
  new Int32Array(memory.buffer)[MAY_WAIT / 4] = team.mayWait ? 1 : 0;
  const { call, release } = team.join(binaryWith(needed, module), memory);
  releases?.push(release);
  return call;
}

function callNobody(): void {}
