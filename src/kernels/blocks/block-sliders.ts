import * as table from "../array-table.ts";
import type { Kernels } from "../kernels.ts";
import * as at from "../layout/slider-words.ts";
import { type KernelMemory, writeWords } from "../memory.ts";

/**
 * Particles that slide on bodies, as the kernels with blocks see them: n·Δv = 0 holds exactly, where src/methods/implicit/implicit-system.ts makes them so heavy
 * along n that nothing moves them. Friction adds T Tᵀ to the diagonal block, T = √(s μN/|v_t|) times the direction across n and v_t.
 */
export interface BlockSliders {
  /** Byte offsets of their vectors; then n and T of each, (x, y, z, 0). */
  readonly rows: Uint32Array;
  readonly normals: Float32Array;
  readonly grips: Float32Array;
  /** Lets sliders into a system (src/kernels/assembly/blocks/block-sliders.ts), with friction over seconds[0], 0 for none, that is seconds[1] times as firm as the rest at most. `rank`: row of each particle. */
  constrain(sliders: SlidingParticles, rank: Uint32Array): void;
  readonly seconds: Float64Array;
  /** Moves so many of them, as the job does that `moves` are the arguments of, but for what is along n. */
  move(moves: number, count: number): void;
}

/** Particles that slide on bodies, as a method knows them: in the first `count` entries. */
export interface SlidingParticles {
  readonly indices: Uint32Array;
  /** Unit normals. */
  readonly normals: Float64Array;
  readonly count: number;
  /** μN/|v_t| [kg/s], 0 without friction, and v_t [m/s]. */
  readonly grips: Float64Array;
  readonly slips: Float64Array;
  /** The impulses along the normals that keep them on their bodies [kg m/s]: the kernels find them. */
  readonly impulses: Float64Array;
}

const listArrays = (count: number) => ({
  rows: table.words(at.ROWS, count),
  normals: table.floats(at.NORMALS, 4 * count),
  grips: table.floats(at.GRIPS, 4 * count),
  givenNormals: table.doubles(at.GIVEN_NORMALS, 3 * count),
  givenGrips: table.doubles(at.GIVEN_GRIPS, count),
  slips: table.doubles(at.SLIPS, 3 * count),
  seconds: table.doubles(at.SECONDS, 2),
});

/** Bytes that `createBlockSliders` takes. */
export function sizeOfBlockSliders(count: number): number {
  return table.sizeOfArrays(listArrays(count), at.SLIDER_BYTES);
}

/**
 * Friction that keeps a particle from turning is so many times as firm as what else is in its block at most, times the tolerance of the solve and never less than enough: with more,
 * what single precision rounds off of it is no less than the residual that is asked for, and conjugate gradients diverge.
 */
const FIRMEST = 1e7;
const FIRM_ENOUGH = 1e3;

/** For so many at most and a solve to this tolerance: `inverse` has 16 numbers a row with the columns of D⁻¹ first, b has four. */
export function createBlockSliders(
  count: number,
  memory: KernelMemory,
  { constrainRows, moveSliders }: Kernels,
  inverse: Float32Array,
  b: Float32Array,
  tolerance: number,
): BlockSliders {
  const { arrays, words } = table.layArrays(listArrays(count), at.SLIDER_BYTES, memory);
  const { rows, normals, grips, givenNormals, givenGrips, slips, seconds } = arrays;
  writeWords(words, { [at.INVERSES]: inverse, [at.RIGHT_SIDE]: b });
  seconds[1] = Math.max(FIRM_ENOUGH, FIRMEST * tolerance);
  return {
    rows,
    normals,
    grips,
    seconds,
    constrain(sliders, rank) {
      for (let k = 0; k < sliders.count; k++) rows[k] = 16 * rank[sliders.indices[k]];
      givenNormals.set(sliders.normals);
      givenGrips.set(sliders.grips);
      slips.set(sliders.slips);
      constrainRows?.(words.byteOffset, sliders.count);
    },
    move: (moves, moved) => moveSliders?.(words.byteOffset, moves, moved),
  };
}

/** n·(A Δv − b) of each slider, what keeps it on its body, from A Δv and b; times `scale`. */
export function computeImpulses(
  { rows, normals }: BlockSliders,
  count: number,
  product: Float32Array,
  b: Float32Array,
  scale: number,
  impulses: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const o = rows[k] / 4;
    let impulse = 0;
    for (let c = 0; c < 3; c++) impulse += normals[4 * k + c] * (product[o + c] - b[o + c]);
    impulses[k] = scale * impulse;
  }
}
