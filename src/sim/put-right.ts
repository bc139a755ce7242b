import { isBeyond, LEVEL, liftToLevel, MEASURED, SEARCH_SIZE } from "../contact/shapes/collider.ts";
import { pairGap } from "../contact/shapes/surface-pair.ts";
import { POSE_SIZE, toBody, toWorld } from "../core/body-motion.ts";
import { length3 } from "../core/vec3.ts";
import { BEND } from "../fabric/cloth.ts";
import { forgetPast } from "./forget-past.ts";
import type { Rig } from "./rig.ts";
import type { Run } from "./run.ts";

/** Threads are shortened, and cloth is lifted out of bodies, in turns: so often, with so many sweeps over the threads each time. */
const TURNS = 6;
const SWEEPS = 12;

/**
 * Puts right a state that was not reached by a step: held vertices go where they belong at the time of the run, no thread or diagonal stays longer than `most` or shorter
 * than `least` [m] as far as they leave room, and cloth comes out of solid bodies. Velocities stay as they are. What the method and contact remember is forgotten.
 */
export function putRight(run: Run, most: Float64Array, least?: Float64Array): void {
  const { rig } = run;
  putHeld(rig);
  for (let turn = 0; turn < TURNS; turn++) {
    const isShorter = boundThreads(rig, most, least);
    if (!liftOutOfBodies(run) && !isShorter) break;
  }
  forgetPast(rig);
}

/** The lengths of the threads and diagonals of a cloth [m]. */
export function threadLengths({ revision: { cloth }, state: { x } }: Rig): Float64Array {
  const { ends, restLength } = cloth.springs;
  return restLength.map((_, s) => {
    const [i, j] = [3 * ends[2 * s], 3 * ends[2 * s + 1]];
    return length3([x[j] - x[i], x[j + 1] - x[i + 1], x[j + 2] - x[i + 2]]);
  });
}

/** The same, but none less than at rest. */
export function threadBounds(rig: Rig): Float64Array {
  const { restLength } = rig.revision.cloth.springs;
  return threadLengths(rig).map((length, s) => Math.max(length, restLength[s]));
}

/** Held vertices to where the drive has them now. */
function putHeld({ drive, state, context, revision }: Rig): void {
  const scratch = new Float64Array(3 * revision.cloth.particleCount);
  const now = { ...context, state, from: { x: state.x, v: scratch, time: state.time }, h: 0 };
  drive.begin(now);
  drive.finish({ ...now, next: { ...context.next, x: state.x, v: scratch } });
}

/** True where some thread was too long or too short. By the rule of the limit of stretch (contact/stretch), but for all threads, whatever their fabric bears. */
function boundThreads({ revision: { cloth }, drive: { pins }, state: { x } }: Rig, most: Float64Array, least?: Float64Array): boolean {
  const { ends, kind, count } = cloth.springs;
  let areSome = false;
  const shorten = (s: number): boolean => {
    if (kind[s] === BEND) return false;
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    const wi = pins.held[i] === 0 ? 1 / cloth.mass[i] : 0;
    const wj = pins.held[j] === 0 ? 1 / cloth.mass[j] : 0;
    if (wi + wj === 0) return false;
    const [dx, dy, dz] = [x[3 * j] - x[3 * i], x[3 * j + 1] - x[3 * i + 1], x[3 * j + 2] - x[3 * i + 2]];
    const squared = dx * dx + dy * dy + dz * dz;
    const length = Math.sqrt(squared);
    const wanted = Math.min(most[s], Math.max(least?.[s] ?? 0, length));
    if (wanted === length || length === 0) return false;
    const share = (1 - wanted / length) / (wi + wj);
    for (const [c, d] of [dx, dy, dz].entries()) {
      x[3 * i + c] += wi * share * d;
      x[3 * j + c] -= wj * share * d;
    }
    return true;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep += 2) {
    let isAny = false;
    for (let s = 0; s < count; s++) if (shorten(s)) isAny = true;
    for (let s = count - 1; s >= 0 && isAny; s--) shorten(s);
    if (!isAny) break;
    areSome = true;
  }
  return areSome;
}

/** True where some particle was in a solid body. Bodies of triangles have no inside: what crosses them is disentangled by the steps that follow. */
function liftOutOfBodies({ rig, bodies, collision: { colliders } }: Run): boolean {
  const { revision, drive, state } = rig;
  const { particleCount, thickness } = revision.cloth;
  const point = new Float64Array(3);
  const world = new Float64Array(3);
  const measured = new Float64Array(MEASURED);
  const search = new Float64Array(SEARCH_SIZE);
  let areSome = false;
  for (const [body, { shape, thickness: own }] of colliders.entries()) {
    if (shape.surface !== undefined) continue;
    for (let i = 0; i < particleCount; i++) {
      if (drive.pins.held[i] !== 0) continue;
      const gap = pairGap(own, thickness[i]);
      toBody(bodies.end, POSE_SIZE * body, state.x, i, point);
      if (isBeyond(shape, point, gap)) continue;
      shape.measure(point, measured);
      if (measured[0] >= gap) continue;
      search[LEVEL] = gap;
      liftToLevel(shape, search, point, measured);
      toWorld(bodies.end, POSE_SIZE * body, point, world);
      state.x.set(world, 3 * i);
      areSome = true;
    }
  }
  return areSome;
}
