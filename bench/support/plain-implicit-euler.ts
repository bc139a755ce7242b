/** The yardstick: implicit Euler on Kim's cloth as one would write it in an afternoon, in double-precision typed arrays. */
export interface PlainImplicit {
  readonly x: Float64Array;
  /** One step; returns the iterations of the linear solve. */
  step(): number;
}

export function createPlainImplicit(
  size: number,
  strong: number,
  weak: number,
  damping: number,
  gravity: number,
  h: number,
  tolerance: number,
): PlainImplicit {
  const n = size * size;
  const { rowStart, column, rest: L, stiffness: k } = connectGrid(size, strong, weak);
  const x = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    x[3 * i] = i % size;
    x[3 * i + 2] = Math.floor(i / size);
  }
  const v = new Float64Array(3 * n);
  const block = new Float64Array(9 * column.length);
  const diagonal = new Float64Array(9 * n);
  const inverse = new Float64Array(9 * n);
  const b = new Float64Array(3 * n);
  const dv = new Float64Array(3 * n);
  const res = new Float64Array(3 * n);
  const z = new Float64Array(3 * n);
  const p = new Float64Array(3 * n);
  const q = new Float64Array(3 * n);
  const pinned = new Uint8Array(n);
  pinned[0] = 1;
  pinned[size - 1] = 1;
  const d = new Float64Array(3);

  function assemble(): void {
    for (let i = 0; i < n; i++) {
      let fx = 0;
      let fy = -gravity;
      let fz = 0;
      diagonal.fill(0, 9 * i, 9 * i + 9);
      diagonal[9 * i] = diagonal[9 * i + 4] = diagonal[9 * i + 8] = 1 + h * damping;
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
        const j = column[e];
        d[0] = x[3 * j] - x[3 * i];
        d[1] = x[3 * j + 1] - x[3 * i + 1];
        d[2] = x[3 * j + 2] - x[3 * i + 2];
        const r = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const t = (k[e] * (r - L[e])) / r;
        fx += t * d[0];
        fy += t * d[1];
        fz += t * d[2];
        const across = Math.max(0, t);
        for (let row = 0; row < 3; row++) {
          for (let col = 0; col < 3; col++) {
            const value = h * h * (((k[e] - across) * d[row] * d[col]) / (r * r) + (row === col ? across : 0));
            block[9 * e + 3 * row + col] = -value;
            diagonal[9 * i + 3 * row + col] += value;
          }
        }
      }
      b[3 * i] = h * fx;
      b[3 * i + 1] = h * fy;
      b[3 * i + 2] = h * fz;
    }
  }

  function multiply(from: Float64Array, to: Float64Array): void {
    for (let i = 0; i < n; i++) {
      for (let row = 0; row < 3; row++) {
        let sum = 0;
        for (let col = 0; col < 3; col++) sum += diagonal[9 * i + 3 * row + col] * from[3 * i + col];
        to[3 * i + row] = sum;
      }
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
        const j = 3 * column[e];
        const o = 9 * e;
        to[3 * i] += block[o] * from[j] + block[o + 1] * from[j + 1] + block[o + 2] * from[j + 2];
        to[3 * i + 1] += block[o + 3] * from[j] + block[o + 4] * from[j + 1] + block[o + 5] * from[j + 2];
        to[3 * i + 2] += block[o + 6] * from[j] + block[o + 7] * from[j + 1] + block[o + 8] * from[j + 2];
      }
    }
  }

  function precondition(from: Float64Array, to: Float64Array): void {
    for (let i = 0; i < n; i++) {
      for (let row = 0; row < 3; row++) {
        const o = 9 * i + 3 * row;
        to[3 * i + row] = inverse[o] * from[3 * i] + inverse[o + 1] * from[3 * i + 1] + inverse[o + 2] * from[3 * i + 2];
      }
    }
  }

  function filter(values: Float64Array): void {
    for (let i = 0; i < n; i++) if (pinned[i]) values.fill(0, 3 * i, 3 * i + 3);
  }

  return {
    x,
    step() {
      assemble();
      invertBlocks(diagonal, inverse);
      multiply(v, q);
      for (let c = 0; c < 3 * n; c++) res[c] = b[c] + v[c] - q[c];
      filter(res);
      dv.fill(0);
      precondition(res, z);
      p.set(z);
      let rz = dot(res, z);
      const goal = dot(res, res) * tolerance * tolerance;
      let iterations = 0;
      while (dot(res, res) > goal && iterations < 10000) {
        multiply(p, q);
        filter(q);
        const alpha = rz / dot(p, q);
        for (let c = 0; c < 3 * n; c++) dv[c] += alpha * p[c];
        for (let c = 0; c < 3 * n; c++) res[c] -= alpha * q[c];
        precondition(res, z);
        const next = dot(res, z);
        const beta = next / rz;
        rz = next;
        for (let c = 0; c < 3 * n; c++) p[c] = z[c] + beta * p[c];
        iterations++;
      }
      for (let c = 0; c < 3 * n; c++) {
        v[c] += dv[c];
        x[c] += h * v[c];
      }
      return iterations;
    },
  };
}

/** Springs to the eight neighbours at one and at two places, by row: those of particle i are rowStart[i] … rowStart[i + 1] − 1. */
function connectGrid(size: number, strong: number, weak: number) {
  const start: number[] = [0];
  const neighbour: number[] = [];
  const rest: number[] = [];
  const stiffness: number[] = [];
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      for (const reach of [1, 2]) {
        for (let dr = -1; dr <= 1; dr++) {
          for (let dc = -1; dc <= 1; dc++) {
            const rr = r + reach * dr;
            const cc = c + reach * dc;
            if ((dr === 0 && dc === 0) || rr < 0 || cc < 0 || rr >= size || cc >= size) continue;
            neighbour.push(rr * size + cc);
            rest.push(reach * Math.sqrt(dr * dr + dc * dc));
            stiffness.push(reach === 1 ? strong : weak);
          }
        }
      }
      start.push(neighbour.length);
    }
  }
  return {
    rowStart: Uint32Array.from(start),
    column: Uint32Array.from(neighbour),
    rest: Float64Array.from(rest),
    stiffness: Float64Array.from(stiffness),
  };
}

function invertBlocks(diagonal: Float64Array, inverse: Float64Array): void {
  for (let o = 0; o < diagonal.length; o += 9) {
    const a = diagonal[o];
    const bb = diagonal[o + 1];
    const c = diagonal[o + 2];
    const d = diagonal[o + 3];
    const e = diagonal[o + 4];
    const f = diagonal[o + 5];
    const g = diagonal[o + 6];
    const hh = diagonal[o + 7];
    const i = diagonal[o + 8];
    const A = e * i - f * hh;
    const B = f * g - d * i;
    const C = d * hh - e * g;
    const s = 1 / (a * A + bb * B + c * C);
    inverse[o] = A * s;
    inverse[o + 1] = (c * hh - bb * i) * s;
    inverse[o + 2] = (bb * f - c * e) * s;
    inverse[o + 3] = B * s;
    inverse[o + 4] = (a * i - c * g) * s;
    inverse[o + 5] = (c * d - a * f) * s;
    inverse[o + 6] = C * s;
    inverse[o + 7] = (bb * g - a * hh) * s;
    inverse[o + 8] = (a * e - bb * d) * s;
  }
}

function dot(a: Float64Array, c: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * c[i];
  return sum;
}
