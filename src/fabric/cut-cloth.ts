import { finish, type Slices } from "../core/slices.ts";
import { cutFacedEdges, findEdgeCorners, type MeshCut, type VertexPair } from "../mesh/cut.ts";
import type { Cloth } from "./cloth.ts";
import { mapClothArrays } from "./cloth-arrays.ts";
import { cutHinges, cutSprings } from "./cut-elements.ts";
import type { CutSurface } from "./cut-links.ts";
import { gather } from "./gather.ts";
import { computeRestAreas, type RestShape } from "./rest-shape.ts";

/** A cloth after a cut, and the particle before it of which each particle is, or is a copy. */
export interface ClothCut {
  readonly cloth: Cloth;
  readonly origin: Uint32Array;
}

/**
 * Cuts a cloth along edges of its mesh (see `cutMesh`). Nothing is lost but what the cut severs:
 *
 *     particles  the copies of a particle share its mass and viscous damping as their triangles share the rest area around it
 *     springs    stay between the copies of their ends that are still as near each other in the mesh as they were:
 *                  along an edge, or across an edge      what `findLinks` leaves; a cut edge has a spring on either side
 *                  two such steps apart, or in a row     what is left by way of the vertex between them (`findSpans`)
 *                  further apart, or not in the mesh     whole, between the first copies: a cut does not see such springs
 *     hinges     about an edge: whole, unless the edge has come open; over three vertices in a row: like springs two steps apart
 *     triangles  all, with their stiffness; those of a piece that has come open without pressure
 *
 * `rest` is where the particles are at rest, the material coordinates by default; a triangle without area there counts as 1 m². A cut
 * that opens nothing gives back the same cloth.
 */
export function cutCloth(cloth: Cloth, edges: readonly VertexPair[], rest: RestShape = materialShape(cloth)): ClothCut {
  return finish(cutClothAt(cloth, findEdgeCorners(cloth.particleCount, cloth.triangles, edges), rest));
}

/** The same along the edges that these corners face. */
export function* cutClothAt(cloth: Cloth, facing: ArrayLike<number>, rest: RestShape): Slices<ClothCut> {
  const { particleCount, triangles } = cloth;
  const cut = cutFacedEdges(particleCount, triangles, facing);
  const { origin, corners } = cut;
  if (cut.particleCount === particleCount) return { cloth, origin };
  yield;

  const weight = new Float64Array(triangles.length / 3);
  computeRestAreas(triangles, rest, weight);
  for (let t = 0; t < weight.length; t++) if (!(weight[t] > 0)) weight[t] = 1;
  const surface: CutSurface = { before: triangles, after: cut.triangles, corners, weight, rest };
  const near = findNearby(origin, triangles, particleCount);
  const share = computeShares(cut, triangles, weight);
  yield;
  const springs = yield* cutSprings(cloth.springs, surface, near);
  yield;
  const hinges = yield* cutHinges(cloth.hinges, surface, near);
  yield;
  const arrays = mapClothArrays((name, { of, stride, whenCut }) => {
    const values = cloth[name];
    if (values === undefined || whenCut === "drop") return undefined;
    if (whenCut === "share") return shareOut(values, origin, share);
    if (whenCut === "open") return letOut(cloth, values, origin);
    return of === "particle" && values.length > 0 ? withCopies(values, stride, origin) : values;
  });
  const { material, triangleStiffness, revision, parts } = cloth;
  const after: Cloth = {
    material,
    triangleStiffness,
    ...arrays,
    revision: revision + 1,
    particleCount: cut.particleCount,
    springs,
    hinges,
    triangles: cut.triangles,
    origin: gather(cloth.origin, 1, origin),
    parts,
    ...keepOrdering(cloth, origin),
  };
  return { cloth: after, origin };
}

/** To order a cut cloth anew would take longer than all the rest, and a cut makes it no harder to factor. */
function keepOrdering({ ordering, elimination, particleCount }: Cloth, origin: Uint32Array): Partial<Cloth> {
  if (ordering === undefined) return {};
  const copies = new Map<number, number[]>();
  for (let i = particleCount; i < origin.length; i++) copies.set(origin[i], [...(copies.get(origin[i]) ?? []), i]);
  const kept = new Uint32Array(origin.length);
  let count = 0;
  for (let k = 0; k < particleCount; k++) {
    const i = elimination === undefined ? k : elimination[k];
    kept[count++] = i;
    for (const copy of copies.get(i) ?? []) kept[count++] = copy;
  }
  return { ordering, elimination: kept };
}

/** The same particles without some springs (indices into `cloth.springs`). */
export function removeSprings(cloth: Cloth, springIndices: ArrayLike<number>): Cloth {
  const { springs, revision } = cloth;
  const gone = Uint32Array.from(new Set(Array.from(springIndices))).sort();
  return {
    ...cloth,
    revision: revision + 1,
    springs: {
      count: springs.count - gone.length,
      ends: without(springs.ends, 2, gone),
      restLength: without(springs.restLength, 1, gone),
      stiffness: without(springs.stiffness, 1, gone),
      kind: without(springs.kind, 1, gone),
      asymmetric: without(springs.asymmetric, 1, gone),
      relativeDamping: without(springs.relativeDamping, 1, gone),
    },
  };
}

/** Rows of `stride` numbers without those of these indices, ascending: copied in runs, for there are few gaps. */
export function without<Values extends Float64Array | Uint32Array | Uint8Array>(values: Values, stride: number, gone: Uint32Array): Values {
  const out = new (values.constructor as new (length: number) => Values)(values.length - stride * gone.length);
  let from = 0;
  let to = 0;
  for (let k = 0; k <= gone.length; k++) {
    const end = k < gone.length ? stride * gone[k] : values.length;
    out.set(values.subarray(from, end), to);
    to += end - from;
    from = end + stride;
  }
  return out;
}

/** Rows of `stride` numbers of the particles before a cut, and behind them those of copies: the rows that `origin` has there. Into `out`, where there is one. */
export function withCopies<Values extends Float64Array | Float32Array | Uint8Array>(
  values: Values,
  stride: number,
  origin: Uint32Array,
  out: Values = new (values.constructor as new (length: number) => Values)(stride * origin.length),
): Values {
  out.set(values);
  for (let i = values.length / stride; i < origin.length; i++) {
    out.set(values.subarray(stride * origin[i], stride * origin[i] + stride), stride * i);
  }
  return out;
}

function materialShape({ particleCount, material }: Cloth): RestShape {
  return { dimension: 2, coordinates: material.length > 0 ? material : new Float64Array(2 * particleCount) };
}

/** The vertices at most two edges away from one that was split: nothing further away can have been severed. */
export function findNearby(origin: Uint32Array, triangles: Uint32Array, particleCount: number): Uint8Array {
  let near = new Uint8Array(particleCount);
  for (let i = particleCount; i < origin.length; i++) near[origin[i]] = 1;
  for (let ring = 0; ring < 2; ring++) {
    const wider = near.slice();
    for (let q = 0; q < triangles.length; q += 3) {
      if ((near[triangles[q]] | near[triangles[q + 1]] | near[triangles[q + 2]]) === 0) continue;
      for (let h = q; h < q + 3; h++) wider[triangles[h]] = 1;
    }
    near = wider;
  }
  return near;
}

/** What part of its origin each copy gets; 1 for a particle that was not split. */
function computeShares({ origin, triangles }: MeshCut, before: Uint32Array, weight: Float64Array): Float64Array {
  const own = new Float64Array(origin.length);
  const total = new Float64Array(origin.length);
  for (let h = 0; h < triangles.length; h++) {
    own[triangles[h]] += weight[Math.floor(h / 3)];
    total[before[h]] += weight[Math.floor(h / 3)];
  }
  return own.map((part, i) => (total[origin[i]] > 0 ? part / total[origin[i]] : 1));
}

/** The pressure on each triangle after a cut: none on a piece of cloth of which a vertex has been split, for it has come open. */
function letOut({ triangles, particleCount }: Cloth, pressure: Float64Array, origin: Uint32Array): Float64Array {
  const open = new Uint8Array(particleCount);
  for (let i = particleCount; i < origin.length; i++) open[origin[i]] = 1;
  for (let grows = true; grows; ) {
    grows = false;
    for (let q = 0; q < triangles.length; q += 3) {
      const count = open[triangles[q]] + open[triangles[q + 1]] + open[triangles[q + 2]];
      if (count === 0 || count === 3) continue;
      for (let h = q; h < q + 3; h++) open[triangles[h]] = 1;
      grows = true;
    }
  }
  return pressure.map((p, t) => (open[triangles[3 * t]] === 1 ? 0 : p));
}

/** Gives every copy its share, and the first one what is left, so that the sum stays. */
function shareOut(values: Float64Array, origin: Uint32Array, share: Float64Array): Float64Array {
  const out = new Float64Array(origin.length);
  out.set(values);
  for (let i = values.length; i < origin.length; i++) {
    out[i] = values[origin[i]] * share[i];
    out[origin[i]] -= out[i];
  }
  return out;
}
