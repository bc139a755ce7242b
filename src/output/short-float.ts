/** The shortest decimal that reads back as this 32-bit float. */
export function shortFloat(value: number): string {
  for (let digits = 7; digits < 9; digits++) {
    const near = Number(value.toPrecision(digits));
    if (Math.fround(near) === value) return String(near);
  }
  return String(Number(value.toPrecision(9)));
}
