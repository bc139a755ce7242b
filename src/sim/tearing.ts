import type { Cloth } from "../fabric/cloth.ts";
import { AREA, addCorner, cornerStiffness, createCornerSums } from "../fabric/corner-pull.ts";
import { buildCorners, facedEdge } from "../mesh/corners.ts";
import { type Fan, findFan } from "../mesh/fans.ts";
import { nextCorner } from "../mesh/next-corner.ts";

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

/** A vertex that may open, with what does not change. */
interface Tip {
  readonly fan: Fan;
  /** The lowest corner: its part of the fan keeps the vertex, and the hand that holds it. */
  readonly lowest: number;
  /** Length at rest [m] of each edge between triangles, and the energy that it takes [J], infinite where it never tears. */
  readonly length: Float64Array;
  readonly taken: Float64Array;
  /** The vertices at the ends of an open fan, and ℓ' [m] where they are the lips of a slit, else 0. */
  readonly lips: readonly [number, number];
  readonly behind: number;
}

interface Opening {
  readonly corners: readonly number[];
  /** Energy released over energy taken [−]. */
  readonly load: number;
}

const NOTHING = new Uint32Array(0);

export function createTearing(cloth: Cloth, traits: Float64Array): Tearing {
  const { triangles, material, particleCount } = cloth;
  const corners = buildCorners(particleCount, triangles);
  const tips = new Map<number, Tip>();
  for (let h = 0; h < triangles.length; h++) {
    if (corners.opposite[h] >= 0) continue;
    for (const i of facedEdge(triangles, h)) if (!tips.has(i)) tips.set(i, createTip(i));
  }
  const border = Uint32Array.from(tips.keys()).sort();
  const openings: Opening[] = [];
  const [first, second] = [createCornerSums(), createCornerSums()];
  const q = new Float64Array(3);
  const released = new Float64Array(1); // a number that a large function returns is allocated

  function createTip(i: number): Tip {
    const fan = findFan(triangles, corners, i);
    const length = Float64Array.from(fan.between, (h) => materialDistance(material, ...facedEdge(triangles, h)));
    const taken = length.map((metres, n) => {
      const sides = [fan.between[n], corners.opposite[fan.between[n]]];
      const gamma = Math.min(...sides.map((h) => traits[4 * Math.floor(h / 3) + 3]));
      return gamma > 0 ? gamma * metres : Number.POSITIVE_INFINITY;
    });
    const lips = lipsOf(triangles, fan);
    const isSlit = !fan.isClosed && materialDistance(material, ...lips) === 0;
    const behind = isSlit ? materialDistance(material, i, lips[0]) : 0;
    return { fan, lowest: Math.min(...fan.corners), length, taken, lips, behind };
  }

  /** What is released where the triangles of a fan from number `from` to before `to` part from the others, into `released` [J]. */
  function computeReleased(x: Float64Array, tip: Tip, from: number, to: number, isGrabbed: boolean): void {
    const { fan, lowest, lips, behind } = tip;
    first.fill(0);
    second.fill(0);
    let keepsFirst = false;
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
    released[0] = alone;
    if (behind === 0) return;
    let work = 0;
    for (let c = 0; c < 3; c++) work += q[c] * (x[3 * lips[0] + c] - x[3 * lips[1] + c]);
    released[0] = Math.max(alone, 0.5 * work * Math.sqrt(tip.length[to - 1] / behind));
  }

  /** Finds the place where a vertex is most ready to open, if it does. */
  function look(x: Float64Array, tip: Tip, isGrabbed: boolean): void {
    const { between, isClosed } = tip.fan;
    let most = 0;
    let worst = -1;
    let other = -1;
    for (let n = 0; n < between.length; n++) {
      // an open fan is parted by one edge, a closed one by two
      for (let m = isClosed ? n + 1 : n; m < (isClosed ? between.length : n + 1); m++) {
        const taken = isClosed ? tip.taken[n] + tip.taken[m] : tip.taken[n];
        computeReleased(x, tip, isClosed ? n + 1 : 0, m + 1, isGrabbed);
        const load = released[0] / taken;
        if (!(load >= 1 && load > most)) continue;
        most = load;
        worst = n;
        other = m;
      }
    }
    if (worst < 0) return;
    openings.push({ corners: isClosed ? [between[worst], between[other]] : [between[worst]], load: most });
  }

  function lookInside(x: Float64Array, i: number): void {
    const tip = tips.get(i) ?? createTip(i);
    tips.set(i, tip);
    if (tip.fan.isClosed) look(x, tip, true);
  }

  return {
    cloth,
    find(x, pinned, grabbed) {
      openings.length = 0;
      for (let k = 0; k < border.length; k++) {
        const i = border[k];
        if (pinned[i] === 0) look(x, tips.get(i) as Tip, grabbed[i] !== 0);
      }
      for (let i = 0; i < particleCount; i++) if (grabbed[i] !== 0 && pinned[i] === 0) lookInside(x, i);
      if (openings.length === 0) return NOTHING;
      openings.sort((a, b) => b.load - a.load || a.corners[0] - b.corners[0]);
      return pickApart(triangles, openings);
    },
  };
}

/** As many as may open at once: no two at the same vertex, for one relieves the other. */
function pickApart(triangles: Uint32Array, sorted: readonly Opening[]): Uint32Array {
  const taken = new Set<number>();
  const picked: number[] = [];
  for (const { corners } of sorted) {
    const ends = corners.flatMap((h) => facedEdge(triangles, h));
    if (picked.length + corners.length > MOST_EDGES || ends.some((i) => taken.has(i))) continue;
    for (const i of ends) taken.add(i);
    picked.push(...corners);
  }
  return Uint32Array.from(picked);
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
