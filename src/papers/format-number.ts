/** A number for people: so many significant digits, thousands apart, powers of ten where it is very large or small; a dash for none. */
export function formatNumber(value: number, digits: number = 3): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-3) {
    const [mantissa, power] = value.toExponential(Math.max(0, digits - 1)).split("e");
    const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
    const raised = superscript(String(Number(power)));
    return short === "1" ? `10${raised}` : `${minus(short)}·10${raised}`;
  }
  // whole numbers are not rounded
  const text = Number.isInteger(value) ? String(value) : plain(value, digits);
  const [whole, fraction] = text.split(".");
  const grouped = whole.replace(/^-/, "").length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  return minus(fraction === undefined ? grouped : `${grouped}.${fraction}`);
}

function plain(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))); // not in a step
  return rounded
    .toFixed(Math.min(20, decimals))
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

function minus(text: string): string {
  return text.replace("-", "−");
}

function superscript(power: string): string {
  return power.replace(/./g, (digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]));
}
