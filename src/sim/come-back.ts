import { POSE_SIZE } from "../core/body-motion.ts";
import { solvePose } from "../core/solve-pose.ts";
import { length3, type Vec3 } from "../core/vec3.ts";
import { BY_HAND, WITH_BODY } from "./drive.ts";
import { putRight, threadBounds } from "./put-right.ts";
import type { Run } from "./run.ts";
import { type ClockState, setClock } from "./set-clock.ts";

/** The poses of the bodies at both ends of the last step before a run stood still, and the length of that step [s]. */
export interface LastPoses {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly duration: number;
}

/** A body that is faster than this [m/s] in the frame in which a run comes back has been put elsewhere. */
const FASTEST = 30;

/**
 * A run that has stood still goes on at another time, with bodies where they are by then. Each cloth goes along with the body that holds most of it, as that
 * has moved meanwhile, and moves on it as it did then; without one, along with its pins. `seconds` are those in which bodies go where they were told to; they are there at once without time.
 */
export function comeBack(run: Run, last: LastPoses, clock: ClockState, seconds: number): void {
  const { rig, bodies } = run;
  const { state, previous } = rig;
  setClock(run, clock);
  putFast(run, seconds);
  bodies.rest(state.time);
  const now = bodies.end.slice();
  bodies.begin(state.time, seconds);
  const next = bodies.end.slice();
  bodies.rest(state.time);
  const lengths = threadBounds(rig);
  const aims = findAims(run);
  const perLast = last.duration > 0 ? 1 / last.duration : 0;
  const perNext = seconds > 0 ? 1 / seconds : 0;
  for (const { start, end } of rig.revision.cloth.parts) {
    const particles = particlesOf(run, start, end);
    const body = findHolder(run, particles);
    if (body < 0) moveWithPins(run, particles, aims);
    else {
      const at = POSE_SIZE * body;
      for (const i of particles) carryParticle(state.x, state.v, i, at, last, now, next, perLast, perNext);
    }
  }
  putRight(run, lengths);
  for (let c = 0; c < previous.length; c++) previous[c] = state.x[c] - run.setup.timestep * state.v[c];
}

/** Bodies that were told to go farther than they can are there at once. */
function putFast({ bodies }: Run, seconds: number): void {
  const { current, target } = bodies.save();
  for (let body = 0; body < bodies.count; body++) {
    const at = POSE_SIZE * body;
    const way = [9, 10, 11].map((c) => target[at + c] - current[at + c]);
    if (length3(way as unknown as Vec3) > FASTEST * seconds) bodies.put(body, target.slice(at, at + POSE_SIZE));
  }
}

function particlesOf({ rig: { revision } }: Run, start: number, end: number): number[] {
  const { sceneIndex, origin } = revision;
  const particles: number[] = [];
  for (let i = 0; i < sceneIndex.length; i++) {
    const vertex = origin[sceneIndex[i]];
    if (vertex >= start && vertex < end) particles.push(i);
  }
  return particles;
}

/** The body that holds most of these particles; −1 where none does. */
function findHolder({ rig: { revision, drive } }: Run, particles: readonly number[]): number {
  const own = new Set(particles);
  const shares = new Map<number, number>();
  const add = (body: number, share: number): void => void shares.set(body, (shares.get(body) ?? 0) + share);
  const isScripted = (vertex: number): boolean => drive.pinned[vertex] !== 0 && drive.pinned[vertex] < BY_HAND;
  for (const { vertex, attachment } of revision.pins) {
    if (own.has(vertex) && isScripted(vertex)) attachment?.bodies.forEach((body, k) => void add(body, attachment.weights[k]));
  }
  for (const { vertex, attachment } of revision.leashes) {
    if (own.has(vertex)) attachment.bodies.forEach((body, k) => void add(body, attachment.weights[k]));
  }
  drive.save().bodyPins.bodies.forEach((body, vertex) => {
    if (own.has(vertex) && drive.pinned[vertex] === WITH_BODY) add(body, 1);
  });
  return [...shares].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0])[0];
}

const own = new Float64Array(3);
const point = new Float64Array(3);

/** Where `x[3i..]` comes to with a body that goes from one pose to another, into `point`. */
function goAlong(from: Float64Array, to: Float64Array, at: number, x: Float64Array, i: number): void {
  solvePose(from, at, x, i, own);
  for (let c = 0; c < 3; c++) {
    const row = at + 3 * c;
    point[c] = to[row] * own[0] + to[row + 1] * own[1] + to[row + 2] * own[2] + to[at + 9 + c];
  }
}

/** Moves a particle with a body, from `last.end` to `now`; its velocity beside the body's turns with it, and the body's goes on top. */
function carryParticle(
  x: Float64Array,
  v: Float64Array,
  i: number,
  at: number,
  last: LastPoses,
  now: Float64Array,
  next: Float64Array,
  perLast: number,
  perNext: number,
): void {
  goAlong(last.end, last.start, at, x, i);
  const ahead = new Float64Array(3);
  for (let c = 0; c < 3; c++) ahead[c] = x[3 * i + c] + v[3 * i + c] - perLast * (x[3 * i + c] - point[c]);
  goAlong(last.end, now, at, x, i);
  x.set(point, 3 * i);
  goAlong(last.end, now, at, ahead, 0);
  for (let c = 0; c < 3; c++) v[3 * i + c] = point[c] - x[3 * i + c];
  goAlong(now, next, at, x, i);
  for (let c = 0; c < 3; c++) v[3 * i + c] += perNext * (point[c] - x[3 * i + c]);
}

/** Where held vertices belong now. */
function findAims({ rig: { drive, context, state } }: Run): Float64Array {
  const v = new Float64Array(state.v.length);
  drive.begin({ ...context, state, from: { x: state.x, v, time: state.time }, h: 0 });
  return drive.save().target;
}

/** Moves particles as far as their pins have gone in the mean. */
function moveWithPins({ rig: { drive, state } }: Run, particles: readonly number[], aims: Float64Array): void {
  const held = particles.filter((i) => drive.pins.held[i] !== 0);
  if (held.length === 0) return;
  for (let c = 0; c < 3; c++) {
    const way = held.reduce((sum, i) => sum + aims[3 * i + c] - state.x[3 * i + c], 0) / held.length;
    for (const i of particles) state.x[3 * i + c] += way;
  }
}
