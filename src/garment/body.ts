import { InputError } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";

/** Two balls and all that lies between them, in the rest pose. */
export interface BodyCone {
  /** Centres of the balls [m]. */
  readonly a: Vec3;
  readonly b: Vec3;
  /** Radii at `a` and at `b` [m]. */
  readonly ra: number;
  readonly rb: number;
}

/** A bone of the body that wears the garment, with the flesh around it; the bones of a figure are such bones. */
export interface BodyBone {
  readonly name: string;
  /** Its joint in the rest pose [m]: +Y up, the body faces +Z, its left side is +X. */
  readonly head: Vec3;
  readonly cones: readonly BodyCone[];
}

export type GarmentBody = readonly BodyBone[];

/** The parts of a body that a garment may have to keep clear of. */
export type BodyPart = "torso" | "head" | "leftArm" | "rightArm" | "leftLeg" | "rightLeg";

const HEAD: ReadonlySet<string> = new Set(["neck", "head"]);
const ARM: readonly string[] = ["arm", "forearm", "hand"];
const LEG: readonly string[] = ["thigh", "shin", "foot", "toe"];

/** The cones of some parts of a body. */
export function conesOf(body: GarmentBody, ...parts: readonly BodyPart[]): BodyCone[] {
  return body.filter((bone) => parts.includes(partOf(bone.name))).flatMap((bone) => bone.cones);
}

function partOf(name: string): BodyPart {
  if (HEAD.has(name)) return "head";
  const stem = name.slice(0, -1);
  const isRight = name.endsWith("R");
  if (ARM.includes(stem)) return isRight ? "rightArm" : "leftArm";
  if (LEG.includes(stem)) return isRight ? "rightLeg" : "leftLeg";
  return "torso";
}

/** The joint of a bone [m]. */
export function jointOf(body: GarmentBody, name: string, path: string): Vec3 {
  const bone = body.find((candidate) => candidate.name === name);
  if (bone !== undefined) return bone.head;
  const names = body.map((candidate) => candidate.name).slice(0, 20);
  throw new InputError(`${path}.body`, `bones ${names.join(", ")}`, `give a body with the bone ${name}`);
}

/** The joints that garments are measured by. */
export interface Landmarks {
  readonly waist: Vec3;
  readonly hips: Vec3;
  readonly neck: Vec3;
  readonly knee: Vec3;
  readonly ankle: Vec3;
  readonly shoulder: Vec3;
  readonly elbow: Vec3;
  readonly wrist: Vec3;
  /** Size of the body: 1 where the neck is 1.435 m above the floor. */
  readonly scale: number;
}

const USUAL_NECK = 1.435;

/** Limbs are measured on the left; bodies are taken to be alike on both sides. */
export function findLandmarks(body: GarmentBody, path: string): Landmarks {
  const joint = (name: string): Vec3 => jointOf(body, name, path);
  return {
    waist: joint("spine"),
    hips: joint("hips"),
    neck: joint("neck"),
    knee: joint("shinL"),
    ankle: joint("footL"),
    shoulder: joint("armL"),
    elbow: joint("forearmL"),
    wrist: joint("handL"),
    scale: joint("neck")[1] / USUAL_NECK,
  };
}

/** Refuses a body whose bones cannot be read; `path.body` in errors. */
export function checkBody(body: GarmentBody, path: string): void {
  if (!Array.isArray(body as unknown) || body.length === 0) {
    throw new InputError(`${path}.body`, Array.isArray(body) ? "no bones" : typeof body, "give the bones of a figure");
  }
  for (const [i, bone] of body.entries()) {
    const numbers = [...bone.head, ...bone.cones.flatMap(({ a, b, ra, rb }) => [...a, ...b, ra, rb])];
    if (!numbers.every(Number.isFinite) || bone.cones.some(({ ra, rb }) => ra < 0 || rb < 0)) {
      throw new InputError(`${path}.body[${i}]`, "numbers that make no cone", "give finite places and radii from 0");
    }
  }
}
