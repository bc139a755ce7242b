/** Half-spaces in which particles stay: the n-th is of particle `vertices[n]`, n·x ≥ n·start + h limit. */
export interface Floors {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** Packed by threes. */
  readonly normals: Float64Array;
  /** [m/s] */
  readonly limits: Float64Array;
}

export const NO_FLOORS: Floors = { count: 0, vertices: new Uint32Array(0), normals: new Float64Array(0), limits: new Float64Array(0) };

/** The floors of one move. */
export interface Ground {
  /** Of each particle its first floor; −1 where there is none. */
  readonly firstFloor: Int32Array;
  lay(floors: Floors, starts: Float64Array, h: number): void;
  /** Puts particle i back on its floors. */
  lift(i: number, x: Float64Array): void;
  clear(): void;
}

export function createGround(particleCount: number): Ground {
  const firstFloor = new Int32Array(particleCount).fill(-1);
  /** Of each floor the next one of the same particle. */
  let nextFloor = new Int32Array(64);
  let heights = new Float64Array(64);
  let laid = NO_FLOORS;

  return {
    firstFloor,
    lay(floors, starts, h) {
      const { count, vertices, normals, limits } = floors;
      laid = floors;
      if (heights.length < count) {
        heights = new Float64Array(2 * count);
        nextFloor = new Int32Array(2 * count);
      }
      for (let n = 0; n < count; n++) {
        const i = vertices[n];
        nextFloor[n] = firstFloor[i];
        firstFloor[i] = n;
        heights[n] = h * limits[n];
        for (let c = 0; c < 3; c++) heights[n] += normals[3 * n + c] * starts[3 * i + c];
      }
    },
    lift(i, x) {
      const { normals } = laid;
      for (let n = firstFloor[i]; n >= 0; n = nextFloor[n]) {
        const lack = heights[n] - normals[3 * n] * x[3 * i] - normals[3 * n + 1] * x[3 * i + 1] - normals[3 * n + 2] * x[3 * i + 2];
        if (lack > 0) for (let c = 0; c < 3; c++) x[3 * i + c] += lack * normals[3 * n + c];
      }
    },
    clear() {
      for (let n = 0; n < laid.count; n++) firstFloor[laid.vertices[n]] = -1;
    },
  };
}
