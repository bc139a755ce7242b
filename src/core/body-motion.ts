import { copyEach, setEach } from "./array-memory.ts";
import { blendPose } from "./blend-pose.ts";
import { POSE_SIZE } from "./pose-size.ts";

export { POSE_SIZE } from "./pose-size.ts";

/** The script of bodies that move together, such as the bones of a figure: all their poses at a time [s]. */
export interface PoseScript {
  readonly count: number;
  compute(time: number, out: Float64Array): void;
}

/** Which one of the bodies of a script a body is. */
export interface BodyScript {
  readonly poses: PoseScript;
  readonly index: number;
}

/** All bodies of a scene over one step: at rest, following the scene's script, or moved from outside. */
export interface BodyMotion {
  readonly count: number;
  /** Poses of all bodies at the start and at the end of the step. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Another number than before wherever a pose may be another than before, at the start or at the end. */
  readonly stamp: number;
  /** Poses at time 0 as the scene has it. */
  readonly origin: Float64Array;
  /** A point of each, as the scene places it, that goes straight between two poses [m]. */
  readonly pivots: Float64Array;
  /** The times of both [s]. */
  readonly startTime: number;
  readonly endTime: number;
  /** Looks where bodies are at `time` [s] and h seconds later, those that have departed `way` of their way; at its end without. */
  begin(time: number, h: number, way?: number): void;
  /** The step was committed: bodies moved from outside are where it took them. */
  finish(): void;
  /** Sends bodies that were told to move on their way, which later steps go; without it they are there at the end of the next step. */
  depart(): void;
  /** Both poses as they are at `time`: nothing has moved yet, or the step has failed. */
  rest(time: number): void;
  /**
   * Takes a body over from its script: it goes to `pose`, and stays there. `time` [s] is that of the last step; the way starts where the
   * body was told to be before, or where its script has it at `clock` [s], which is `time` without.
   */
  move(body: number, pose: Float64Array, time: number, clock?: number): void;
  /** Takes a body over from its script: it is at `pose` now, and stays there. */
  put(body: number, pose: Float64Array): void;
  /** Puts a body elsewhere at once: `pose` comes on top of where it is and of all that its script will say. */
  carry(body: number, pose: Float64Array): void;
  /** `isWhole`: of the last step only its end is shown. */
  save(isWhole?: boolean): BodyMemory;
  load(memory: BodyMemory): void;
}

/**
 * What a snapshot keeps: which bodies are moved from outside, where those are, where they were told to go and from where; how far each was
 * carried; and the last step of all.
 */
export interface BodyMemory {
  /** 0, or one of DRIVEN, TOLD and DEPARTED. */
  readonly driven: Uint8Array;
  readonly current: Float64Array;
  readonly from: Float64Array;
  readonly target: Float64Array;
  readonly carried: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Of both [s]. */
  readonly times: readonly [number, number];
}

/** A body moved from outside is where it was told to be, has been told to go elsewhere, or is on its way. */
const DRIVEN = 1;
const TOLD = 2;
const DEPARTED = 3;

/** `pivots` are the points, 3 numbers a body, that go straight between two poses; the scene's origin for all without. */
export function createBodyMotion(
  scripts: readonly (BodyScript | undefined)[],
  pivots: Float64Array = new Float64Array(3 * scripts.length),
): BodyMotion {
  const count = scripts.length;
  const driven = new Uint8Array(count);
  const current = identities(count);
  const from = identities(count);
  const target = identities(count);
  const start = identities(count);
  const end = identities(count);
  const carried = identities(count);
  const isCarried = new Uint8Array(count);
  const arrays = { driven, current, from, target, carried, start, end };
  let startTime = 0;
  let endTime = 0;
  let stamp = 0;
  let hasMoved = false;
  const isScripted = scripts.some((script) => script !== undefined);
  const caches = new Map(scripts.flatMap((script) => (script ? [[script.poses, createPoseCache(script.poses)]] : [])));

  function place(body: number, time: number, out: Float64Array): void {
    const script = scripts[body];
    const offset = POSE_SIZE * body;
    if (script === undefined) {
      for (let c = 0; c < POSE_SIZE; c++) out[offset + c] = c < 9 && c % 4 === 0 ? 1 : 0;
    } else {
      const poses = (caches.get(script.poses) as PoseCache)(time);
      for (let c = 0; c < POSE_SIZE; c++) out[offset + c] = poses[POSE_SIZE * script.index + c];
    }
    if (isCarried[body] !== 0) composePose(carried, offset, out, offset);
  }

  function copy(from: Float64Array, body: number, to: Float64Array): void {
    for (let c = POSE_SIZE * body; c < POSE_SIZE * (body + 1); c++) to[c] = from[c];
  }

  /** All bodies at a time; those moved from outside as they are in `own`. What nothing moves stays where it is. */
  function placeAll(time: number, own: Float64Array, out: Float64Array): void {
    for (let b = 0; b < count; b++) {
      if (driven[b] !== 0) copy(own, b, out);
      else if (scripts[b] !== undefined) place(b, time, out);
    }
  }

  function rest(time: number): void {
    stamp++;
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
    pivots,
    start,
    end,
    get stamp() {
      return stamp;
    },
    get startTime() {
      return startTime;
    },
    get endTime() {
      return endTime;
    },
    begin(time, h, way = 1) {
      const isMoving = isScripted || driven.some(isOnWay);
      if (isMoving || hasMoved) stamp++;
      hasMoved = isMoving;
      startTime = time;
      endTime = time + h;
      placeAll(time, current, start);
      placeAll(endTime, target, end);
      if (way === 1) return;
      for (let b = 0; b < count; b++) if (driven[b] === DEPARTED) blendPose(from, target, way, pivots, b, end);
    },
    finish() {
      for (let b = 0; b < count; b++) {
        if (driven[b] !== 0) copy(end, b, current);
        if (driven[b] === TOLD) driven[b] = DRIVEN;
      }
    },
    depart() {
      for (let b = 0; b < count; b++) {
        if (driven[b] === DEPARTED) driven[b] = DRIVEN;
        else if (driven[b] === TOLD) driven[b] = DEPARTED;
      }
    },
    rest,
    move(body, pose, time, clock = time) {
      if (driven[body] === 0) {
        place(body, time, current);
        place(body, clock, from);
      } else if (driven[body] !== TOLD) copy(target, body, from);
      driven[body] = TOLD;
      target.set(pose, POSE_SIZE * body);
    },
    put(body, pose) {
      stamp++;
      driven[body] = DRIVEN;
      for (const poses of [current, target, start, end]) poses.set(pose, POSE_SIZE * body);
    },
    carry(body, pose) {
      stamp++;
      for (const poses of [carried, current, from, target, start, end]) composePose(pose, 0, poses, POSE_SIZE * body);
      isCarried[body] = 1;
    },
    save: (isWhole = false) => ({
      ...copyEach({ ...arrays, start: isWhole ? end : start }),
      times: [isWhole ? endTime : startTime, endTime],
    }),
    load({ times, ...memory }) {
      stamp++;
      setEach(arrays, memory);
      [startTime, endTime] = times;
      const still = identities(1);
      for (let b = 0; b < count; b++) {
        isCarried[b] = still.every((value, c) => carried[POSE_SIZE * b + c] === value) ? 0 : 1;
      }
    },
  };
}

function isOnWay(driven: number): boolean {
  return driven > DRIVEN;
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

export function identities(count: number): Float64Array {
  const poses = new Float64Array(POSE_SIZE * count);
  for (let b = 0; b < count; b++) for (let c = 0; c < 3; c++) poses[POSE_SIZE * b + 4 * c] = 1;
  return poses;
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

/** Whether body b is elsewhere at the end of the step. */
export function moves({ start, end }: BodyMotion, b: number): boolean {
  for (let c = POSE_SIZE * b; c < POSE_SIZE * (b + 1); c++) if (start[c] !== end[c]) return true;
  return false;
}
