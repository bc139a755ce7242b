import type { LentMemory, Loan } from "./module.ts";

/** Below are the module's own constants, and where a team of threads meets (src/kernels/layout/team-words.ts): they stay as they are from loan to loan. */
export const OWN_BYTES = 2048;

const PAGE = 65536;
/** What lies idle is at most so much [bytes]: the rest is left to be collected. */
const MOST_IDLE = 128 * 1024 * 1024;
/** A memory is lent for so many times less than it has. */
const MOST_ROOM = 1.5;
/** A new one has this part more than is asked for, so that the cloth after a cut fits as well; what is never written to costs nothing. */
const SPARE = 1 / 16;

/** What threads know of a memory. */
export interface SharedMemory {
  /** Nobody computes with this handle: whoever borrows has one of his own, and when that has been collected the memory can be lent again. */
  readonly handle: WebAssembly.Memory;
  /** V8 does not count memory that is shared. This is as large, is counted, and is never touched: it makes V8 collect in time. */
  readonly weight: object;
  /** Calls the threads to it, once they have been told of it. */
  call: (() => void) | undefined;
  /** Written to so far, up to here [bytes]. */
  end: number;
}

export interface MemoryPool {
  lend(pages: number): LentMemory;
  /** How many are lent now. */
  readonly lentCount: number;
  /** Lets go of all that lies idle. */
  clear(): void;
}

/** What a pool needs of its threads: to be told of a memory, to forget it, and to hear when one has come back. */
export interface PoolUsers {
  tell(memory: SharedMemory, module: object): () => void;
  forget(memory: SharedMemory): void;
  onReturn(): void;
}

/**
 * Memories that threads share. They cannot be freed by hand, and a thread that sleeps collects nothing, so those that come back are lent
 * again. One comes back by `giveBack`, or after everything that could see it has been collected. It is 0 again when it is lent, so that no bit depends
 * on what it was used for; threads that are still about to go home touch nothing but the words where they meet.
 */
export function createMemoryPool({ tell, forget, onReturn }: PoolUsers): MemoryPool {
  const idle: SharedMemory[] = [];
  let lentCount = 0;
  const collected = new FinalizationRegistry<Loan>((loan) => loan.giveBack());

  function letGo(memory: SharedMemory): void {
    idle.splice(idle.indexOf(memory), 1);
    forget(memory);
  }

  function take(pages: number): SharedMemory {
    const least = pages * PAGE;
    let best: SharedMemory | undefined;
    let bestSize = MOST_ROOM * least;
    for (const memory of idle) {
      const size = sizeOf(memory);
      if (size < least || size > bestSize) continue;
      best = memory;
      bestSize = size;
    }
    if (best === undefined) return create(pages + Math.ceil(SPARE * pages));
    idle.splice(idle.indexOf(best), 1);
    new Uint8Array(best.handle.buffer, OWN_BYTES, best.end - OWN_BYTES).fill(0);
    best.end = OWN_BYTES;
    return best;
  }

  /** Sees no handle but that of the pool. */
  function createLoan(shared: SharedMemory): Loan {
    let isLent = true;
    lentCount++;
    const loan: Loan = {
      reach(end) {
        shared.end = Math.max(shared.end, end);
      },
      join(module) {
        shared.call ??= tell(shared, module);
        return shared.call;
      },
      giveBack() {
        if (!isLent) return;
        isLent = false;
        lentCount--;
        collected.unregister(loan);
        idle.push(shared);
        while (idle.reduce((sum, one) => sum + sizeOf(one), 0) > MOST_IDLE) letGo(idle[0]);
        onReturn();
      },
    };
    return loan;
  }

  return {
    lend(pages) {
      const shared = take(pages);
      const loan = createLoan(shared);
      const memory = structuredClone(shared.handle);
      collected.register(memory.buffer, loan, loan); // every array in it holds on to its buffer
      return { memory, loan };
    },
    get lentCount() {
      return lentCount;
    },
    clear() {
      while (idle.length > 0) letGo(idle[0]);
    },
  };
}

function create(pages: number): SharedMemory {
  const limits = { initial: pages, maximum: pages };
  const handle = new WebAssembly.Memory({ ...limits, shared: true });
  return { handle, weight: new WebAssembly.Memory(limits), call: undefined, end: OWN_BYTES };
}

function sizeOf({ handle }: SharedMemory): number {
  return handle.buffer.byteLength;
}
