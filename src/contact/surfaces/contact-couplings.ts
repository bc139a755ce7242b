import type { Couplings } from "../../core/constraints.ts";
import { computeCouplingImpulse, createCouplings } from "../../linalg/couplings.ts";
import { CLOSING, type ContactList, FRICTION, LIMIT, MASS, measureContact, SCALARS, SLIDING } from "./contact-list.ts";

/**
 * Contacts on their way into a method's matrix and back. Those that pushed in the last step, or close too fast, are tied while the method
 * solves: along the normal, and across it
 *
 *     as stiffly          where friction held, and adds to that friction
 *     not                 where it is used up and slides on: friction is what Coulomb allows, as a known force
 *     with w_t = μN/|u|   where it slides at u otherwise: Coulomb's friction at u, less as the sliding ends, and never beyond that
 *
 * The pull of the ties is then part of the contacts' impulses, and the correction begins with impulses that are right but for contacts that
 * open or begin to slide.
 */
export interface ContactCouplings {
  readonly couplings: Couplings;
  /** Ties the contacts between the cloth's particles, and between them and bodies that move with v [m/s]. */
  tie(contacts: ContactList, v: Float64Array): void;
  /** The number of contacts that are wrong at the velocities v: they close beyond their limits, slide where friction holds, or are held where it does not. */
  countFaults(contacts: ContactList, v: Float64Array): number;
  /** False when the method has left ties alone. */
  readonly areUsed: boolean;
  /** Adds the impulses of the ties, at the velocities `nextV` that the method proposed, to those of the contacts. */
  untie(nextV: Float64Array, contacts: ContactList): void;
}

/** A contact that slid faster than this at the start of the step [m/s] slides on. */
const STICKING = 0.01;
/** Friction that used up less than this share of what Coulomb allows held. */
const HELD = 0.999;
/** A contact is wrong by this speed [m/s], or by this where friction is beyond Coulomb's: that would hold what should slide, step after step. */
const FAULT_SPEED = 0.1;
const EXCESS_SPEED = 0.001;

export function createContactCouplings(particleCount: number): ContactCouplings {
  let couplings = createCouplings(256);
  let origin = new Uint32Array(256);
  const impulse = new Float64Array(3);
  const measured = new Float64Array(2);
  let areUsed = true;
  /** The number of ties that took more of sliding velocities than friction can. */
  let excessCount = 0;

  return {
    get couplings() {
      return couplings;
    },
    get areUsed() {
      return areUsed;
    },
    tie(contacts, v) {
      const { count, vertices, weights, normals, scalars } = contacts;
      if (count > origin.length) {
        couplings = createCouplings(2 * count);
        origin = new Uint32Array(2 * count);
      }
      couplings.count = 0;
      for (let k = 0; k < count; k++) {
        measureContact(contacts, k, v, measured);
        if (contacts.impulses[4 * k] === 0 && !(measured[CLOSING] > 0)) continue;
        const n = couplings.count++;
        origin[n] = k;
        tieAcross(contacts, k, measured, couplings.across, n);
        couplings.stiffness[n] = 0;
        for (let c = 0; c < 3; c++) {
          couplings.normals[3 * n + c] = normals[3 * k + c];
          couplings.targets[3 * n + c] = scalars[SCALARS * k + LIMIT] * normals[3 * k + c];
        }
        for (let e = 0; e < 4; e++) {
          const i = vertices[4 * k + e];
          const beta = weights[4 * k + e];
          const free = i < particleCount;
          couplings.rows[4 * n + e] = free ? i : 0;
          couplings.weights[4 * n + e] = free ? beta : 0;
          if (!free) for (let c = 0; c < 3; c++) couplings.targets[3 * n + c] -= beta * v[3 * i + c];
        }
      }
    },
    countFaults(contacts, v) {
      const { count, scalars, settled, slips } = contacts;
      let faults = excessCount;
      for (let k = 0; k < count; k++) {
        measureContact(contacts, k, v, measured);
        const isHeld = slips[k] < STICKING && holds(scalars, SCALARS * k + FRICTION, settled, 4 * k);
        if (measured[CLOSING] >= FAULT_SPEED || (isHeld && measured[SLIDING] >= FAULT_SPEED)) faults++;
      }
      return faults;
    },
    untie(nextV, { normals, scalars, impulses, settled }) {
      excessCount = 0;
      for (let n = 0; n < couplings.count; n++) {
        areUsed = couplings.stiffness[n] !== 0;
        if (!areUsed) continue;
        const k = origin[n];
        computeCouplingImpulse(couplings, n, nextV, impulse);
        let along = 0;
        for (let c = 0; c < 3; c++) along += normals[3 * k + c] * impulse[c];
        const push = Math.max(0, impulses[4 * k] + along);
        let squared = 0;
        for (let c = 0; c < 3; c++) {
          impulse[c] += impulses[4 * k + 1 + c] - along * normals[3 * k + c];
          squared += impulse[c] * impulse[c];
          impulses[4 * k + 1 + c] = 0;
        }
        const most = scalars[SCALARS * k + FRICTION] * push;
        const share = squared > most * most ? most / Math.sqrt(squared) : 1;
        if (((1 - share) * Math.sqrt(squared)) / scalars[SCALARS * k + MASS] >= EXCESS_SPEED) excessCount++;
        impulses[4 * k] = 0;
        settled[4 * k] = push;
        for (let c = 0; c < 3; c++) settled[4 * k + 1 + c] = share * impulse[c];
      }
      couplings.count = 0;
    },
  };
}

/** How stiffly contact k, as it was measured, may be tied across its normal, into across[n]. Forgets friction that the tie itself gives. */
function tieAcross({ scalars, impulses, slips }: ContactList, k: number, measured: Float64Array, across: Float64Array, n: number): void {
  across[n] = 0;
  if (!holds(scalars, SCALARS * k + FRICTION, impulses, 4 * k)) return;
  across[n] = Number.POSITIVE_INFINITY;
  if (slips[k] < STICKING) return;
  for (let c = 4 * k + 1; c < 4 * k + 4; c++) impulses[c] = 0;
  across[n] = (scalars[SCALARS * k + FRICTION] * impulses[4 * k]) / measured[SLIDING];
}

/** Whether friction has not used up what Coulomb allows, with μ at `m` of the scalars, of the impulse at `o`. */
function holds(scalars: Float64Array, m: number, impulses: Float64Array, o: number): boolean {
  const most = HELD * scalars[m] * impulses[o];
  const tx = impulses[o + 1];
  const ty = impulses[o + 2];
  const tz = impulses[o + 3];
  return tx * tx + ty * ty + tz * tz < most * most;
}
