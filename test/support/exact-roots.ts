/** Real roots of polynomials with whole coefficients, and signs at such roots: exact, by Descartes' rule and halving. */
export type Polynomial = bigint[]; // by rising powers, without leading zeros; [] is zero

/** a/2^k if exact; else the only root, a simple one, of g strictly between a/2^k and (a + 1)/2^k. It is refined in place. */
export interface Root {
  g: Polynomial;
  a: bigint;
  k: number;
  exact: boolean;
}

/** The roots of f in [0, 1], none if f is zero. */
export function isolateRoots(f: Polynomial): Root[] {
  const roots: Root[] = [];
  if (f.length < 2) return roots;
  for (const a of [0n, 1n]) if (valueAt(f, a, 0) === 0n) roots.push({ g: f, a, k: 0, exact: true });
  let g = f;
  const todo: [bigint, number][] = [[0n, 0]];
  for (let interval = todo.pop(); interval; interval = todo.pop()) {
    const [a, k] = interval;
    const changes = signChanges(g, a, k);
    if (changes === 1) roots.push({ g, a, k, exact: false });
    if (changes < 2) continue;
    if (k === 0) g = squareFree(f);
    const middle = 2n * a + 1n;
    if (valueAt(g, middle, k + 1) === 0n) roots.push({ g, a: middle, k: k + 1, exact: true });
    todo.push([2n * a, k + 1], [middle, k + 1]);
  }
  return roots;
}

/** −1, 0 or 1: the sign of h at a root of another polynomial. */
export function signAt(h: Polynomial, root: Root): number {
  if (h.length === 0) return 0;
  for (let halvings = 0; ; halvings++) {
    if (root.exact) return signOf(valueAt(h, root.a, root.k));
    const local = bernstein(h, root.a, root.k);
    if (countChanges(local) === 0) return signOf(local.find((coefficient) => coefficient !== 0n) ?? 0n);
    // the root is a root of h too iff it is one of the common divisor, which has no other root here
    if (halvings === 6 && signChanges(greatestDivisor(root.g, h), root.a, root.k) % 2 === 1) return 0;
    halve(root);
  }
}

function halve(root: Root): void {
  const middle = 2n * root.a + 1n;
  root.k++;
  if (valueAt(root.g, middle, root.k) === 0n) {
    root.a = middle;
    root.exact = true;
  } else root.a = signChanges(root.g, middle - 1n, root.k) % 2 === 1 ? middle - 1n : middle;
}

// --- arithmetic ---

export function plus(f: Polynomial, g: Polynomial): Polynomial {
  const sum = f.length < g.length ? g.slice() : f.slice();
  const other = f.length < g.length ? f : g;
  for (let i = 0; i < other.length; i++) sum[i] += other[i];
  return trim(sum);
}

export function minus(f: Polynomial, g: Polynomial): Polynomial {
  const result = f.slice();
  for (let i = 0; i < g.length; i++) result[i] = (i < f.length ? f[i] : 0n) - g[i];
  return trim(result);
}

export function times(f: Polynomial, g: Polynomial): Polynomial {
  if (f.length === 0 || g.length === 0) return [];
  const product: Polynomial = new Array(f.length + g.length - 1).fill(0n);
  for (let i = 0; i < f.length; i++) for (let j = 0; j < g.length; j++) product[i + j] += f[i] * g[j];
  return product;
}

function trim(f: Polynomial): Polynomial {
  while (f.length > 0 && f[f.length - 1] === 0n) f.pop();
  return f;
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** f(a/2^k) · 2^(k·degree) */
function valueAt(f: Polynomial, a: bigint, k: number): bigint {
  let value = 0n;
  let power = 0n;
  for (let i = f.length - 1; i >= 0; i--) {
    value = value * a + (f[i] << power);
    power += BigInt(k);
  }
  return value;
}

/** Bernstein coefficients of f on [a/2^k, (a + 1)/2^k], each times a positive number. */
function bernstein(f: Polynomial, a: bigint, k: number): Polynomial {
  const degree = f.length - 1;
  const local = f.map((coefficient, i) => coefficient << BigInt(k * (degree - i)));
  shift(local, a);
  local.reverse();
  shift(local, 1n);
  return local;
}

/** f(t) → f(t + a) */
function shift(f: Polynomial, a: bigint): void {
  if (a === 0n) return;
  for (let i = 0; i < f.length - 1; i++) for (let j = f.length - 2; j >= i; j--) f[j] += a * f[j + 1];
}

/** Descartes: not fewer than the roots strictly inside, and even or odd as their number is. */
function signChanges(f: Polynomial, a: bigint, k: number): number {
  return countChanges(bernstein(f, a, k));
}

function countChanges(coefficients: Polynomial): number {
  let changes = 0;
  let last = 0;
  for (const coefficient of coefficients) {
    const sign = signOf(coefficient);
    if (sign !== 0 && last !== 0 && sign !== last) changes++;
    if (sign !== 0) last = sign;
  }
  return changes;
}

/** f without repeated factors. */
function squareFree(f: Polynomial): Polynomial {
  const derivative = f.slice(1).map((coefficient, i) => coefficient * BigInt(i + 1));
  const common = greatestDivisor(f, derivative);
  if (common.length < 2) return f;
  // exact division; scaling f first keeps the quotient whole
  const quotient: Polynomial = [];
  const lead = common[common.length - 1];
  let rest = f.map((coefficient) => coefficient * lead ** BigInt(f.length - common.length + 1));
  for (let i = f.length - common.length; i >= 0; i--) {
    quotient[i] = rest[i + common.length - 1] / lead;
    rest = rest.map((value, j) => (j >= i && j - i < common.length ? value - quotient[i] * common[j - i] : value));
  }
  return primitive(quotient);
}

/** Euclid with pseudo-remainders; constant factors do not matter, and the sign neither. */
function greatestDivisor(f: Polynomial, g: Polynomial): Polynomial {
  let [a, b] = f.length < g.length ? [primitive(g), primitive(f)] : [primitive(f), primitive(g)];
  while (b.length > 0) {
    let rest = a.slice();
    while (rest.length >= b.length) {
      const lead = rest[rest.length - 1];
      const gap = rest.length - b.length;
      rest = rest.map((value, i) => value * b[b.length - 1] - (i >= gap ? lead * b[i - gap] : 0n));
      trim(rest);
    }
    [a, b] = [b, primitive(rest)];
  }
  return a;
}

/** f divided by the greatest divisor of its coefficients. */
function primitive(f: Polynomial): Polynomial {
  let divisor = 0n;
  for (const coefficient of f) {
    let a = divisor;
    let b = coefficient < 0n ? -coefficient : coefficient;
    while (b > 0n) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor > 1n ? f.map((coefficient) => coefficient / divisor) : f;
}
