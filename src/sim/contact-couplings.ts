import type { ContactList } from "../collision/contact-list.ts";
import { type Couplings, computeCouplingImpulse, createCouplings } from "../linalg/couplings.ts";

/**
 * Contacts on their way into a method's matrix and back. Those that pushed in the last step, or close too fast, are tied while the method
 * solves: along the normal, or in all directions where friction held. What the ties pulled is then part of the contacts' impulses, and
 * the correction begins with what is right but for the contacts that open or begin to slide.
 */
export interface ContactCouplings {
  readonly couplings: Couplings;
  /** Ties the contacts between the cloth's particles, and between them and bodies that move with v [m/s]. */
  tie(contacts: ContactList, v: Float64Array): void;
  /** How fast contacts close at the velocities v beyond their limits, or slide where friction would hold them, at most [m/s]. */
  measureFault(contacts: ContactList, v: Float64Array): number;
  /** False when the method has left ties alone. */
  readonly areUsed: boolean;
  /** Adds to the impulses of the contacts what the method has found; `nextV` are the velocities that it proposed. */
  untie(nextV: Float64Array, contacts: ContactList): void;
}

/** Friction that used up less than this share of what Coulomb allows held. */
const HELD = 0.999;

export function createContactCouplings(particleCount: number): ContactCouplings {
  let couplings = createCouplings(256);
  let origin = new Uint32Array(256);
  const impulse = new Float64Array(3);
  let areUsed = true;

  return {
    get couplings() {
      return couplings;
    },
    get areUsed() {
      return areUsed;
    },
    tie(contacts, v) {
      const { count, vertices, weights, normals, scalars, impulses } = contacts;
      if (count > origin.length) {
        couplings = createCouplings(2 * count);
        origin = new Uint32Array(2 * count);
      }
      couplings.count = 0;
      for (let k = 0; k < count; k++) {
        const push = impulses[4 * k];
        if (push === 0 && !(closing(contacts, k, v) > 0)) continue;
        const n = couplings.count++;
        origin[n] = k;
        couplings.everyWay[n] = holds(scalars[3 * k + 1], impulses, 4 * k) ? 1 : 0;
        couplings.stiffness[n] = 0;
        for (let c = 0; c < 3; c++) {
          couplings.normals[3 * n + c] = normals[3 * k + c];
          couplings.targets[3 * n + c] = scalars[3 * k] * normals[3 * k + c];
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
    measureFault(contacts, v) {
      const { count, scalars, settled } = contacts;
      let most = 0;
      for (let k = 0; k < count; k++) {
        most = Math.max(most, closing(contacts, k, v));
        if (holds(scalars[3 * k + 1], settled, 4 * k)) most = Math.max(most, sliding(contacts, k, v));
      }
      return most;
    },
    untie(nextV, { normals, scalars, impulses, settled }) {
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
        const most = scalars[3 * k + 1] * push;
        const share = squared > most * most ? most / Math.sqrt(squared) : 1;
        impulses[4 * k] = 0;
        settled[4 * k] = push;
        for (let c = 0; c < 3; c++) settled[4 * k + 1 + c] = share * impulse[c];
      }
      couplings.count = 0;
    },
  };
}

/** How fast contact k closes at the velocities v beyond its limit [m/s]. */
function closing({ vertices, weights, normals, scalars }: ContactList, k: number, v: Float64Array): number {
  let speed = 0;
  for (let e = 4 * k; e < 4 * k + 4; e++) {
    const i = 3 * vertices[e];
    const along = normals[3 * k] * v[i] + normals[3 * k + 1] * v[i + 1] + normals[3 * k + 2] * v[i + 2];
    speed += weights[e] * along;
  }
  return scalars[3 * k] - speed;
}

/** Whether friction has not used up what Coulomb allows, of the impulse at `o`. */
function holds(mu: number, impulses: Float64Array, o: number): boolean {
  const most = HELD * mu * impulses[o];
  const tx = impulses[o + 1];
  const ty = impulses[o + 2];
  const tz = impulses[o + 3];
  return tx * tx + ty * ty + tz * tz < most * most;
}

/** The relative velocity of contact k across its normal [m/s]. */
function sliding({ vertices, weights, normals }: ContactList, k: number, v: Float64Array): number {
  let along = 0;
  let squared = 0;
  for (let c = 0; c < 3; c++) {
    let r = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) r += weights[e] * v[3 * vertices[e] + c];
    along += normals[3 * k + c] * r;
    squared += r * r;
  }
  return Math.sqrt(Math.max(0, squared - along * along));
}
