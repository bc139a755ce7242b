import { cos, sin } from "./trig.ts";
import type { Vec3 } from "./vec3.ts";

/** A scripted motion of pins or bodies: where a point that starts at p is at time t. Parts that are given add up. */
export interface Motion {
  /** Offsets [m] at times [s], straight between them, held before the first and after the last. */
  readonly keyframes?: readonly Keyframe[];
  readonly sine?: SineMotion;
  readonly rotation?: RotationMotion;
}

export interface Keyframe {
  readonly at: number;
  readonly offset: Vec3;
}

/** offset = direction · amplitude · sin(2π (frequency · t + phase)). */
export interface SineMotion {
  readonly direction: Vec3;
  /** [m] */
  readonly amplitude: number;
  /** [1/s] */
  readonly frequency: number;
  /** [turns] */
  readonly phase?: number;
}

/** Turns about the axis through `center` at `speed` [rad/s], between the times `from` and `until` [s]. */
export interface RotationMotion {
  readonly axis: Vec3;
  readonly center: Vec3;
  readonly speed: number;
  readonly from?: number;
  readonly until?: number;
}

/**
 * Moves the start point p0 = `start[3i..]` to its place at time t, written to `out[3i..]`. A sine starts in place, whatever
 * its phase. The rotation's axis has length 1 and the keyframes' times ascend: whoever reads the motion sees to that.
 */
export function computeMotion(motion: Motion, t: number, start: Float64Array, i: number, out: Float64Array): void {
  let x = start[3 * i];
  let y = start[3 * i + 1];
  let z = start[3 * i + 2];
  const { rotation, sine, keyframes } = motion;
  if (rotation !== undefined) {
    // Rodrigues: p' = c + cos·p + sin·(a×p) + (1 − cos)(a·p) a
    const { axis, center } = rotation;
    const from = rotation.from ?? 0;
    const until = rotation.until ?? Number.POSITIVE_INFINITY;
    const angle = rotation.speed * (Math.min(Math.max(t, from), until) - from);
    const cosAngle = cos(angle);
    const sinAngle = sin(angle);
    x -= center[0];
    y -= center[1];
    z -= center[2];
    const along = (axis[0] * x + axis[1] * y + axis[2] * z) * (1 - cosAngle);
    const turnedX = axis[1] * z - axis[2] * y;
    const turnedY = axis[2] * x - axis[0] * z;
    const turnedZ = axis[0] * y - axis[1] * x;
    x = center[0] + cosAngle * x + sinAngle * turnedX + along * axis[0];
    y = center[1] + cosAngle * y + sinAngle * turnedY + along * axis[1];
    z = center[2] + cosAngle * z + sinAngle * turnedZ + along * axis[2];
  }
  if (sine !== undefined) {
    const phase = sine.phase ?? 0;
    const s = sine.amplitude * (sin(TURN * (sine.frequency * t + phase)) - sin(TURN * phase));
    x += s * sine.direction[0];
    y += s * sine.direction[1];
    z += s * sine.direction[2];
  }
  if (keyframes !== undefined && keyframes.length > 0) {
    let next = 0;
    while (next < keyframes.length && keyframes[next].at <= t) next++;
    const after = keyframes[Math.min(next, keyframes.length - 1)];
    const before = keyframes[Math.max(next - 1, 0)];
    const f = after.at > before.at ? (t - before.at) / (after.at - before.at) : 0;
    x += before.offset[0] + f * (after.offset[0] - before.offset[0]);
    y += before.offset[1] + f * (after.offset[1] - before.offset[1]);
    z += before.offset[2] + f * (after.offset[2] - before.offset[2]);
  }
  out[3 * i] = x;
  out[3 * i + 1] = y;
  out[3 * i + 2] = z;
}

const TURN = 2 * Math.PI;
