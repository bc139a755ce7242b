import type { Team } from "./module.ts";

/** Where a memory says of each thread whether it has been called and not gone home yet: a word each (src/kernels/assembly/shared/team.ts has those before). */
const CALLED = 1344;
/** More than these find no words there, and no work. */
const MOST_THREADS = 32;

/** Threads that have been released from all memories wait so long for another [ms], and go. */
const LEAVE_AFTER = 300;

/**
 * What a thread runs. It is told of memories, { id, module, memory }, called to one of them, id, told to forget one, { gone }, or to leave, null; it finishes
 * first what it is at. The weight makes V8 collect what was forgotten (memory.ts).
 */
const SCRIPT = `
const port = typeof require === "function" ? require("node:worker_threads").parentPort : self;
const memories = new Map();
let own = 0;
port.onmessage = ({ data }) => {
  if (typeof data === "number") {
    const memory = memories.get(data);
    if (memory === undefined) return;
    memory.work();
    Atomics.store(memory.called, own, 0);
  } else if (data === null) port.close();
  else if (data.gone !== undefined) memories.delete(data.gone);
  else {
    own = data.own;
    const { work } = new WebAssembly.Instance(data.module, { env: { memory: data.memory } }).exports;
    const { buffer } = data.memory;
    const pages = buffer.byteLength / 65536;
    const weight = new WebAssembly.Memory({ initial: pages, maximum: pages });
    memories.set(data.id, { work, called: new Int32Array(buffer, ${CALLED}), weight });
  }
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
  if (count < 2 || !canShare()) return undefined;
  const known = teams.get(count);
  if (known !== undefined) return known;
  try {
    const team = gather(count);
    teams.set(count, team);
    return team;
  } catch {
    return undefined; // a page may forbid them
  }
}

/** How many threads run at the same time here. */
export function countCores(): number {
  const os = builtin("node:os") as { availableParallelism?(): number } | undefined;
  return os?.availableParallelism?.() ?? globalThis.navigator?.hardwareConcurrency ?? 1;
}

/** Threads start at once, leave when they have been released from all memories, and start again for the next. */
function gather(threads: number): Team {
  let helpers = startThreads(threads - 1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = 0;
  const present = new Set<number>();
  const collected = new FinalizationRegistry<number>(release);

  function release(id: number): void {
    if (!present.delete(id)) return;
    for (const helper of helpers) helper.postMessage({ gone: id });
    rest();
  }

  function rest(): void {
    clearTimeout(timer);
    timer = setTimeout(leave, LEAVE_AFTER);
    (timer as { unref?(): void }).unref?.(); // the process may end before
  }

  function leave(): void {
    if (present.size > 0) return;
    for (const helper of helpers) helper.postMessage(null);
    helpers = [];
  }

  rest(); // they may not be needed at all
  return {
    threads,
    mayWait: !("document" in globalThis),
    join(module, memory) {
      if (helpers.length === 0) helpers = restart(threads - 1);
      const id = told++;
      present.add(id);
      const { buffer } = memory as WebAssembly.Memory;
      const called = new Int32Array(buffer, CALLED);
      helpers.forEach((helper, own) => {
        helper.postMessage({ id, own, module, memory });
      });
      const call = (): void => {
        for (let k = 0; k < helpers.length; k++) {
          if (Atomics.exchange(called, k, 1) === 0) helpers[k].postMessage(id);
        }
      };
      collected.register(buffer, id); // every array in it holds on to its buffer
      return { call, release: release.bind(undefined, id) }; // bound, for a closure would hold on to what `call` does
    },
  };
}

/** Where there are no more to be had, the caller does everything himself. */
function restart(count: number): readonly Thread[] {
  try {
    return startThreads(count);
  } catch {
    return [];
  }
}

function startThreads(count: number): readonly Thread[] {
  return Array.from({ length: count }, startThread);
}

/** Shared memory is there in Node, and on pages that are isolated from others'. */
function canShare(): boolean {
  return typeof SharedArrayBuffer !== "undefined" && (isNode() || globalThis.crossOriginIsolated === true);
}

/** Of the script, on a page. */
let address: string | undefined;

function startThread(): Thread {
  if (isNode()) {
    const { Worker } = builtin("node:worker_threads") as NodeThreads;
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [] });
    worker.unref(); // the process may end without it
    worker.on("error", () => {}); // the caller does without
    return worker;
  }
  address ??= URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
  return new Worker(address);
}

function isNode(): boolean {
  return builtin("node:worker_threads") !== undefined;
}

/** A module of Node's, without an import that bundlers would look for. */
function builtin(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.(name);
}
