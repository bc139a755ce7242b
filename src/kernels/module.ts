/** The kernels, compiled. Opaque, so that whoever has no types for WebAssembly can name it. */
export interface KernelModule {
  readonly module: object;
  /** Threads that help; absent where there is one alone. The bits are the same. */
  readonly team?: Team;
  /** What the team lends is noted here, for whoever gives it back; where this is absent it comes back when it has been collected. */
  readonly loans?: Loan[];
}

/** Threads that run chunks of jobs in the memories that they have been told of (src/kernels/assembly/shared/team.ts). */
export interface Team {
  /** How many there are, the caller included. */
  readonly threads: number;
  /** Whether the caller may be put to sleep: the main thread of a page may not. */
  readonly mayWait: boolean;
  /** Lends a memory of so many pages or some more. */
  lend(pages: number): LentMemory;
}

export interface LentMemory {
  /** A WebAssembly.Memory, 0 from OWN_BYTES (memory-pool) on. */
  readonly memory: object;
  readonly loan: Loan;
}

/** Stands for a memory that threads share, lent by a team, and does not keep it from being collected. */
export interface Loan {
  /** Says that the memory is written to up to here. */
  reach(end: number): void;
  /** Tells the threads of it; the function that comes back calls them to it, for as long as there is something to do. */
  join(module: object): () => void;
  /** Nobody may look at the memory afterwards. Twice is once. */
  giveBack(): void;
}
