import { dot3, length3, subtract3, type Vec3 } from "../../src/core/vec3.ts";
import type { BodyCone, GarmentBody } from "../../src/garment/body.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology, type Topology } from "../../src/mesh/topology.ts";
import { point } from "../mesh/measure.ts";

/**
 * Distance to the nearest cone, the long way: a rounded cone is the union of balls along its axis, so the distance is the least
 * of |p − c(s)| − r(s) over s in [0, 1], a convex function of s, found by golden sections.
 */
export function distanceToBody(body: GarmentBody, p: Vec3): number {
  let least = Number.POSITIVE_INFINITY;
  for (const bone of body) for (const cone of bone.cones) least = Math.min(least, distanceToCone(cone, p, least));
  return least;
}

/** The least of these distances over packed points. */
export function leastDistance(body: GarmentBody, positions: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < positions.length / 3; i++) least = Math.min(least, distanceToBody(body, point(positions, i)));
  return least;
}

function distanceToCone({ a, b, ra, rb }: BodyCone, p: Vec3, best: number): number {
  const at = (s: number): number => {
    const x = a[0] + s * (b[0] - a[0]) - p[0];
    const y = a[1] + s * (b[1] - a[1]) - p[1];
    const z = a[2] + s * (b[2] - a[2]) - p[2];
    return Math.sqrt(x * x + y * y + z * z) - (ra + s * (rb - ra));
  };
  if (at(0.5) - length3(subtract3(b, a)) / 2 - Math.abs(rb - ra) / 2 > best) return best;
  const golden = (Math.sqrt(5) - 1) / 2;
  let low = 0;
  let high = 1;
  for (let k = 0; k < 40; k++) {
    const width = golden * (high - low);
    if (at(high - width) < at(low + width)) high = low + width;
    else low = high - width;
  }
  return Math.min(at(0), at(1), at(0.5 * (low + high)));
}

export function edgeLengths({ positions, triangles }: Surface): number[] {
  const { edges } = buildTopology(positions.length / 3, triangles);
  return Array.from({ length: edges.length / 2 }, (_, e) =>
    length3(subtract3(point(positions, edges[2 * e]), point(positions, edges[2 * e + 1]))),
  );
}

/** Every angle of every triangle [degrees]. */
export function anglesOf({ positions, triangles }: Surface): number[] {
  return Array.from(triangles, (corner, h) => {
    const t = h - (h % 3);
    const a = point(positions, corner);
    const u = subtract3(point(positions, triangles[t + ((h + 1) % 3)]), a);
    const v = subtract3(point(positions, triangles[t + ((h + 2) % 3)]), a);
    return (Math.acos(dot3(u, v) / (length3(u) * length3(v))) * 180) / Math.PI;
  });
}

/** The number of closed loops that the border edges make; throws where a border vertex has not two of them. */
export function borderLoops({ edges, boundaryEdges }: Topology): number {
  const next = new Map<number, number[]>();
  for (const e of boundaryEdges) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  }
  for (const [vertex, ends] of next) if (ends.length !== 2) throw new Error(`vertex ${vertex} pinches the border`);
  return componentCount(next);
}

/** The number of pieces that hang together by edges. */
export function pieceCount({ edges }: Topology): number {
  const next = new Map<number, number[]>();
  for (let e = 0; e < edges.length; e += 2) {
    for (const [a, b] of [
      [edges[e], edges[e + 1]],
      [edges[e + 1], edges[e]],
    ]) {
      const list = next.get(a);
      if (list === undefined) next.set(a, [b]);
      else list.push(b);
    }
  }
  return componentCount(next);
}

function componentCount(next: ReadonlyMap<number, readonly number[]>): number {
  const seen = new Set<number>();
  let count = 0;
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    count++;
    const open = [start];
    seen.add(start);
    for (let v = open.pop(); v !== undefined; v = open.pop()) {
      for (const w of next.get(v) ?? []) {
        if (seen.has(w)) continue;
        seen.add(w);
        open.push(w);
      }
    }
  }
  return count;
}
