import type { Team } from "./module.ts";

/** Where a memory says of each thread whether it has been called and not gone home yet: a word each (src/kernels/assembly/shared/team.ts has those before). */
const CALLED = 1344;
/** More than these find no words there, and no work. */
const MOST_THREADS = 32;

/** What a thread runs. It is told of memories, { id, module, memory }, called to one of them, id, or told to forget one, { gone }. */
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
  } else if (data.gone !== undefined) memories.delete(data.gone);
  else {
    own = data.own;
    const { work } = new WebAssembly.Instance(data.module, { env: { memory: data.memory } }).exports;
    memories.set(data.id, { work, called: new Int32Array(data.memory.buffer, ${CALLED}) });
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
    const team = gather(Array.from({ length: count - 1 }, startThread));
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

function gather(helpers: readonly Thread[]): Team {
  let memories = 0;
  const forget = new FinalizationRegistry<number>((gone) => {
    for (const helper of helpers) helper.postMessage({ gone });
  });
  return {
    threads: helpers.length + 1,
    mayWait: !("document" in globalThis),
    join(module, memory) {
      const id = memories++;
      const called = new Int32Array((memory as WebAssembly.Memory).buffer, CALLED);
      helpers.forEach((helper, own) => {
        helper.postMessage({ id, own, module, memory });
      });
      const call = (): void => {
        for (let k = 0; k < helpers.length; k++) {
          if (Atomics.exchange(called, k, 1) === 0) helpers[k].postMessage(id);
        }
      };
      forget.register(call, id);
      return call;
    },
  };
}

/** Shared memory is there in Node, and on pages that are isolated from others'. */
function canShare(): boolean {
  return typeof SharedArrayBuffer !== "undefined" && (isNode() || globalThis.crossOriginIsolated === true);
}

function startThread(): Thread {
  if (isNode()) {
    const { Worker } = builtin("node:worker_threads") as NodeThreads;
    const worker = new Worker(SCRIPT, { eval: true, execArgv: [] });
    worker.unref(); // the process may end without it
    worker.on("error", () => {}); // the caller does without
    return worker;
  }
  const address = URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" }));
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
