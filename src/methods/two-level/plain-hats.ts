import type { Pins } from "../../core/constraints.ts";
import { measureScale } from "../../kernels/linear/hat-kernels.ts";
import { type HatKernels, type LinearStep, RESULT, type Vector } from "../../kernels/linear/linear-kernels.ts";
import { createEnvelope, type Envelope, factorEnvelope, solveEnvelope } from "../../linalg/envelope-cholesky.ts";
import { addExcess } from "./add-excess.ts";
import type { CoarseStructure } from "./coarse-structure.ts";
/**
 * The correction on coarse hats in TypeScript and double precision: what others are measured by. A spring that gives hat a a difference d_a between its ends adds
 *
 *     s²k d_a d_b (u uᵀ + c (I − u uᵀ)),     c = max(t, 1 − L/r, turning·(h |v_⊥|/r)²) ≤ 1,
 *
 * to the block of a and b, t being the least tension (coarse-structure.ts). The last of the three, v_⊥ being the velocity of one end beside the other
 * across the spring, keeps springs stiff that turn far in a substep. A spring that is slack adds nothing.
 */
export function createPlainHats(
  { hats, springs, differences, pairs, turning, leastTension }: CoarseStructure,
  pins: Pins,
  numbers: Float64Array,
): HatKernels {
  const { ends, stiffness, restLength, asymmetric } = springs;
  const { start, hat, difference } = differences;
  const particleCount = hats.start.length - 1;
  const envelope = createEnvelope(Uint32Array.from({ length: 3 * hats.count }, (_, row) => 3 * pairs.first[Math.floor(row / 3)]));
  const values = new Float64Array(envelope.start[envelope.size]);
  const moves = new Float64Array(envelope.size);
  const e = new Float64Array(3 * particleCount);
  const block = new Float64Array(6);
  /** Σ k (r − L)²; numbers that functions hand each other would be allocated. */
  const energy = new Float64Array(1);
  const scale = measureScale(springs);
  let constant: Float64Array = values;
  let seconds = 0;
  let substep = 0;
  let tension = 0;

  /** The block of a spring: xx, xy, xz, yy, yz, zz, 0 where it is slack. Adds k (r − L)² to the energy. */
  function computeBlock(spring: number, x: Float64Array, v: Float64Array): void {
    const i = 3 * ends[2 * spring];
    const j = 3 * ends[2 * spring + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const r = Math.sqrt(squared);
    const length = restLength[spring];
    if (r === 0 || (r <= length && asymmetric[spring] !== 0)) {
      block.fill(0);
      return;
    }
    const vx = v[j] - v[i];
    const vy = v[j + 1] - v[i + 1];
    const vz = v[j + 2] - v[i + 2];
    const along = vx * dx + vy * dy + vz * dz;
    const turned = Math.max(0, vx * vx + vy * vy + vz * vz - (along * along) / squared);
    const across = Math.min(1, Math.max(tension, 1 - length / r, (turning * substep * substep * turned) / squared));
    const k = seconds * seconds * stiffness[spring];
    const a = k * across;
    const b = (k - a) / squared;
    block[0] = a + b * dx * dx;
    block[1] = b * dx * dy;
    block[2] = b * dx * dz;
    block[3] = a + b * dy * dy;
    block[4] = b * dy * dz;
    block[5] = a + b * dz * dz;
    energy[0] += stiffness[spring] * (r - length) * (r - length);
  }

  /** Adds the block to that of the hats of entries p and q. */
  function addBlock(p: number, q: number): void {
    const a = hat[p];
    const b = hat[q];
    const w = difference[p] * difference[q];
    const xy = block[1];
    const xz = block[2];
    const yz = block[4];
    const at = 3 * b - envelope.first[3 * a];
    const first = envelope.start[3 * a] + at;
    const second = envelope.start[3 * a + 1] + at;
    const third = envelope.start[3 * a + 2] + at;
    values[first] += w * block[0];
    values[second] += w * xy;
    values[second + 1] += w * block[3];
    values[third] += w * xz;
    values[third + 1] += w * yz;
    values[third + 2] += w * block[5];
    if (a === b) return;
    values[first + 1] += w * xy;
    values[first + 2] += w * xz;
    values[second + 2] += w * yz;
  }

  function assemble({ predicted, v }: LinearStep): void {
    energy[0] = 0;
    spread(constant, pairs, envelope, values);
    for (let spring = 0; spring < springs.count; spring++) {
      if (start[spring] === start[spring + 1]) continue;
      computeBlock(spring, predicted, v);
      for (let p = start[spring]; p < start[spring + 1]; p++) {
        for (let q = start[spring]; q <= p; q++) addBlock(p, q);
      }
    }
  }

  function restrict(r: Float64Array): void {
    moves.fill(0);
    for (let i = 0; i < particleCount; i++) {
      for (let p = hats.start[i]; p < hats.start[i + 1]; p++) {
        for (let c = 0; c < 3; c++) moves[3 * hats.hat[p] + c] += hats.weight[p] * r[3 * i + c];
      }
    }
  }

  function prolong(): void {
    e.fill(0);
    for (let i = 0; i < particleCount; i++) {
      if (pins.held[i] !== 0) continue;
      for (let p = hats.start[i]; p < hats.start[i + 1]; p++) {
        for (let c = 0; c < 3; c++) e[3 * i + c] += hats.weight[p] * moves[3 * hats.hat[p] + c];
      }
    }
  }

  function exceed({ predicted }: LinearStep, y: Vector, out: Vector): void {
    addExcess(springs, seconds * seconds, predicted, y as Float64Array, out as Float64Array);
    for (let k = 0; k < pins.count; k++) out.fill(0, 3 * pins.indices[k], 3 * pins.indices[k] + 3);
  }

  return {
    prepare(of, s, h) {
      constant = of;
      seconds = s;
      substep = h;
      tension = leastTension(h);
    },
    assemble(step) {
      assemble(step);
      numbers[RESULT] = Math.sqrt(energy[0] / scale);
    },
    measure({ predicted, v }) {
      energy[0] = 0;
      for (let spring = 0; spring < springs.count; spring++) {
        if (start[spring] < start[spring + 1]) computeBlock(spring, predicted, v);
      }
      numbers[RESULT] = Math.sqrt(energy[0] / scale);
    },
    correction: e,
    correct(step, residual) {
      const r = residual as Float64Array;
      if (!factorEnvelope(envelope, values)) {
        e.fill(0);
        return;
      }
      restrict(r);
      solveEnvelope(envelope, values, moves);
      prolong();
      exceed(step, e, r);
    },
    addExcess: exceed,
  };
}

/** Writes a number for each pair of hats, times the identity, as the blocks of the matrix. */
function spread(constant: Float64Array, pairs: Envelope, envelope: Envelope, values: Float64Array): void {
  values.fill(0);
  for (let a = 0; a < pairs.size; a++) {
    for (let row = 3 * a; row < 3 * a + 3; row++) {
      const to = envelope.start[row] - envelope.first[row] + row - 3 * a;
      for (let b = pairs.first[a]; b <= a; b++) values[to + 3 * b] = constant[pairs.start[a] + b - pairs.first[a]];
    }
  }
}
