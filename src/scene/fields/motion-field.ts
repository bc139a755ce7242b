import { DIRECTION } from "../../core/direction.ts";
import { InputError } from "../../core/errors.ts";
import { type Field, list, number, object, required, vector, withDefault } from "../../core/field.ts";
import type { Keyframe, Motion, RotationMotion, SineMotion } from "../../core/motion.ts";
import { readNumber } from "../../core/read.ts";
import { refine } from "../../core/read-field.ts";

const KEYFRAME: Field<Keyframe> = object("Keyframe", { at: required(number({ unit: "s" })), offset: required(vector("m")) });

const KEYFRAMES: Field<readonly Keyframe[]> = refine(list(KEYFRAME, "keyframes"), (keyframes, path) => {
  for (let n = 1; n < keyframes.length; n++) {
    const [last, { at }] = [keyframes[n - 1].at, keyframes[n]];
    if (at <= last) throw new InputError(`${path}[${n}].at`, String(at), `times must ascend: give more than ${last}`);
  }
  return keyframes;
});

const SINE: Field<SineMotion> = object("Sine", {
  direction: required(DIRECTION),
  amplitude: required(number({ unit: "m" })),
  frequency: required(number({ unit: "1/s" })),
  phase: withDefault(number({ unit: "turns" }), 0),
});

const ROTATION: Field<RotationMotion> = refine(
  object<RotationMotion>("Rotation", {
    axis: required(DIRECTION),
    center: required(vector("m")),
    speed: required(number({ unit: "rad/s" })),
    from: withDefault(number({ unit: "s" }), 0),
    until: number({ unit: "s" }),
  }),
  (rotation, path) => {
    const { from = 0, until } = rotation;
    if (until !== undefined) readNumber(until, `${path}.until`, { min: from, unit: "s" });
    return rotation;
  },
);

/** `motion` of pins and colliders: any of `keyframes`, `sine` and `rotation`. */
export const MOTION: Field<Motion> = object("Motion", { keyframes: KEYFRAMES, sine: SINE, rotation: ROTATION });
