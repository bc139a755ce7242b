import type { Topology } from "./topology.ts";

/**
 * The triangles with one turning sense in each connected piece: neighbours run along their common edge in opposite
 * directions. In each piece the sense of the majority wins (of the first triangle when they are equal), and a turned triangle
 * keeps its first corner and swaps the other two. A one-sided piece (a Möbius strip) has no common sense; it is made
 * consistent along a spanning tree. The topology of turned triangles must be built anew.
 */
export function orientTriangles(triangles: Uint32Array, topology: Topology): Uint32Array {
  const triangleCount = triangles.length / 3;
  const { hinges, hingeTriangles } = topology;
  const { start, hingeOf } = hingesByTriangle(triangleCount, hingeTriangles);
  const turned = new Uint8Array(triangleCount);
  const seen = new Uint8Array(triangleCount);
  const queue = new Uint32Array(triangleCount);
  for (let seed = 0; seed < triangleCount; seed++) {
    if (seen[seed] === 1) continue;
    let size = 0;
    let turnedCount = 0;
    queue[size++] = seed;
    seen[seed] = 1;
    for (let head = 0; head < size; head++) {
      const t = queue[head];
      for (let n = start[t]; n < start[t + 1]; n++) {
        const h = hingeOf[n];
        const other = hingeTriangles[2 * h] === t ? hingeTriangles[2 * h + 1] : hingeTriangles[2 * h];
        if (seen[other] === 1) continue;
        seen[other] = 1;
        // The first triangle of a hinge runs from k to l; the second must run from l to k.
        const clash = runsAlong(triangles, hingeTriangles[2 * h + 1], hinges[4 * h + 2], hinges[4 * h + 3]) ? 1 : 0;
        turned[other] = turned[t] ^ clash;
        turnedCount += turned[other];
        queue[size++] = other;
      }
    }
    if (2 * turnedCount > size) {
      for (let m = 0; m < size; m++) turned[queue[m]] ^= 1;
    }
  }

  const oriented = triangles.slice();
  for (let t = 0; t < triangleCount; t++) {
    if (turned[t] === 0) continue;
    oriented[3 * t + 1] = triangles[3 * t + 2];
    oriented[3 * t + 2] = triangles[3 * t + 1];
  }
  return oriented;
}

/** Whether a surface is closed and of one turning sense: every edge has two triangles, which run along it in opposite directions. */
export function isClosed({ hinges, hingeTriangles, boundaryEdges }: Topology, triangles: Uint32Array): boolean {
  for (let h = 0; 4 * h < hinges.length; h++) {
    if (runsAlong(triangles, hingeTriangles[2 * h + 1], hinges[4 * h + 2], hinges[4 * h + 3])) return false;
  }
  return boundaryEdges.length === 0 && triangles.length > 0;
}

function runsAlong(triangles: Uint32Array, t: number, from: number, to: number): boolean {
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  return (a === from && b === to) || (b === from && c === to) || (c === from && a === to);
}

function hingesByTriangle(triangleCount: number, hingeTriangles: Uint32Array): { start: Uint32Array; hingeOf: Uint32Array } {
  const start = new Uint32Array(triangleCount + 1);
  for (let n = 0; n < hingeTriangles.length; n++) start[hingeTriangles[n] + 1]++;
  for (let t = 0; t < triangleCount; t++) start[t + 1] += start[t];
  const cursor = start.slice();
  const hingeOf = new Uint32Array(hingeTriangles.length);
  for (let n = 0; n < hingeTriangles.length; n++) hingeOf[cursor[hingeTriangles[n]]++] = n >> 1;
  return { start, hingeOf };
}
