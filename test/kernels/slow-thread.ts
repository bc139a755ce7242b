/**
 * Has the kernels wait for a thread that is slow, until the caller sleeps, and writes as JSON what they waited for in vain.
 *
 *     node --import ./scripts/typescript.mjs test/kernels/slow-thread.ts
 */
import { Worker } from "node:worker_threads";
import { instantiate, type Kernels } from "../../src/kernels/kernels.ts";
import * as block from "../../src/kernels/layout/block-words.ts";
import { COMPUTE_ARRAY_LARGEST, SWEEP_STRIPS } from "../../src/kernels/layout/job-ids.ts";
import { LARGEST_A, LARGEST_PARTS, RANGES } from "../../src/kernels/layout/job-words.ts";
import { DONE, MAY_WAIT, SLEEPERS, TICKET } from "../../src/kernels/layout/team-words.ts";
import { createKernelMemory, type KernelMemory } from "../../src/kernels/memory.ts";
import type { KernelModule } from "../../src/kernels/module.ts";
import { type KernelChoice, loadModule } from "../../src/kernels/shared-kernels.ts";

/** So many numbers take a thread some milliseconds: enough for another to come. */
const MANY = 1e6;

/** What the thread is told: to take a chunk of a job, or a word to add 1 to. Then it has taken it, and then done it. */
const ORDER = 0;
const TAKEN = 1;
const FINISHED = 2;
const TAKE_CHUNK = 1;

/** The thread is done when somebody has slept for it, twice; it waits for that no longer than a second. */
const SCRIPT = `
const { orders, words } = require("node:worker_threads").workerData;
const hasChunk = (ticket) => (ticket & 255) < ((ticket >> 8) & 255);
function takeChunk() {
  while (!hasChunk(Atomics.load(words, ${TICKET / 4})));
  return hasChunk(Atomics.add(words, ${TICKET / 4}, 1)) || takeChunk();
}
for (;;) {
  Atomics.wait(orders, ${ORDER}, 0);
  const order = Atomics.exchange(orders, ${ORDER}, 0);
  if (order === ${TAKE_CHUNK}) takeChunk();
  Atomics.store(orders, ${TAKEN}, 1);
  for (let n = 0; n < 100 && Atomics.load(words, ${SLEEPERS / 4}) === 0; n++) Atomics.wait(orders, ${TAKEN}, 1, 10);
  Atomics.wait(orders, ${TAKEN}, 1, 10);
  Atomics.store(orders, ${FINISHED}, 1);
  const word = order === ${TAKE_CHUNK} ? ${DONE / 4} : order;
  Atomics.add(words, word, 1);
  Atomics.notify(words, word);
}
`;

/** Whether what the thread was told to do was done when `run` came back; that is run again as long as the thread has come too late. */
async function isAwaited(memory: KernelMemory, order: number, run: () => void): Promise<boolean> {
  const orders = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(SCRIPT, { eval: true, execArgv: [], workerData: { orders, words: new Int32Array(memory.memory.buffer) } });
  await new Promise((resume) => worker.once("online", resume));
  Atomics.store(orders, ORDER, order);
  Atomics.notify(orders, ORDER);
  do run();
  while (Atomics.load(orders, TAKEN) === 0);
  const isDone = Atomics.load(orders, FINISHED) === 1;
  await worker.terminate();
  return isDone;
}

/** A job of two chunks, of which the thread takes one. */
function awaitChunk(kernels: Kernels, memory: KernelMemory): Promise<boolean> {
  const args = memory.words(16);
  const ranges = memory.words(4);
  ranges.set([0, MANY, 0, MANY]);
  args[RANGES] = ranges.byteOffset;
  args[LARGEST_A] = memory.doubles(MANY).byteOffset;
  args[LARGEST_PARTS] = memory.doubles(2).byteOffset;
  return isAwaited(memory, TAKE_CHUNK, () => kernels.run(COMPUTE_ARRAY_LARGEST, args.byteOffset, 2));
}

/** The second of two strips without rows, where the thread has the first. */
function awaitStrip(kernels: Kernels, memory: KernelMemory): Promise<boolean> {
  const system = memory.words(block.BLOCK_WORDS);
  const lists = memory.words(16); // 0 but for what follows
  const nearStart = memory.words(3);
  nearStart.set([0, 1, 3]);
  const near = memory.words(3);
  near.set([0, 0, 1]);
  const tasks = memory.words(1);
  tasks[0] = 1;
  const progress = memory.words(3);
  for (const word of [block.RANGES, block.ROW_START, block.STRIP_RANGES]) system[word] = lists.byteOffset;
  system[block.TASKS] = tasks.byteOffset;
  system[block.TASK_COUNT] = 1;
  system[block.SWEEPS] = 1;
  system[block.NEAR_START] = nearStart.byteOffset;
  system[block.NEAR] = near.byteOffset;
  system[block.PROGRESS] = progress.byteOffset;
  system[block.NEXT_TASK] = progress.byteOffset + 8;
  return isAwaited(memory, progress.byteOffset / 4, () => kernels.run(SWEEP_STRIPS, system.byteOffset, 1));
}

async function setUp(which: KernelChoice): Promise<[Kernels, KernelMemory]> {
  const module = (await loadModule(2, which)) as KernelModule;
  const memory = createKernelMemory(8 * MANY + 8192, module);
  new Int32Array(memory.memory.buffer)[MAY_WAIT / 4] = 1;
  return [instantiate(module, memory) as Kernels, memory];
}

const missed: string[] = [];
for (const which of ["springs", "blocks", "linear"] as const) {
  if (!(await awaitChunk(...(await setUp(which))))) missed.push(`a chunk, of ${which}`);
}
if (!(await awaitStrip(...(await setUp("blocks"))))) missed.push("a strip");
console.log(JSON.stringify(missed));
process.exit();
