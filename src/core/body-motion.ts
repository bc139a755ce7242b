import { describeValue, InputError } from "./errors.ts";
import { computeMotion, type Motion } from "./motion.ts";
import type { Vec3 } from "./vec3.ts";

/**
 * Where bodies are. A pose is 12 numbers, the rows of a rotation matrix R and then an offset t [m]: it takes a point p of the body as the
 * scene places it to R p + t.
 */
export const POSE_SIZE = 12;

/** The script of bodies that move together, such as the bones of a figure: all their poses at a time [s]. */
export interface PoseScript {
  readonly count: number;
  compute(time: number, out: Float64Array): void;
}

/** How one body moves by itself, or which one of a script it is. */
export type BodyScript = Motion | { readonly poses: PoseScript; readonly index: number };

/** All bodies of a scene over one step: at rest, following the scene's script, or moved from outside. */
export interface BodyMotion {
  readonly count: number;
  /** Poses of all bodies at the start and at the end of the step. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Poses at time 0 as the scene has it. */
  readonly origin: Float64Array;
  /** The times of both [s]. */
  readonly startTime: number;
  readonly endTime: number;
  /** Looks where bodies are at `time` [s] and h seconds later. */
  begin(time: number, h: number): void;
  /** The step was committed: bodies moved from outside have arrived. */
  finish(): void;
  /** Both poses as they are at `time`: nothing has moved yet, or the step has failed. */
  rest(time: number): void;
  /** Takes a body over from its script: it is at `pose` at the end of the next step, and stays there. */
  move(body: number, pose: Float64Array, time: number): void;
  /** Takes a body over from its script: it is at `pose` now, and stays there. */
  put(body: number, pose: Float64Array): void;
  /** Puts a body elsewhere at once: `pose` comes on top of where it is and of all that its script will say. */
  carry(body: number, pose: Float64Array): void;
  save(): BodyMemory;
  load(memory: BodyMemory, time: number): void;
}

/** What a snapshot keeps: which bodies are moved from outside, where those are and were told to go; and how far each was carried. */
export interface BodyMemory {
  readonly driven: Uint8Array;
  readonly current: Float64Array;
  readonly target: Float64Array;
  readonly carried: Float64Array;
}

export function createBodyMotion(scripts: readonly (BodyScript | undefined)[]): BodyMotion {
  const count = scripts.length;
  const driven = new Uint8Array(count);
  const current = identities(count);
  const target = identities(count);
  const start = identities(count);
  const end = identities(count);
  const carried = identities(count);
  const isCarried = new Uint8Array(count);
  const moved = new Float64Array(12);
  let startTime = 0;
  let endTime = 0;
  const readers = scripts.map((script) => (script !== undefined && "poses" in script ? script : undefined));
  const caches = new Map(readers.flatMap((reader) => (reader ? [[reader.poses, createPoseCache(reader.poses)]] : [])));

  function place(body: number, time: number, out: Float64Array): void {
    const script = scripts[body];
    const offset = POSE_SIZE * body;
    if (script === undefined) {
      for (let c = 0; c < POSE_SIZE; c++) out[offset + c] = c < 9 && c % 4 === 0 ? 1 : 0;
    } else if ("poses" in script) {
      const poses = (caches.get(script.poses) as PoseCache)(time);
      for (let c = 0; c < POSE_SIZE; c++) out[offset + c] = poses[POSE_SIZE * script.index + c];
    } else {
      computePose(script, time, moved, out, offset);
    }
    if (isCarried[body] !== 0) composePose(carried, offset, out, offset);
  }

  function copy(from: Float64Array, body: number, to: Float64Array): void {
    for (let c = POSE_SIZE * body; c < POSE_SIZE * (body + 1); c++) to[c] = from[c];
  }

  /** All bodies at a time; those moved from outside as they are in `own`. */
  function placeAll(time: number, own: Float64Array, out: Float64Array): void {
    for (let b = 0; b < count; b++) {
      if (driven[b] !== 0) copy(own, b, out);
      else place(b, time, out);
    }
  }

  function rest(time: number): void {
    startTime = time;
    endTime = time;
    placeAll(time, current, start);
    end.set(start);
  }
  rest(0);
  const origin = start.slice();

  return {
    count,
    origin,
    start,
    end,
    get startTime() {
      return startTime;
    },
    get endTime() {
      return endTime;
    },
    begin(time, h) {
      startTime = time;
      endTime = time + h;
      placeAll(time, current, start);
      placeAll(endTime, target, end);
    },
    finish() {
      for (let b = 0; b < count; b++) if (driven[b] !== 0) copy(target, b, current);
    },
    rest,
    move(body, pose, time) {
      if (driven[body] === 0) place(body, time, current);
      driven[body] = 1;
      target.set(pose, POSE_SIZE * body);
    },
    put(body, pose) {
      driven[body] = 1;
      for (const poses of [current, target, start, end]) poses.set(pose, POSE_SIZE * body);
    },
    carry(body, pose) {
      for (const poses of [carried, current, target, start, end]) composePose(pose, 0, poses, POSE_SIZE * body);
      isCarried[body] = 1;
    },
    save: () => ({ driven: driven.slice(), current: current.slice(), target: target.slice(), carried: carried.slice() }),
    load(memory, time) {
      driven.set(memory.driven);
      current.set(memory.current);
      target.set(memory.target);
      carried.set(memory.carried);
      const still = identities(1);
      for (let b = 0; b < count; b++) {
        isCarried[b] = still.every((value, c) => carried[POSE_SIZE * b + c] === value) ? 0 : 1;
      }
      rest(time);
    },
  };
}

type PoseCache = (time: number) => Float64Array;

/** The poses of a script; those of the last two times asked for are kept, since bodies ask one by one for both ends of a step. */
function createPoseCache(script: PoseScript): PoseCache {
  const times = new Float64Array(2).fill(Number.NaN);
  const poses = [new Float64Array(POSE_SIZE * script.count), new Float64Array(POSE_SIZE * script.count)];
  let last = 0;
  return (time) => {
    if (times[last] === time) return poses[last];
    last = 1 - last;
    if (times[last] !== time) {
      times[last] = time;
      script.compute(time, poses[last]);
    }
    return poses[last];
  };
}

/** The pose at `offset` of `poses` followed by the one at `from` of `then`, into `poses`. */
function composePose(then: Float64Array, from: number, poses: Float64Array, offset: number): void {
  for (let column = 0; column < 4; column++) {
    const at = column < 3 ? offset + column : offset + 9;
    const stride = column < 3 ? 3 : 1;
    const x = poses[at];
    const y = poses[at + stride];
    const z = poses[at + 2 * stride];
    for (let c = 0; c < 3; c++) {
      const row = from + 3 * c;
      const turned = then[row] * x + then[row + 1] * y + then[row + 2] * z;
      poses[at + stride * c] = column < 3 ? turned : turned + then[from + 9 + c];
    }
  }
}

function identities(count: number): Float64Array {
  const poses = new Float64Array(POSE_SIZE * count);
  for (let b = 0; b < count; b++) for (let c = 0; c < 3; c++) poses[POSE_SIZE * b + 4 * c] = 1;
  return poses;
}

/** The origin and the ends of the three axes, whose places tell the pose of a rigid motion. */
const CORNERS: Float64Array = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The pose of a scripted motion at time t [s]; `moved` is scratch of 12. */
function computePose(motion: Motion, t: number, moved: Float64Array, out: Float64Array, offset: number): void {
  for (let corner = 0; corner < 4; corner++) computeMotion(motion, t, CORNERS, corner, moved);
  for (let c = 0; c < 3; c++) {
    for (let axis = 0; axis < 3; axis++) out[offset + 3 * c + axis] = moved[3 + 3 * axis + c] - moved[c];
    out[offset + 9 + c] = moved[c];
  }
  if (motion.rotation !== undefined) return;
  for (let k = 0; k < 9; k++) out[offset + k] = k % 4 === 0 ? 1 : 0; // a mere shift, free of rounding
}

/** Rᵀ(x − t): the point `x[3i..]` of the world in the body's coordinates. */
export function toBody(poses: Float64Array, offset: number, x: Float64Array, i: number, out: Float64Array): void {
  const px = x[3 * i] - poses[offset + 9];
  const py = x[3 * i + 1] - poses[offset + 10];
  const pz = x[3 * i + 2] - poses[offset + 11];
  for (let c = 0; c < 3; c++) {
    out[c] = poses[offset + c] * px + poses[offset + 3 + c] * py + poses[offset + 6 + c] * pz;
  }
}

/** R p + t. */
export function toWorld(poses: Float64Array, offset: number, p: Float64Array, out: Float64Array): void {
  turnToWorld(poses, offset, p, 0, out);
  for (let c = 0; c < 3; c++) out[c] += poses[offset + 9 + c];
}

/** R p + t of all points p, into out[at..], which may be where they are. */
export function placeVertices(p: Float64Array, poses: Float64Array, pose: number, out: Float64Array, at: number): void {
  for (let i = 0; i < p.length; i += 3) {
    const x = p[i];
    const y = p[i + 1];
    const z = p[i + 2];
    for (let c = 0; c < 3; c++) {
      const row = pose + 3 * c;
      out[at + i + c] = poses[row] * x + poses[row + 1] * y + poses[row + 2] * z + poses[pose + 9 + c];
    }
  }
}

/** R d of the direction `d[at..]`. */
export function turnToWorld(poses: Float64Array, offset: number, d: Float64Array, at: number, out: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const row = offset + 3 * c;
    out[c] = poses[row] * d[at] + poses[row + 1] * d[at + 1] + poses[row + 2] * d[at + 2];
  }
}

/** Where a body is put from outside: every point p of it, as the scene places it, comes to rotation · p + position. */
export interface BodyTransform {
  /** [m] */
  readonly position: Vec3;
  /** A quaternion x, y, z, w, or the nine numbers of a rotation matrix, row by row; not turned without. */
  readonly rotation?: ArrayLike<number>;
}

/** How far a rotation matrix may be from one. */
const ROTATION_SLACK = 1e-6;

/** The pose of a transform, checked. */
export function readTransform(transform: BodyTransform, path: string): Float64Array {
  const pose = identities(1);
  const { position, rotation } = transform ?? {};
  const numbers = (list: ArrayLike<number> | undefined): number[] => Array.from(list ?? [], Number);
  const offset = numbers(position);
  if (offset.length !== 3 || !offset.every(Number.isFinite)) {
    throw new InputError(`${path}.position`, describeValue(position), "give three finite numbers [m]");
  }
  pose.set(offset, 9);
  if (rotation === undefined) return pose;
  const values = numbers(rotation);
  const matrix = values.length === 4 ? quaternionMatrix(values) : values;
  if (!isRotation(matrix)) {
    throw new InputError(
      `${path}.rotation`,
      describeValue(values),
      "give a quaternion [x, y, z, w] or the nine numbers of a rotation matrix, row by row",
    );
  }
  pose.set(matrix);
  return pose;
}

/** The matrix of a quaternion of any length. */
function quaternionMatrix([x, y, z, w]: readonly number[]): number[] {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - z * w),
    s * (x * z + y * w),
    s * (x * y + z * w),
    1 - s * (x * x + z * z),
    s * (y * z - x * w),
    s * (x * z - y * w),
    s * (y * z + x * w),
    1 - s * (x * x + y * y),
  ];
}

function isRotation(m: readonly number[]): boolean {
  if (m.length !== 9) return false;
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      const product = m[3 * a] * m[3 * b] + m[3 * a + 1] * m[3 * b + 1] + m[3 * a + 2] * m[3 * b + 2];
      if (!(Math.abs(product - (a === b ? 1 : 0)) <= ROTATION_SLACK)) return false;
    }
  }
  const determinant = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return determinant > 0;
}

/** Whether any body is elsewhere at the end of the step. */
export function anyMoves(bodies: BodyMotion): boolean {
  for (let b = 0; b < bodies.count; b++) if (moves(bodies, b)) return true;
  return false;
}

/** Whether body b is elsewhere at the end of the step. */
export function moves({ start, end }: BodyMotion, b: number): boolean {
  for (let c = POSE_SIZE * b; c < POSE_SIZE * (b + 1); c++) if (start[c] !== end[c]) return true;
  return false;
}
