/** What is wrong with a surface that should be a closed manifold; nothing if it is one. */
export function manifoldFaults(vertexCount: number, triangles: Uint32Array): string[] {
  const faults: string[] = [];
  const sides = new Map<number, number>();
  const links: number[][] = Array.from({ length: vertexCount }, () => []);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const c = triangles[t + ((k + 2) % 3)];
      if (a === b) faults.push(`triangle ${t / 3} has a vertex twice`);
      sides.set(a * vertexCount + b, (sides.get(a * vertexCount + b) ?? 0) + 1);
      links[a].push(b, c);
    }
  }
  for (const [side, times] of sides) {
    const a = Math.floor(side / vertexCount);
    const b = side % vertexCount;
    if (times !== 1) faults.push(`side ${a} ${b} occurs ${times} times`);
    if (sides.get(b * vertexCount + a) !== 1) faults.push(`side ${a} ${b} is not met by its reverse`);
  }
  // the triangles about a vertex form one ring: following b → c leads once around
  links.forEach((pairs, vertex) => {
    const next = new Map<number, number>();
    for (let k = 0; k < pairs.length; k += 2) next.set(pairs[k], pairs[k + 1]);
    let steps = 0;
    let at: number | undefined = pairs[0];
    do {
      at = at === undefined ? undefined : next.get(at);
      steps++;
    } while (at !== undefined && at !== pairs[0] && steps <= pairs.length);
    if (at !== pairs[0] || 2 * steps !== pairs.length) faults.push(`the triangles about vertex ${vertex} are no ring`);
  });
  return faults;
}

/** Volume inside a closed surface whose triangles face outwards [m³]. */
export function enclosedVolume(positions: Float64Array, triangles: Uint32Array): number {
  let six = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}
