import type { Cloth } from "../fabric/cloth.ts";
import { AREA, addCorner, cornerStiffness, createCornerSums } from "../fabric/corner-pull.ts";
import { buildCorners, facedEdge } from "../mesh/corners.ts";
import { type Fan, findFan } from "../mesh/fans.ts";
import { nextCorner } from "../mesh/topology.ts";

/**
 * Where a cloth tears. A tear runs on from a vertex of the border, such as its own tip, along an edge, when opening that edge releases
 * more energy than tearing it takes [Griffith21]:
 *
 *     G ≥ Γ,     both in J for each metre of the edge at rest
 *
 * To open it is to split the vertex into the two parts of its fan of triangles. The force q with which one part holds the other
 * is known from the stress of the triangles. At the tip of a slit the lips behind it tell how far they will move apart, for the opening
 * moves on with the tip [RybickiKanninen77]; with δ the opening one edge behind, of length ℓ', and ℓ the length of the edge ahead,
 *
 *     G = ½ q·δ √(ℓ/ℓ') / ℓ
 *
 * Both q ~ √ℓ and δ ~ √ℓ shrink on a finer mesh, G does not: the load at which a notched cloth tears does not depend on the mesh.
 * Where there are no lips, and where they have not moved yet, at least what the vertex alone releases, with all around it held:
 *
 *     G ≥ ½ |q|² (1/k₁ + 1/k₂) / ℓ,     k the stiffness of each part along q
 *
 * A border without a notch begins to tear as if it had one about as long as an edge. Pins hold, whatever pulls. A vertex in a hand may be inside: then two of its
 * edges open, and what is not in the hand comes off it.
 */
export interface Tearing {
  readonly cloth: Cloth;
  /** Corners that face the edges that open at x [m], at most MOST_EDGES, the most overloaded first; one vertex opens in one place. */
  find(x: Float64Array, pinned: Uint8Array, grabbed: Uint8Array): Uint32Array;
}

/** Edges that may open in a step. */
export const MOST_EDGES = 8;

interface Opening {
  readonly corners: readonly number[];
  /** Energy released over energy taken [−]. */
  readonly load: number;
}

const NOTHING = new Uint32Array(0);

export function createTearing(cloth: Cloth, traits: Float64Array): Tearing {
  const { triangles, material, particleCount } = cloth;
  const corners = buildCorners(particleCount, triangles);
  const fans = new Map<number, Fan>();
  const border: number[] = [];
  for (let h = 0; h < triangles.length; h++) {
    if (corners.opposite[h] >= 0) continue;
    for (const i of facedEdge(triangles, h)) if (!fans.has(i)) fans.set(i, findFan(triangles, corners, i));
  }
  for (const i of fans.keys()) border.push(i);
  border.sort((a, b) => a - b);
  const openings: Opening[] = [];
  const [first, second] = [createCornerSums(), createCornerSums()];
  const q = new Float64Array(3);

  /** Length of the edge that corner h faces, at rest [m]. */
  function edgeLength(h: number): number {
    const [a, b] = facedEdge(triangles, h);
    return materialDistance(material, a, b);
  }

  /** Energy that the edges facing these corners take [J]; infinite where they never tear. */
  function energyTaken(facing: readonly number[]): number {
    let energy = 0;
    for (const h of facing) {
      const one = traits[4 * Math.floor(h / 3) + 3];
      const other = traits[4 * Math.floor(corners.opposite[h] / 3) + 3];
      energy += Math.min(one, other) > 0 ? Math.min(one, other) * edgeLength(h) : Number.POSITIVE_INFINITY;
    }
    return energy;
  }

  /** What is released where the triangles of a fan from number `from` to before `to` part from the others along these edges [J]. */
  function energyReleased(x: Float64Array, fan: Fan, from: number, to: number, isGrabbed: boolean): number {
    first.fill(0);
    second.fill(0);
    const lowest = fan.corners.reduce((least, h) => Math.min(least, h));
    let keepsFirst = false; // the part of the lowest triangle keeps the vertex, and the hand that holds it
    for (let n = 0; n < fan.corners.length; n++) {
      const isFirst = n >= from && n < to;
      if (fan.corners[n] === lowest) keepsFirst = isFirst;
      addCorner(triangles, material, traits, x, fan.corners[n], isFirst ? first : second);
    }
    const share = first[AREA] / (first[AREA] + second[AREA]);
    for (let c = 0; c < 3; c++) {
      // towards the first part: what one pulls the other by besides what moves both alike; or, against a hand, by itself
      if (!isGrabbed) q[c] = (1 - share) * first[c] - share * second[c];
      else q[c] = keepsFirst ? -second[c] : first[c];
    }
    const square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    const compliance1 = isGrabbed && keepsFirst ? 0 : 1 / cornerStiffness(first, q);
    const compliance2 = isGrabbed && !keepsFirst ? 0 : 1 / cornerStiffness(second, q);
    const alone = 0.5 * square * (compliance1 + compliance2);
    return fan.isClosed ? alone : Math.max(alone, releasedByLips(x, fan, edgeLength(fan.between[from + to - 1])));
  }

  /** ½ q·δ √(ℓ/ℓ') where the fan lies at the tip of a slit [J]. */
  function releasedByLips(x: Float64Array, fan: Fan, ahead: number): number {
    const [a, b] = lipsOf(triangles, fan);
    const tip = triangles[fan.corners[0]];
    if (materialDistance(material, a, b) !== 0) return 0;
    const behind = materialDistance(material, tip, a);
    let work = 0;
    for (let c = 0; c < 3; c++) work += q[c] * (x[3 * a + c] - x[3 * b + c]);
    return behind > 0 ? 0.5 * work * Math.sqrt(ahead / behind) : 0;
  }

  /** The place where vertex i is most ready to open, if it does. */
  function look(x: Float64Array, i: number, isGrabbed: boolean): void {
    const fan = fans.get(i) ?? findFan(triangles, corners, i);
    let worst: Opening | undefined;
    const consider = (from: number, to: number, facing: readonly number[]): void => {
      const load = energyReleased(x, fan, from, to, isGrabbed) / energyTaken(facing);
      if (load >= 1 && load > (worst?.load ?? 0)) worst = { corners: facing, load };
    };
    for (let n = 0; n < fan.between.length; n++) {
      if (!fan.isClosed) consider(0, n + 1, [fan.between[n]]);
      else for (let m = n + 1; m < fan.between.length; m++) consider(n + 1, m + 1, [fan.between[n], fan.between[m]]);
    }
    if (worst !== undefined) openings.push(worst);
  }

  return {
    cloth,
    find(x, pinned, grabbed) {
      openings.length = 0;
      for (const i of border) if (pinned[i] === 0) look(x, i, grabbed[i] !== 0);
      for (let i = 0; i < particleCount; i++) {
        if (grabbed[i] !== 0 && pinned[i] === 0 && !fans.has(i)) look(x, i, true);
      }
      if (openings.length === 0) return NOTHING;
      openings.sort((a, b) => b.load - a.load || a.corners[0] - b.corners[0]);
      return pickApart(openings);
    },
  };

  /** As many as may open at once: no two at the same vertex, for one relieves the other. */
  function pickApart(sorted: readonly Opening[]): Uint32Array {
    const taken = new Set<number>();
    const picked: number[] = [];
    for (const { corners: facing } of sorted) {
      const ends = facing.flatMap((h) => facedEdge(triangles, h));
      if (picked.length + facing.length > MOST_EDGES || ends.some((i) => taken.has(i))) continue;
      for (const i of ends) taken.add(i);
      picked.push(...facing);
    }
    return Uint32Array.from(picked);
  }
}

/** The vertices at the two ends of an open fan, behind its first triangle and after its last. */
function lipsOf(triangles: Uint32Array, { corners, between }: Fan): [number, number] {
  const ends = (h: number): number[] => [triangles[nextCorner(h)], triangles[nextCorner(nextCorner(h))]];
  const tip = triangles[corners[0]];
  if (between.length === 0) return ends(corners[0]) as [number, number];
  const inner = (h: number): number => facedEdge(triangles, h).find((i) => i !== tip) as number;
  const outer = (h: number, not: number): number => ends(h).find((i) => i !== not) as number;
  return [outer(corners[0], inner(between[0])), outer(corners[corners.length - 1], inner(between[between.length - 1]))];
}

function materialDistance(material: Float64Array, a: number, b: number): number {
  const u = material[2 * b] - material[2 * a];
  const v = material[2 * b + 1] - material[2 * a + 1];
  return Math.sqrt(u * u + v * v);
}
