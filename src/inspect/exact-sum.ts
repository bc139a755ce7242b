/**
 * Sums of products without rounding, after the idea of [Shewchuk97]: a number is kept as an unevaluated sum of doubles
 * that do not overlap, smallest first (an *expansion*), and one more double is added by letting its rounding errors ripple
 * through. Nothing is lost as long as no product leaves the range of doubles at either end.
 */

/** Splits a double into two halves of 26 bits whose products are exact [Dekker71]. */
const SPLITTER = 134217729; // 2^27 + 1

/** What rounding took from the sum s = a + b, exactly. */
export function sumTail(a: number, b: number, s: number): number {
  const bRounded = s - a;
  return a - (s - bRounded) + (b - bRounded);
}

/** What rounding took from the difference s = a − b, exactly. */
export function differenceTail(a: number, b: number, s: number): number {
  return sumTail(a, -b, s);
}

/** What rounding took from the product p = a b, exactly. */
export function productTail(a: number, b: number, p: number): number {
  const ca = SPLITTER * a;
  const a1 = ca - (ca - a);
  const a0 = a - a1;
  const cb = SPLITTER * b;
  const b1 = cb - (cb - b);
  const b0 = b - b1;
  return a0 * b0 - (p - a1 * b1 - a0 * b1 - a1 * b0);
}

/** Adds b to the expansion in the first `length` places of e, in place; returns the new length. Zeros are left out. */
export function addNumber(e: Float64Array, length: number, b: number): number {
  let carry = b;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const part = e[i];
    const s = carry + part;
    const tail = sumTail(carry, part, s);
    carry = s;
    if (tail !== 0) e[kept++] = tail;
  }
  if (carry !== 0) e[kept++] = carry;
  return kept;
}

/** Adds a b to the expansion e of the given length; returns the new length. */
export function addProduct(e: Float64Array, length: number, a: number, b: number): number {
  if (a === 0 || b === 0) return length;
  const p = a * b;
  return addNumber(e, addNumber(e, length, productTail(a, b, p)), p);
}

/** Adds a b c to the expansion e of the given length; returns the new length. */
export function addTripleProduct(e: Float64Array, length: number, a: number, b: number, c: number): number {
  if (a === 0 || b === 0) return length;
  const p = a * b;
  return addProduct(e, addProduct(e, length, productTail(a, b, p), c), p, c);
}
