import type { Cloth } from "../../fabric/cloth.ts";
import { type BodyHeights, createBodyHeights } from "../bodies/body-heights.ts";
import type { NearBodies } from "../bodies/near-bodies.ts";
import type { CollisionMesh } from "../search/collision-mesh.ts";
import { FAR } from "../shapes/collider.ts";
import { DEEP, lengthAt } from "./body-patches.ts";
import { createDeepStarts, hasPassed } from "./deep-starts.ts";
import { createLayerHold, type LayerHold } from "./layer-hold.ts";
import { createLayerRaise, FALL, type Heights } from "./layer-raise.ts";
import type { LetDown } from "./let-down.ts";
import { createOneSide, type OneSide } from "./one-side.ts";
import { createTangleGroups, NONE } from "./tangle-groups.ts";
import type { Tangles } from "./tangles.ts";

/**
 * One way out for cloths that cross each other in a body or on it. Drawn apart as anywhere else, one of them would be pushed into the body, and
 * the body would lay all of them into its surface, each through the others. And one for cloth that starts deep in a body: brought out particle by
 * particle it would be stretched as far as it is deep. Such a group goes outwards alone:
 *
 * 1. Where the normals n of the body agree near a group, its way out is their mean N, and all of it goes out together, which stretches nothing.
 *    Around a limb they do not: each particle goes along its own, by D − φ⁺/2, with D the way out of the deepest one and φ its own height. So does
 *    what is held somewhere, along N. Cloth that lies through a body, with normals that lead outwards in its own plane, has a way across it (one-side).
 * 2. When it is out, the cloths of a group are put in layers (layer-raise). A cloth that crosses itself alone is drawn apart by untangling: of two pieces the one
 *    that would have to go towards the body stays.
 *
 * Positions are shifted, at most at `pushSpeed`; velocities are not, but for those that lead back. Meanwhile what is in the body is not met by it.
 * What was lifted so from the start comes down softly (let-down).
 */
export interface TangleLift {
  /**
   * At the start of a step, of which the crossings are known, where there are some, at x [m]: finds the groups near bodies, and marks those in
   * layers as tangled.
   */
  find(x: Float64Array, inverseMass: Float64Array, tangles?: TanglesFound): void;
  /** Whether there are such groups; the ways out of their particles, of length 1, three numbers each, 0 for others. */
  readonly isNear: boolean;
  readonly outward: Float64Array;
  /** Changes the shift that draws tangles apart so that groups go outwards, and takes from v what leads them back. */
  apply(v: Float64Array, held: Uint8Array, h: number, shift: Float64Array): void;
  /** Marks of what goes outwards in a body: it is not to be met by bodies in this step. */
  readonly spared: Uint8Array;
  /** After `apply`, at the start: has the method hold what is nearly in its layer around a limb, where its own tension would undo that within the step. */
  readonly hold: LayerHold["apply"];
  /** Before it: lets down what was lifted in earlier steps (let-down). `drift` is the velocity of bodies of triangles. */
  lower(x: Float64Array, v: Float64Array, held: Uint8Array, h: number, drift: Float64Array): void;
}

type TanglesFound = Pick<Tangles, "visitCrossings" | "addWaysOut" | "vertices">;

/** Tangles so far above a body are drawn apart like others [m]; of groups around a limb what is farther than this. */
const REACH = 0.05;
const FARTHEST = 0.15;
/** Normals agree where their sum is longer than this part of their number. */
const AGREEMENT = 0.35;
/** A normal across the way out says nothing of how far it is: it counts as one with this cosine. */
const ALONG = 0.3;
/** Ways are nearly the same where their cosine is more than this. */
const STRAIGHT = 0.8;
/** What lacks less than this of the height of its layer is nearly there [m]. */
const NEARLY = 4 * FALL;
/** The share of `pushSpeed` at which cloth goes out of a body of triangles if none of it crosses other cloth [−]. */
const UNCROSSED = 0.5;

/** What of the surfaces matters: their mesh, with the particles first, and where these start. */
export interface LiftedSurfaces {
  readonly mesh: CollisionMesh;
  readonly start: Float64Array;
}

export function createTangleLift(
  bodies: NearBodies,
  cloth: Cloth,
  pushSpeed: number,
  letDown: LetDown,
  surfaces?: LiftedSurfaces,
): TangleLift {
  const { particleCount: count } = cloth;
  const vertexCount = surfaces?.mesh.vertexCount ?? count;
  const { length: partCount } = cloth.parts;
  const body = createBodyHeights(bodies);
  const tangleGroups = createTangleGroups(cloth);
  const { part, groups, sizes, areCrossed, find: findGroups } = tangleGroups;
  const sides = createOneSide(cloth, tangleGroups, body, createBodyHeights(bodies), letDown);
  const outward = new Float64Array(3 * count);
  const above: Heights = { heights: new Float64Array(count), normals: outward };
  const layers = surfaces && createLayerRaise(surfaces.mesh, cloth, part, above, surfaces.start);
  const deepStarts = createDeepStarts(body, part, partCount, letDown);
  /** By the first cloth of a group: whether it is near a body, the depth of its deepest particle, and how far it is to go [m]. */
  const isAtBody = new Uint8Array(partCount);
  /** How fast it goes out of a body of triangles, of `pushSpeed`: layers in it come apart before they are out; 0 where it is in none. */
  const meshShares = new Float64Array(partCount);
  const isHeld = new Uint8Array(partCount);
  const depths = new Float64Array(partCount);
  const ways = new Float64Array(partCount);
  /** The way out of each group, of length 1, where normals agree; the weights of which it is the mean. */
  const directions = new Float64Array(3 * partCount);
  const hasDirection = new Uint8Array(partCount);
  const weights = new Float64Array(partCount);
  const cleared = [isAtBody, meshShares, isHeld, hasDirection, depths, ways, directions, weights, outward];
  /** The ways out of bodies of triangles, by vertex. */
  const fromMeshes = new Float64Array(vertexCount > count ? 3 * vertexCount : 0);
  const spared = new Uint8Array(count);
  const layerHold = createLayerHold(body.carries);

  /** Measures the particles of groups, and sums the normals of those near bodies. */
  function look(x: Float64Array, inverseMass: Float64Array): void {
    for (const values of cleared) values.fill(0);
    for (let i = 0; i < count; i++) {
      above.heights[i] = FAR;
      body.heights[i] = FAR;
      const group = groups[part[i]];
      if (group === NONE) continue;
      if (inverseMass[i] === 0) isHeld[group] = 1;
      lookAtMeshes(i, group);
      body.measure(i, x, FARTHEST);
      const height = body.heights[i];
      if (!(height < REACH)) continue;
      isAtBody[group] = 1;
      depths[group] = Math.max(depths[group], -height);
      weights[group] += REACH - height;
      for (let c = 0; c < 3; c++) directions[3 * group + c] += (REACH - height) * body.normals[3 * i + c];
    }
  }

  /** Of bodies of triangles it is known where pieces go that have passed through them. */
  function lookAtMeshes(i: number, group: number): void {
    if (!hasPassed(i, fromMeshes)) return;
    const scale = REACH / lengthAt(i, fromMeshes);
    isAtBody[group] = 1;
    meshShares[group] = areCrossed[group] !== 0 ? 1 / sizes[group] : UNCROSSED;
    weights[group] += REACH;
    for (let c = 0; c < 3; c++) directions[3 * group + c] += scale * fromMeshes[3 * i + c];
  }

  /** Heights along the way out of the group, or above the body, and how far the group is to go for what is in the body. */
  function place(i: number, group: number, x: Float64Array): void {
    const isToSide = sides.goes(i);
    const isTogether = hasDirection[group] !== 0 || isToSide;
    if (!isTogether && body.heights[i] === FAR) return;
    const way = isToSide ? sides.directions : directions;
    above.heights[i] = isTogether ? 0 : body.heights[i];
    let along = 0;
    for (let c = 0; c < 3; c++) {
      outward[3 * i + c] = isTogether ? way[3 * group + c] : body.normals[3 * i + c];
      if (isTogether) above.heights[i] += x[3 * i + c] * outward[3 * i + c];
      along += outward[3 * i + c] * body.normals[3 * i + c];
    }
    const depth = -body.heights[i];
    if (!isToSide && depth > 0 && depths[group] > DEEP) ways[group] = Math.max(ways[group], depth / Math.max(ALONG, along) + FALL);
  }

  /** Shifts particle i outwards, by no more than `most`. */
  function raise(i: number, group: number, h: number, v: Float64Array, shift: Float64Array): void {
    const most = pushSpeed * h;
    const out =
      hasDirection[group] !== 0 && isHeld[group] === 0 ? ways[group] : Math.max(0, ways[group] - 0.5 * Math.max(0, body.heights[i]));
    const isToSide = sides.goes(i);
    const way = Math.min(most, isToSide ? sides.wayOf(i, most) : ways[group] > 0 ? out : (layers?.ways[i] ?? 0) + meshShares[group] * most);
    for (let c = 3 * i; c < 3 * i + 3; c++) shift[c] = way * outward[c];
    stopReturn(i, outward, body.carries, h, v);
    letDown.note(part[i], isToSide ? sides.sideOf(part[i]) : 0);
  }

  const lift = {
    outward,
    spared,
    hold: layerHold.apply,
    isNear: false,
    find(x: Float64Array, inverseMass: Float64Array, { visitCrossings, addWaysOut, vertices: tangled }: TanglesFound = NO_TANGLES) {
      if (vertexCount > count) {
        fromMeshes.fill(0);
        addWaysOut(inverseMass, fromMeshes);
      }
      findGroups(x, visitCrossings, deepStarts.find(x, inverseMass, fromMeshes));
      look(x, inverseMass);
      lift.isNear = isAtBody.includes(1);
      sides.find(x, inverseMass);
      for (let p = 0; p < partCount; p++) hasDirection[p] = Number(chooseDirection(p, sides, directions, weights));
      if (!lift.isNear) return;
      for (let i = 0; i < count; i++) {
        const group = groups[part[i]];
        if (group === NONE || isAtBody[group] === 0) continue;
        place(i, group, x);
        if (sizes[group] > 1 && above.heights[i] !== FAR) tangled[i] = 1;
      }
      // bodies of triangles do not hold back what comes out of them
      for (let p = 0; p < partCount; p++) if (meshShares[p] > 0) tangled.fill(1, count);
      layers?.find(x, inverseMass);
    },
    lower(x: Float64Array, v: Float64Array, held: Uint8Array, h: number, drift: Float64Array) {
      letDown.apply(body, x, v, held, h, drift);
    },
    apply(v: Float64Array, held: Uint8Array, h: number, shift: Float64Array) {
      spared.fill(0);
      layerHold.clear();
      for (let i = 0; i < count; i++) {
        const group = groups[part[i]];
        if (above.heights[i] === FAR || held[i] !== 0) continue;
        const isToSide = sides.goes(i);
        if (isToSide || sizes[group] > 1 || ways[group] > 0 || (meshShares[group] > 0 && isHeld[group] === 0)) raise(i, group, h, v, shift);
        else keepOut(i, outward, shift);
        if (isToSide) spared[i] = isSpared(i, outward, body, pushSpeed * h) ? 1 : 0;
        else if (ways[group] > 0) spared[i] = body.heights[i] < 0 ? 1 : 0;
        else if (sizes[group] > 1 && letDown.isStart && hasDirection[group] === 0 && layers && layers.ways[i] < NEARLY) layerHold.add(i);
      }
    },
  };
  return lift;
}

const NO_TANGLES: TanglesFound = { visitCrossings() {}, addWaysOut() {}, vertices: new Uint8Array(0) };

/** Makes the sum of the normals of a group its way out, if they agree; where all of it that is in bodies goes to one side, it goes there. */
function chooseDirection(group: number, sides: OneSide, directions: Float64Array, weights: Float64Array): boolean {
  const d = 3 * group;
  const isToSide = sides.isWhole(group);
  const length = lengthAt(group, directions);
  if (!isToSide && !(length > AGREEMENT * weights[group])) return false;
  for (let c = d; c < d + 3; c++) directions[c] = isToSide ? sides.directions[c] : directions[c] / length;
  return true;
}

/**
 * Whether a body is not to meet particle i, which goes to a side by `most`: where it is in the body, or comes into it on its way. Where it is
 * nearly out and its nearest way leads there it is met, for its own tension would take it back.
 */
function isSpared(i: number, outward: Float64Array, { heights, normals }: BodyHeights, most: number): boolean {
  let along = 0;
  for (let c = 3 * i; c < 3 * i + 3; c++) along += outward[c] * normals[c];
  return heights[i] < 0 ? along < STRAIGHT || -heights[i] > most : along < 0 && heights[i] < most;
}

/** Takes from the velocity of particle i what leads against `outward`, as a body sees it that goes by `carries` [m] in a step of h seconds. */
function stopReturn(i: number, outward: Float64Array, carries: Float64Array, h: number, v: Float64Array): void {
  let speed = 0;
  for (let c = 3 * i; c < 3 * i + 3; c++) speed += (v[c] - carries[c] / h) * outward[c];
  if (speed < 0) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] -= speed * outward[c];
}

/** Takes from the shift of particle i what leads towards the body that it is near. */
function keepOut(i: number, outward: Float64Array, shift: Float64Array): void {
  let inward = 0;
  for (let c = 3 * i; c < 3 * i + 3; c++) inward -= outward[c] * shift[c];
  if (inward > 0) for (let c = 3 * i; c < 3 * i + 3; c++) shift[c] += inward * outward[c];
}
