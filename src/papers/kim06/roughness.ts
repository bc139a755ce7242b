/** How much a square cloth of so many particles a side bends at each particle, along its rows or down its columns: the second difference of positions [spacings]. */
export function bends(x: Float64Array, side: number, along: "rows" | "columns"): number[] {
  const step = along === "rows" ? 1 : side;
  return Array.from({ length: side * side }, (_, particle) => {
    const place = along === "rows" ? particle % side : Math.floor(particle / side);
    if (place === 0 || place === side - 1) return 0;
    let squared = 0;
    for (let c = 3 * particle; c < 3 * particle + 3; c++) {
      const bend = x[c - 3 * step] - 2 * x[c] + x[c + 3 * step];
      squared += bend * bend;
    }
    return Math.sqrt(squared);
  });
}

/** The RMS of that over all particles that have a neighbour on either side [spacings]. */
export function roughness(x: Float64Array, side: number, along: "rows" | "columns"): number {
  const sum = bends(x, side, along).reduce((total, bend) => total + bend * bend, 0);
  return Math.sqrt(sum / (side * (side - 2)));
}
