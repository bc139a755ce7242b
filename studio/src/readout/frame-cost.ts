/** Measures what the page itself costs a frame [ms]: everything it does between two frames, without the draw call. */
export interface FrameCost {
  /** Runs a piece of the page's work and counts its time. Nested calls count once. */
  count<Result>(work: () => Result): Result;
  /** Closes the frame. */
  endFrame(): void;
  /** Median over the last frames [ms]; 0 before the first. */
  median(): number;
  /** The largest of the last frames [ms]. */
  largest(): number;
  /** Forgets every frame so far: setting a scene up is not a frame. */
  restart(): void;
}

const REMEMBERED_FRAMES = 120;

export function createFrameCost(now: () => number = () => performance.now()): FrameCost {
  const costs = new Float64Array(REMEMBERED_FRAMES);
  let frames = 0;
  let current = 0;
  let depth = 0;

  const remembered = (): Float64Array => costs.slice(0, Math.min(frames, REMEMBERED_FRAMES)).sort();

  return {
    count(work) {
      const start = now();
      depth++;
      try {
        return work();
      } finally {
        depth--;
        if (depth === 0) current += now() - start;
      }
    },
    endFrame() {
      costs[frames % REMEMBERED_FRAMES] = current;
      frames++;
      current = 0;
    },
    median() {
      const sorted = remembered();
      return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
    },
    largest() {
      return remembered().at(-1) ?? 0;
    },
    restart() {
      frames = 0;
      current = 0;
    },
  };
}
