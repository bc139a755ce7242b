import type { BodyMotion } from "../core/body-motion.ts";
import type { Proposal } from "../core/state.ts";
import type { StepContext } from "../core/step-context.ts";
import type { Vec3 } from "../core/vec3.ts";
import { vertexNormals } from "../mesh/vertex-normals.ts";
import { type Attachment, createAnchors } from "./anchors.ts";

/** How far a vertex may get from a point that goes with bodies. */
export interface LeashScript {
  readonly vertex: number;
  readonly attachment: Attachment;
  /** [m] */
  readonly maxDistance: number;
  /** How far it may get behind that point, against the normal that the cloth has there at the start [m]; any way without. */
  readonly backstop?: number;
  /** The point, and the normal there, where they are not the vertex's own at the start. */
  readonly home?: { readonly place: Vec3; readonly normal: Vec3 };
}

/** How far a vertex may get from a held one: a long-range attachment, as long as the cloth between them [Kim12]. */
export interface TetherScript {
  readonly vertex: number;
  readonly anchor: number;
  /** [m] */
  readonly length: number;
}

/**
 * Keeps vertices of a proposal within reach, after the method and before contact, whatever the method. `moved` is called with each vertex
 * that is put elsewhere.
 */
export type Leashes = (step: StepContext, moved: (vertex: number) => void) => void;

/** `start` is where the vertices of these triangles are at the start, three numbers each. Undefined where nothing is leashed. */
export function createLeashes(
  bodies: BodyMotion,
  leashes: readonly LeashScript[],
  tethers: readonly TetherScript[],
  start: Float64Array,
  triangles: Uint32Array,
): Leashes | undefined {
  if (leashes.length === 0 && tethers.length === 0) return undefined;
  const normals = vertexNormals(triangles, start);
  const homes = new Float64Array(3 * leashes.length);
  const directions = new Float64Array(3 * leashes.length);
  leashes.forEach(({ vertex, home }, k) => {
    homes.set(home?.place ?? start.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
    directions.set(home?.normal ?? normals.subarray(3 * vertex, 3 * vertex + 3), 3 * k);
  });
  const anchors = createAnchors(
    bodies,
    leashes.map(({ attachment }, k) => ({ vertex: k, attachment })),
    homes,
  );
  const reach = Float64Array.from(leashes, ({ maxDistance }) => maxDistance);
  const depth = Float64Array.from(leashes, ({ backstop }) => backstop ?? Number.POSITIVE_INFINITY);
  const vertices = Uint32Array.from(leashes, ({ vertex }) => vertex);
  const tethered = Uint32Array.from(tethers, ({ vertex }) => vertex);
  const anchor = Uint32Array.from(tethers, (tether) => tether.anchor);
  const length = Float64Array.from(tethers, (tether) => tether.length);
  const place = new Float64Array(3);
  const normal = new Float64Array(3);
  const end = new Float64Array(3);

  /** Moves vertex i to `end`, with the velocity that leads there. */
  function move({ x, v }: Proposal, i: number, h: number): void {
    for (let c = 0; c < 3; c++) {
      v[3 * i + c] += (end[c] - x[3 * i + c]) / h;
      x[3 * i + c] = end[c];
    }
  }

  /** `end` to within the distance most[k] of `place`; false where it is. */
  function shorten(x: Float64Array, i: number, most: Float64Array, k: number): boolean {
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      end[c] = x[3 * i + c];
      squared += (end[c] - place[c]) * (end[c] - place[c]);
    }
    if (squared <= most[k] * most[k]) return false;
    const scale = most[k] / Math.sqrt(squared);
    for (let c = 0; c < 3; c++) end[c] = place[c] + scale * (end[c] - place[c]);
    return true;
  }

  return ({ next, pins: { held }, h }, moved) => {
    next.isSound = false;
    for (let k = 0; k < tethered.length; k++) {
      const i = tethered[k];
      if (held[i] !== 0 || held[anchor[k]] === 0) continue;
      for (let c = 0; c < 3; c++) place[c] = next.x[3 * anchor[k] + c];
      if (!shorten(next.x, i, length, k)) continue;
      move(next, i, h);
      moved(i);
    }
    for (let k = 0; k < vertices.length; k++) {
      const i = vertices[k];
      if (held[i] !== 0) continue;
      anchors.place(k, place, 0);
      let isMoved = shorten(next.x, i, reach, k);
      if (depth[k] < Number.POSITIVE_INFINITY) {
        anchors.turn(k, directions, normal, 0);
        let height = depth[k];
        for (let c = 0; c < 3; c++) height += (end[c] - place[c]) * normal[c];
        if (height < 0) {
          for (let c = 0; c < 3; c++) end[c] -= height * normal[c];
          isMoved = true;
        }
      }
      if (!isMoved) continue;
      move(next, i, h);
      moved(i);
    }
  };
}
