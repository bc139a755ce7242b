import type { Frame } from "../protocol.ts";

/** Position and normal buffers that travel to the page and come back; when none is home, no frame is sent. */
export interface FramePool {
  /** Starts over for another particle count; buffers of the old size that still come back are dropped. */
  resize(particleCount: number): void;
  take(): Pick<Frame, "positions" | "normals"> | undefined;
  giveBack(positions: Float32Array, normals: Float32Array): void;
}

/** Two: one on its way to the page while the other is filled. */
const BUFFER_PAIRS = 2;

export function createFramePool(): FramePool {
  let length = 0;
  let home: Pick<Frame, "positions" | "normals">[] = [];
  return {
    resize(particleCount) {
      if (length === 3 * particleCount) return;
      length = 3 * particleCount;
      home = [];
      for (let i = 0; i < BUFFER_PAIRS; i++) {
        home.push({ positions: new Float32Array(length), normals: new Float32Array(length) });
      }
    },
    take() {
      return home.pop();
    },
    giveBack(positions, normals) {
      if (positions.length !== length || normals.length !== length || home.length >= BUFFER_PAIRS) return;
      home.push({ positions, normals });
    },
  };
}
