import type { Departure } from "../../core/step-context.ts";
import type { Cloth } from "../../fabric/cloth.ts";
import type { NearBodies } from "../bodies/near-bodies.ts";
import { NO_FORCES } from "../no-contact.ts";
import { createLetDown } from "./let-down.ts";
import type { SurfaceContact } from "./surface-meeting.ts";
import { createTangleLift } from "./tangle-lift.ts";

/** What brings cloth out that starts deep in a body, where no surfaces meet: the same as where they do (tangle-lift). */
export type StartLift = Pick<SurfaceContact, "begin" | "spared" | "memory">;

export function createStartLift(near: NearBodies, cloth: Cloth, pushSpeed: number): StartLift {
  const letDown = createLetDown(cloth);
  const lift = createTangleLift(near, cloth, pushSpeed, letDown);
  const inverseMass = new Float64Array(cloth.particleCount);
  const drift = new Float64Array(3); // no body is of triangles
  let spared: Uint8Array | undefined;

  return {
    get spared() {
      return spared;
    },
    memory: {
      save() {
        const seconds = letDown.save();
        return seconds === undefined ? NO_FORCES : { ...NO_FORCES, letDown: seconds };
      },
      load: (record) => letDown.load(record.letDown),
    },
    begin({ x, v }: Departure, held, h, _reactions, shift) {
      spared = undefined;
      if (letDown.isSoft) lift.lower(x, v, held, h, drift);
      if (!letDown.isStart) return false;
      for (let i = 0; i < held.length; i++) inverseMass[i] = held[i] === 0 ? 1 / cloth.mass[i] : 0;
      lift.find(x, inverseMass);
      if (!lift.isNear) {
        letDown.endStart();
        return false;
      }
      shift.fill(0);
      lift.apply(v, held, h, shift);
      spared = lift.spared;
      return true;
    },
  };
}
