import { computeOrdering } from "../../../src/linalg/ordering.ts";
import { type CholeskyFactor, factorCholesky, solveCholesky } from "../../../src/linalg/sparse-cholesky.ts";
import { graphOfPattern, type SymmetricMatrix } from "../../../src/linalg/symmetric-matrix.ts";
import { lowerMatrix } from "../../../src/papers/choi13/scalar-system.ts";
import { type Contestant, FRAME, type Runner, type Setting, sweep } from "../contestant.ts";
import { createPush, inverseMasses, keepOut } from "../own-forces.ts";
import type { RaceCloth } from "../race-cloth.ts";

const EFFORTS: readonly number[] = [5, 10, 20, 40, 80, 160, 320, 640];
/** Iterations before Chebyshev's begin, as the paper advises [Wang15, sec. 4]. */
const DELAY = 10;

/**
 * Projective dynamics   [Bouaziz14, alg. 1]: springs are projected to their lengths (local), then one constant matrix M/h² + Σ k SᵀS is solved
 * (global), over and over. The factor is column by column, in the order of least fill; contact is met after the
 * last iteration (met after each one, friction holds the cloth and it stretches more).
 */
export const projective: Contestant = {
  name: "projective dynamics (bench)",
  team: "rival",
  about: "plain TypeScript; prefactored; plain",
  scenes: ["hang", "swing", "sphere", "flag"],
  largestQuick: 32,
  settings: () => sweep([1, 2, 4, 8], "iterations", EFFORTS, "euler").filter(thinned),
  create: async (cloth, setting) => createProjective(cloth, setting.steps, setting.options.iterations as number, 0),
};

/** The same with Chebyshev's semi-iterative acceleration   [Wang15, alg. 1]; ρ = 0.9992 is the paper's for cloth. */
export const chebyshev: Contestant = {
  ...projective,
  name: "projective dynamics + Chebyshev (bench)",
  about: `plain TypeScript; prefactored; ρ=0.9992 after ${DELAY} iterations`,
  create: async (cloth, setting) => createProjective(cloth, setting.steps, setting.options.iterations as number, 0.9992),
};

/** Many short steps with many iterations cost more than they bring: the corner of the grid that is left out. */
function thinned({ steps, options }: Setting): boolean {
  return steps === 1 || (options.iterations as number) <= 160;
}

export function createProjective(cloth: RaceCloth, steps: number, iterations: number, rho: number): Runner {
  const { ends, restLength, stiffness, mass, particleCount, sphere } = cloth;
  const h = FRAME / steps;
  const w = inverseMasses(cloth);
  const { factor, order } = factorSystem(cloth, w, mass / (h * h));
  const push = createPush(cloth);
  const x = cloth.positions.slice();
  const [inertia, start, last, solved] = [0, 0, 0, 0].map(() => x.slice());
  const b = new Float64Array(x.length);
  const v = new Float64Array(x.length);
  let taken = 0;

  /** One local and one global step from x into `solved`. */
  function iterate(): void {
    for (let i = 0, c = 0; i < particleCount; i++) {
      const share = w[i] === 0 ? 1 : mass / (h * h);
      for (let axis = 0; axis < 3; axis++, c++) b[c] = share * inertia[c];
    }
    addProjections(ends, restLength, stiffness, w, x, b);
    for (let k = 0; k < particleCount; k++) copy3(b, order[k], solved, k);
    solveCholesky(factor, solved);
    b.set(solved);
    for (let k = 0; k < particleCount; k++) copy3(b, k, solved, order[k]);
  }

  function step(): void {
    push(x, taken * h, h, v);
    start.set(x);
    for (let c = 0; c < x.length; c++) inertia[c] = x[c] + h * v[c];
    x.set(inertia);
    last.set(x);
    let omega = 1;
    for (let n = 0; n < iterations; n++) {
      iterate();
      omega = n < DELAY || rho === 0 ? 1 : n === DELAY ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * omega);
      for (let c = 0; c < x.length; c++) {
        const next = omega * (solved[c] - last[c]) + last[c];
        last[c] = x[c];
        x[c] = next;
      }
    }
    if (sphere !== undefined) keepOut(sphere, start, x);
    for (let c = 0; c < x.length; c++) v[c] = (x[c] - start[c]) / h;
  }

  return {
    frame() {
      for (let n = 0; n < steps; n++, taken++) step();
    },
    readPositions: (out) => out.set(x),
    dispose() {},
  };
}

function copy3(from: Float64Array, i: number, to: Float64Array, j: number): void {
  to[3 * j] = from[3 * i];
  to[3 * j + 1] = from[3 * i + 1];
  to[3 * j + 2] = from[3 * i + 2];
}

/** Adds k Sᵀp: each spring asks for its own length along where it points now; what it asks of a pin moves to its other end. */
function addProjections(ends: Uint32Array, restLength: Float64Array, k: number, w: Float64Array, x: Float64Array, b: Float64Array): void {
  for (let s = 0; s < restLength.length; s++) {
    const p = ends[2 * s];
    const q = ends[2 * s + 1];
    const i = 3 * p;
    const j = 3 * q;
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const scale = length > 0 ? (k * restLength[s]) / length : 0;
    const pinI = w[p] === 0 ? k : 0;
    const pinJ = w[q] === 0 ? k : 0;
    if (pinI === 0) {
      b[i] += pinJ * x[j] - scale * dx;
      b[i + 1] += pinJ * x[j + 1] - scale * dy;
      b[i + 2] += pinJ * x[j + 2] - scale * dz;
    }
    if (pinJ === 0) {
      b[j] += pinI * x[i] + scale * dx;
      b[j + 1] += pinI * x[i + 1] + scale * dy;
      b[j + 2] += pinI * x[i + 2] + scale * dz;
    }
  }
}

/** M/h² + k Laplacian, pins as rows of the identity, factored in the order of least fill (new → old). */
function factorSystem(
  { ends, stiffness, particleCount }: RaceCloth,
  w: Float64Array,
  inertia: number,
): { factor: CholeskyFactor; order: Uint32Array } {
  const diagonal = w.map((value) => (value === 0 ? 1 : inertia));
  const rows: number[][] = Array.from({ length: particleCount }, () => []);
  for (let s = 0; s < ends.length; s += 2) {
    const i = Math.min(ends[s], ends[s + 1]);
    const j = Math.max(ends[s], ends[s + 1]);
    if (w[i] !== 0) diagonal[i] += stiffness;
    if (w[j] !== 0) diagonal[j] += stiffness;
    if (w[i] !== 0 && w[j] !== 0) rows[i].push(j);
  }
  const rowStart = new Uint32Array(particleCount + 1);
  for (let i = 0; i < particleCount; i++) rowStart[i + 1] = rowStart[i] + rows[i].length;
  const column = Uint32Array.from(rows.flat());
  const matrix: SymmetricMatrix = {
    rowCount: particleCount,
    rowStart,
    column,
    diagonal,
    offDiagonal: new Float64Array(column.length).fill(-stiffness),
  };
  const { order } = computeOrdering(graphOfPattern(matrix), "auto");
  return { factor: factorCholesky(lowerMatrix(matrix, order)), order };
}
