import { canShareMemory, nodeModule } from "../core/node-module.ts";
import type { Team } from "./module.ts";

/** Where a memory says of each thread whether it has been called and not gone home yet: a word each (src/kernels/assembly/shared/team.ts has those before). */
const CALLED = 1344;
/** More than these find no words there, and no work. */
const MOST_THREADS = 32;

/** Threads that have been released from all memories wait so long for another [ms], and go. */
const LEAVE_AFTER = 300;

/**
 * What a thread runs. It is told of memories, { id, own, module, memory }, called to one of them, id, told to forget one, { id }, or to leave, 0; it
 * finishes first what it is at. The weight makes V8 collect what was forgotten (memory.ts).
 */
const SCRIPT = `
const port = typeof require === "function" ? require("node:worker_threads").parentPort : self;
const memories = new Map();
port.onmessage = ({ data }) => {
  if (!data) return port.close();
  if (typeof data === "number") return memories.get(data)?.();
  const { id, own, module, memory } = data;
  if (!memory) return memories.delete(id);
  const { work } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const called = new Int32Array(memory.buffer, ${CALLED});
  const weight = new WebAssembly.Memory({ initial: memory.buffer.byteLength / 65536 });
  memories.set(id, () => (work(), Atomics.store(called, own, 0), weight));
};
`;

interface Thread {
  postMessage(message: unknown): void;
}

/** What is used of Node's worker_threads. */
interface NodeThreads {
  readonly Worker: new (
    script: string,
    options: { eval: true; execArgv: string[] },
  ) => Thread & { unref(): void; on(event: "error", listener: () => void): void };
}

const teams = new Map<number, Team>();

/** A team of so many threads, the caller's included; undefined where memory cannot be shared or threads are not to be had. The same for everybody. */
export function createTeam(threads: number): Team | undefined {
  const count = Math.min(threads, MOST_THREADS);
  if (count < 2) return undefined;
  if (!canShareMemory()) return undefined;
  const team = teams.get(count) ?? gather(count);
  if (team !== undefined) teams.set(count, team);
  return team;
}

/** How many threads run at the same time here. */
export function countCores(): number {
  const os = nodeModule("node:os") as { availableParallelism?(): number } | undefined;
  return os?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 1;
}

/** Threads start at once, leave when they have been released from all memories, and start again for the next. */
function gather(threads: number): Team | undefined {
  let helpers = startThreads(threads - 1);
  if (helpers.length === 0) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = 1; // 0 is to leave
  const present = new Set<number>();
  const collected = new FinalizationRegistry<number>(release);

  function tellAll(message: unknown): void {
    for (const helper of helpers) helper.postMessage(message);
  }

  function release(id: number): void {
    present.delete(id);
    tellAll({ id });
    rest();
  }

  /** The process may end before they leave. */
  function rest(): void {
    clearTimeout(timer);
    timer = setTimeout(leave, LEAVE_AFTER);
    (timer as { unref?(): void }).unref?.();
  }

  function leave(): void {
    if (present.size > 0) return;
    tellAll(0);
    helpers = [];
  }

  rest(); // they may not be needed at all
  return {
    threads,
    mayWait: !("document" in globalThis),
    join(module, memory) {
      if (helpers.length === 0) helpers = startThreads(threads - 1);
      const id = told++;
      present.add(id);
      const { buffer } = memory as WebAssembly.Memory;
      const called = new Int32Array(buffer, CALLED);
      for (let own = 0; own < helpers.length; own++) helpers[own].postMessage({ id, own, module, memory });
      const call = (): void => {
        for (let own = 0; own < helpers.length; own++) {
          if (Atomics.exchange(called, own, 1) === 0) helpers[own].postMessage(id);
        }
      };
      collected.register(buffer, id); // every array in it holds on to its buffer
      return { call, release: release.bind(undefined, id) }; // bound, for a closure would hold on to what `call` does
    },
  };
}

function startThreads(count: number): readonly Thread[] {
  try {
    return Array.from({ length: count }, startThread);
  } catch {
    return []; // a page may forbid them: the caller does everything himself
  }
}

/** Of the script, on a page. */
let address: string | undefined;

function startThread(): Thread {
  const node = nodeThreads();
  if (node !== undefined) {
    const worker = new node.Worker(SCRIPT, { eval: true, execArgv: [] });
    worker.unref(); // the process may end without it
    worker.on("error", () => {}); // the caller does without
    return worker;
  }
  address ??= URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
  return new Worker(address);
}

function nodeThreads(): NodeThreads | undefined {
  return nodeModule("node:worker_threads") as NodeThreads | undefined;
}
