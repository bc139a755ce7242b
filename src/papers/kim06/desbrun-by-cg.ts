import type { Cloth } from "../../fabric/cloth.ts";
import { addForces, createForces } from "../../forces/catalog.ts";
import type { Method, OptionInfo } from "../../methods/method.ts";

const ITERATIONS: OptionInfo = {
  name: "iterations",
  summary: "conjugate gradients end after so many",
  kind: "integer",
  unit: "",
  default: 2,
  min: 1,
  max: 10000,
};
const PRECONDITIONER: OptionInfo = {
  name: "preconditioner",
  summary: "none, or the diagonal of the matrix",
  kind: "choice",
  unit: "",
  default: "none",
  choices: ["none", "diagonal"],
};
const START: OptionInfo = {
  name: "start",
  summary: "the first guess of the new velocity: the present one, or 0",
  kind: "choice",
  unit: "",
  default: "velocity",
  choices: ["velocity", "zero"],
};

/** Below this part of the first residual, squared, there is nothing left to solve. */
const ROUNDING = 1e-30;

/**
 * Desbrun's method as [Kim06, sec. 4.1] ran it: (M + hC + h²Lap(k)) v* = M v + h F [Kim06, eq. 10] by conjugate gradients on the sparse matrix, here
 * ended after a few iterations. Solved to the end it is `desbrun`. The paper says neither when it stopped, nor where it began, nor whether it
 * used a preconditioner: all three are options. For cloths of springs, damped by their velocity alone, whose held particles rest.
 */
export const desbrunByCg: Method = {
  name: "desbrun-by-cg",
  title: "Desbrun, conjugate gradients stopped early",
  summary: "Desbrun's constant matrix, solved by a few iterations",
  paper: "Kim06",
  equations: "eq. 10",
  conserves: [],
  stepLimit: Number.POSITIVE_INFINITY,
  springModel: "symmetric",
  options: [ITERATIONS, PRECONDITIONER, START],
  create({ cloth, environment, pins }, options) {
    const { mass, viscousDamping } = cloth;
    const forces = createForces(cloth, environment);
    const size = mass.length * 3;
    const [b, r, z, p, q] = Array.from({ length: 5 }, () => new Float64Array(size));
    const diagonal = new Float64Array(mass.length);
    const isPlain = options.preconditioner === "none";
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }, report) {
        b.fill(0);
        addForces(forces.elastic, x, v, time, b);
        addForces(forces.external, x, v, time, b);
        for (let i = 0; i < mass.length; i++) diagonal[i] = mass[i] + h * viscousDamping[i];
        for (let c = 0; c < size; c++) b[c] = mass[Math.floor(c / 3)] * v[c] + h * b[c];
        addLaplacianDiagonal(cloth, h, diagonal);
        const y = next.v;
        if (options.start === "zero") y.fill(0);
        else y.set(v);
        const release = (a: Float64Array): void => {
          for (let n = 0; n < pins.count; n++) a.fill(0, 3 * pins.indices[n], 3 * pins.indices[n] + 3);
        };
        const precondition = (): void => {
          for (let c = 0; c < size; c++) z[c] = isPlain ? r[c] : r[c] / diagonal[Math.floor(c / 3)];
        };
        computeProduct(cloth, h, y, q);
        for (let c = 0; c < size; c++) r[c] = b[c] - q[c];
        release(r);
        precondition();
        p.set(z);
        let rz = dot(r, z);
        const first = Math.sqrt(dot(r, r));
        const least = ROUNDING * rz;
        let n = 0;
        while (n < (options.iterations as number) && rz > least) {
          computeProduct(cloth, h, p, q);
          release(q);
          const alpha = rz / dot(p, q);
          for (let c = 0; c < size; c++) y[c] += alpha * p[c];
          for (let c = 0; c < size; c++) r[c] -= alpha * q[c];
          precondition();
          const before = rz;
          rz = dot(r, z);
          for (let c = 0; c < size; c++) p[c] = z[c] + (rz / before) * p[c];
          n++;
        }
        report.iterations = n;
        report.residual = first > 0 ? Math.sqrt(dot(r, r)) / first : 0;
        for (let c = 0; c < size; c++) next.x[c] = x[c] + h * y[c];
      },
    };
  },
};

/** Adds h²Σk of each particle's springs. */
function addLaplacianDiagonal({ springs }: Cloth, h: number, diagonal: Float64Array): void {
  const { count, ends, stiffness } = springs;
  for (let s = 0; s < count; s++) {
    diagonal[ends[2 * s]] += h * h * stiffness[s];
    diagonal[ends[2 * s + 1]] += h * h * stiffness[s];
  }
}

/** result = (M + hC + h²Lap(k)) y */
function computeProduct({ mass, viscousDamping, springs }: Cloth, h: number, y: Float64Array, result: Float64Array): void {
  for (let c = 0; c < y.length; c++) {
    const i = Math.floor(c / 3);
    result[c] = (mass[i] + h * viscousDamping[i]) * y[c];
  }
  const { count, ends, stiffness } = springs;
  for (let s = 0; s < count; s++) {
    const [i, j] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
    for (let c = 0; c < 3; c++) {
      const pull = h * h * stiffness[s] * (y[j + c] - y[i + c]);
      result[i + c] -= pull;
      result[j + c] += pull;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c++) sum += a[c] * b[c];
  return sum;
}
