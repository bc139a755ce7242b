import { InputError } from "../core/errors.ts";
import { cos, sin } from "../core/trig.ts";
import { conesOf, type GarmentBody } from "./body.ts";
import { type Clearance, createClearance, marchIn } from "./clearance.ts";

/** Steps of the search for the neckline's depth [m]. */
const STEP = 0.002;
/** What searches add to the distance to the body, for what lies between their samples [m]. */
const MARGIN = 0.001;

/** How the cloth lies in the plane of y and z: (y, z) at the distance v from its upper border. */
export interface CapeProfile {
  readonly top: number;
  place(v: number): readonly [number, number];
}

/** A quarter of a circle over the crest, level in front of it, and from there straight down. */
export function createCapeProfile(top: number, crest: number, radius: number, front: number): CapeProfile {
  const quarter = 0.5 * Math.PI * radius;
  return {
    top,
    place: (v) => {
      if (v < front) return [top, crest + front - v];
      const angle = (v - front) / radius;
      if (v < front + quarter) return [top - radius + radius * cos(angle), crest - radius * sin(angle)];
      return [top - radius - (v - front - quarter), crest - radius];
    },
  };
}

/** A plane z behind all of the body below the head [m]. */
export function findBehind(body: GarmentBody, ease: number): number {
  const backs = conesOf(body, "torso", "leftArm", "rightArm", "leftLeg", "rightLeg").map(({ a, b, ra, rb }) =>
    Math.min(a[2] - ra, b[2] - rb),
  );
  return Math.min(...backs) - ease;
}

/** The least height at which the cloth over the shoulders is clear of all but neck and head. */
export function findOver(
  body: GarmentBody,
  inner: number,
  outer: number,
  radius: number,
  crest: number,
  front: number,
  ease: number,
): number {
  const shoulders = createClearance(conesOf(body, "torso", "leftArm", "rightArm"));
  let top = 0;
  for (let i = 0; i <= 12; i++) {
    const x = inner + ((outer - inner) * i) / 12;
    for (let k = 0; k <= 24; k++) {
      // From the border over the crest down the quarter of a circle.
      const angle = (0.5 * Math.PI * (k - 6)) / 18;
      const z = k < 6 ? crest + (front * (6 - k)) / 6 : crest - radius * sin(angle);
      const fall = k < 6 ? 0 : radius - radius * cos(angle);
      const r = marchIn(shoulders, [x, 0, z], [0, 1, 0], 3, ease + MARGIN);
      top = Math.max(top, r + fall);
    }
  }
  return top;
}

/** 1 in the middle, 0 from ±1 on, smooth. */
export function neckline(t: number): number {
  const s = Math.max(0, 1 - t * t);
  return s * s;
}

/** How deep the neckline must be for the cloth to stay clear of the neck. */
export function findNeckline(all: Clearance, profile: CapeProfile, half: number, ease: number, path: string): number {
  for (let depth = 0; depth < 0.5; depth += STEP) {
    let isClear = true;
    for (let i = 0; i <= 24 && isClear; i++) {
      const x = (half * i) / 24;
      const from = depth * neckline(i / 24);
      for (let k = 0; k <= 20 && isClear; k++) {
        const [y, z] = profile.place(from + 0.01 * k);
        isClear = all(x, y, z) >= ease + MARGIN;
      }
    }
    if (isClear) return depth;
  }
  throw new InputError(`${path}.ease`, `${ease} m`, "use less: the cloth finds no way around the neck");
}
