import { lengthenArray } from "../../core/lengthen-array.ts";
import type { PointContacts } from "./body-points.ts";
import { CONTACT_NORMAL, CONTACT_SIZE } from "./closest-points.ts";
import { type ContactList, FRICTION, LIMIT } from "./contact-list.ts";
import { type Correction, isChanged } from "./correction.ts";

/**
 * The contacts of a correction with bodies that have no mesh (point-contacts): vertices that other contacts push are kept out of the bodies
 * that are close to them. A contact of one vertex stands in the list of contacts with that vertex four times, and the weights 0, 0, 0, 1.
 */
export interface BodyStops {
  /** Begins a correction; without points there are no such bodies. */
  begin(points: PointContacts | undefined): void;
  /** Adds the points at bodies of vertices that contacts from number `from` on are the first to push. */
  addFrom(from: number): void;
  /** Solves all contacts, with the threads that they stretch; then no vertex goes into a body, whatever pushes it. */
  solve(): void;
  /** The last part of it alone. */
  keepOut(): void;
  /** What a body has stopped already, at the place of the proposal, and cloth then moves elsewhere has the velocity that leads there. */
  stop(v: Float64Array): void;
}

const CONTACT_SWEEPS = 12;

/** Threads that contacts have stretched are shortened so many times, and contacts solved again: they have the last word. */
const STRETCH_ROUNDS = 3;

export function createBodyStops(vertexCount: number, contacts: ContactList, correction: Correction, shorten?: () => boolean): BodyStops {
  let points: PointContacts | undefined;
  /** Which contacts are points, and which of these touched their body where the method proposed. */
  let numbers = new Uint32Array(64);
  let wasTouching = new Uint8Array(64);
  let count = 0;
  /** Marks of the vertices that contacts push, and of those that the latest contacts are the first to. */
  const isPushed = new Uint8Array(vertexCount);
  const isFresh = new Uint8Array(vertexCount);
  const feature = new Float64Array(CONTACT_SIZE);
  const terms = new Float64Array(2);
  feature[3] = 1;
  terms[FRICTION] = 0;

  function add(found: PointContacts): void {
    const { vertices, normals, limits, touching } = found;
    if (numbers.length < count + found.count) {
      numbers = lengthenArray(numbers, 2 * (count + found.count));
      wasTouching = lengthenArray(wasTouching, 2 * (count + found.count));
    }
    for (let k = 0; k < found.count; k++) {
      const i = vertices[k];
      terms[LIMIT] = limits[k];
      for (let c = 0; c < 3; c++) feature[CONTACT_NORMAL + c] = normals[3 * k + c];
      numbers[count] = contacts.count;
      wasTouching[count++] = touching[k];
      contacts.add(i, i, i, i, feature, terms);
    }
  }

  function keepOut(): void {
    const { velocity } = correction;
    const { vertices, normals, scalars } = contacts;
    for (let p = 0; p < count; p++) {
      const k = numbers[p];
      const i = 3 * vertices[4 * k];
      const n = 3 * k;
      const speed = normals[n] * velocity[i] + normals[n + 1] * velocity[i + 1] + normals[n + 2] * velocity[i + 2];
      const lack = scalars[n] - speed;
      if (lack > 0) for (let c = 0; c < 3; c++) velocity[i + c] += lack * normals[n + c];
    }
  }

  return {
    begin(found) {
      points = found;
      count = 0;
      isPushed.fill(0);
    },
    addFrom(from) {
      if (points === undefined) return;
      const { vertices } = contacts;
      isFresh.fill(0);
      for (let e = 4 * from; e < 4 * contacts.count; e++) {
        const i = vertices[e];
        if (isPushed[i] === 0) isFresh[i] = 1;
        isPushed[i] = 1;
      }
      points.find(correction.starts, correction.ends, correction.inverseMass, correction.step[0], isFresh);
      add(points);
    },
    solve() {
      const { velocity, inverseMass } = correction;
      contacts.solve(inverseMass, CONTACT_SWEEPS, velocity);
      keepOut();
      for (let round = 0; round < STRETCH_ROUNDS && shorten?.(); round++) {
        contacts.solve(inverseMass, CONTACT_SWEEPS, velocity);
        keepOut();
      }
    },
    keepOut,
    stop(v) {
      const { velocity } = correction;
      const { vertices } = contacts;
      for (let k = 0; k < count; k++) {
        const i = vertices[4 * numbers[k]];
        if (wasTouching[k] !== 0 && isChanged(correction, i)) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] = velocity[c];
      }
    },
  };
}
