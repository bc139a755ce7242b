/** A bar on a terminal, silent elsewhere. Goes to stderr: data keeps stdout for itself. */
export interface Progress {
  show(done: number, total: number, note: string): void;
  clear(): void;
}

const BAR_WIDTH = 28;
const REDRAW_MS = 100;

export function createProgress(enabled: boolean): Progress {
  if (!enabled || !process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  const started = Date.now();
  let drawn = 0;
  return {
    show(done, total, note) {
      const now = Date.now();
      if (now - drawn < REDRAW_MS && done < total) return;
      drawn = now;
      const filled = Math.round((BAR_WIDTH * done) / total);
      const left = done > 0 ? ((now - started) * (total - done)) / done / 1000 : 0;
      const bar = "█".repeat(filled) + "·".repeat(BAR_WIDTH - filled);
      process.stderr.write(`\r\x1b[K${bar} ${done}/${total} ${note} ${left >= 1 ? `${Math.ceil(left)} s left` : ""}`);
    },
    clear: () => void process.stderr.write("\r\x1b[K"),
  };
}
