/**
 * Queries of the continuous test as text: eight rows a query, the four vertices at the start and then at the end of the step, each
 * `xn,xd,yn,yd,zn,zd,truth` with whole numbers, x = xn/xd, and truth 1 for a hit and 0 for none. The order of the vertices is that of
 * the public sample queries of Wang et al.: point, triangle; or both ends of one edge, both ends of the other.
 */

/** @typedef {{ xs: Float64Array, xe: Float64Array, truth: boolean }} Query four vertices (12 numbers) at the start and end */

const ROWS = 8;
/** More characters than any ratio of two doubles needs. */
const LONGEST = 1300;

/**
 * Parses all queries. A fault throws an Error whose message is one line that names the row.
 * @param {string} text
 * @returns {{ queries: Query[], rounded: number }} `rounded`: how many coordinates are no doubles and were rounded to the nearest
 */
export function parseQueries(text) {
  const rows = text.split(/\r?\n/);
  while (rows.at(-1) === "") rows.pop();
  if (rows.length === 0) throw new Error("the file is empty; a query has eight rows");
  /** @type {Query[]} */
  const queries = [];
  let rounded = 0;
  for (let row = 0; row < rows.length; row++) {
    const fields = rows[row].split(",");
    const where = `row ${row + 1}`;
    if (fields.length !== 7) throw new Error(`${where}: ${fields.length} fields; a row is xn,xd,yn,yd,zn,zd,truth`);
    const truth = fields[6].trim();
    if (truth !== "0" && truth !== "1") throw new Error(`${where}: truth is ${show(truth)}; it must be 0 or 1`);
    const part = row % ROWS;
    if (part === 0) queries.push({ xs: new Float64Array(12), xe: new Float64Array(12), truth: truth === "1" });
    const query = queries[queries.length - 1];
    if (query.truth !== (truth === "1")) throw new Error(`${where}: truth changes within a query; all eight rows repeat it`);
    const x = part < 4 ? query.xs : query.xe;
    for (let k = 0; k < 3; k++) {
      const { value, exact } = parseRatio(fields[2 * k], fields[2 * k + 1], where);
      x[3 * (part % 4) + k] = value;
      if (!exact) rounded++;
    }
  }
  if (rows.length % ROWS > 0) throw new Error(`${rows.length} rows; a query has eight, so the last one is cut off`);
  return { queries, rounded };
}

/** @param {string} numerator @param {string} denominator @param {string} where */
function parseRatio(numerator, denominator, where) {
  for (const text of [numerator, denominator]) {
    if (text.length > LONGEST || !/^\s*[+-]?\d+\s*$/.test(text)) throw new Error(`${where}: ${show(text)} is no whole number`);
  }
  const n = BigInt(numerator.trim().replace("+", ""));
  const d = BigInt(denominator.trim().replace("+", ""));
  if (d === 0n) throw new Error(`${where}: the denominator is 0`);
  const ratio = nearestDouble(n, d);
  if (!Number.isFinite(ratio.value)) throw new Error(`${where}: ${show(`${numerator}/${denominator}`)} is too large for a double`);
  return ratio;
}

/**
 * The double nearest to n/d, ties to even.
 * @param {bigint} n @param {bigint} d
 * @returns {{ value: number, exact: boolean }}
 */
export function nearestDouble(n, d) {
  if (n === 0n) return { value: 0, exact: true };
  const negative = n < 0n !== d < 0n;
  const a = n < 0n ? -n : n;
  const b = d < 0n ? -d : d;
  // the unit in the last place is 2^exponent: 53 bits of quotient, fewer below the normal range
  let exponent = Math.max(bitLength(a) - bitLength(b) - 52, -1074);
  if (exponent > -1074 && quotient(a, b, exponent)[0] < 1n << 52n) exponent--;
  let [mantissa, rest, divisor] = quotient(a, b, exponent);
  const exact = rest === 0n;
  if (2n * rest > divisor || (2n * rest === divisor && (mantissa & 1n) === 1n)) mantissa++;
  const half = Math.trunc(exponent / 2);
  const size = Number(mantissa) * 2 ** half * 2 ** (exponent - half);
  return { value: negative ? -size : size, exact };
}

/** a / (b · 2^exponent): quotient, rest and divisor. @param {bigint} a @param {bigint} b @param {number} exponent */
function quotient(a, b, exponent) {
  const over = exponent < 0 ? a << BigInt(-exponent) : a;
  const under = exponent > 0 ? b << BigInt(exponent) : b;
  return [over / under, over % under, under];
}

/** @param {bigint} a */
function bitLength(a) {
  return a.toString(2).length;
}

/** @param {string} text */
function show(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
