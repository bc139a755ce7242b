import { InputError } from "../core/errors.ts";
import type { Keyframe, Motion, RotationMotion, SineMotion } from "../core/motion.ts";
import { length3, normalise3, type Vec3 } from "../core/vec3.ts";
import { readList, readNumber, readObject, readOptional, readVec3 } from "../input/read.ts";

/** `motion` of pins and colliders: any of `keyframes`, `sine` and `rotation`. */
export function parseMotion(value: unknown, path: string): Motion {
  const fields = readObject(value, path, ["keyframes", "sine", "rotation"]);
  const motion: { keyframes?: Keyframe[]; sine?: SineMotion; rotation?: RotationMotion } = {};
  if (fields.keyframes !== undefined) motion.keyframes = parseKeyframes(fields.keyframes, `${path}.keyframes`);
  if (fields.sine !== undefined) motion.sine = parseSine(fields.sine, `${path}.sine`);
  if (fields.rotation !== undefined) motion.rotation = parseRotation(fields.rotation, `${path}.rotation`);
  return motion;
}

function parseKeyframes(value: unknown, path: string): Keyframe[] {
  let last = Number.NEGATIVE_INFINITY;
  return readList(value, path).map((entry, n) => {
    const fields = readObject(entry, `${path}[${n}]`, ["at", "offset"]);
    const at = readNumber(fields.at, `${path}[${n}].at`, { unit: "s" });
    if (at <= last) throw new InputError(`${path}[${n}].at`, String(at), `times must ascend: give more than ${last}`);
    last = at;
    return { at, offset: readVec3(fields.offset, `${path}[${n}].offset`) };
  });
}

function parseSine(value: unknown, path: string): SineMotion {
  const fields = readObject(value, path, ["direction", "amplitude", "frequency", "phase"]);
  return {
    direction: readDirection(fields.direction, `${path}.direction`),
    amplitude: readNumber(fields.amplitude, `${path}.amplitude`, { unit: "m" }),
    frequency: readNumber(fields.frequency, `${path}.frequency`, { unit: "1/s" }),
    phase: readOptional(fields, "phase", path, readNumber, 0),
  };
}

function parseRotation(value: unknown, path: string): RotationMotion {
  const fields = readObject(value, path, ["axis", "center", "speed", "from", "until"]);
  const from = readOptional(fields, "from", path, readNumber, 0);
  return {
    axis: readDirection(fields.axis, `${path}.axis`),
    center: readVec3(fields.center, `${path}.center`),
    speed: readNumber(fields.speed, `${path}.speed`, { unit: "rad/s" }),
    from,
    until: readOptional(fields, "until", path, (v, p) => readNumber(v, p, { min: from, unit: "s" }), Number.MAX_VALUE),
  };
}

/** A direction, brought to length 1. */
export function readDirection(value: unknown, path: string): Vec3 {
  const direction = readVec3(value, path);
  const length = length3(direction);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new InputError(path, `[${direction.join(", ")}]`, "give a direction of some length");
  }
  return normalise3(direction);
}
