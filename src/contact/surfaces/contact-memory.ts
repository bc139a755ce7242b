import { lengthenArray } from "../../core/lengthen-array.ts";
import type { ContactList } from "./contact-list.ts";

/**
 * The memory of contacts from one step to the next: the forces with which they held, J/h [N]. A method is told of them as of any other
 * force, so cloth on cloth is carried while the step is solved, and not only pushed back afterwards; at rest nothing is left to correct.
 * A contact is known again by the two elements that touch, in lists that both steps have in ascending order.
 */
export interface ContactMemory {
  /** Begins a step. */
  begin(): void;
  /**
   * The contact just added to the list is that of elements `first` and `second`: gives it the impulse of asked[FORCE_SHARE] of the last
   * step's force over asked[SECONDS].
   */
  recall(kind: ContactKind, first: number, second: number, asked: Float64Array, contacts: ContactList): void;
  /** Keeps the forces of all contacts that were recalled; they are the first of the list. */
  keep(contacts: ContactList, h: number): void;
  save(): ContactForces;
  load(forces: ContactForces): void;
}

export type ContactKind = typeof POINT_TRIANGLE | typeof EDGE_EDGE;
export const POINT_TRIANGLE = 0;
export const EDGE_EDGE = 1;

/** Places in what `recall` is asked. */
export const SECONDS = 0;
export const FORCE_SHARE = 1;

/** Plain data for snapshots: kind and two elements, and four components of force [N], a contact. */
export interface ContactForces {
  readonly elements: Uint32Array;
  readonly forces: Float64Array;
  /** Of cloth that comes down softly after it was lifted (let-down). */
  readonly letDown?: Float64Array;
}

/** The contacts of one step. */
interface StepRecord {
  count: number;
  elements: Uint32Array;
  forces: Float64Array;
}

export function createContactMemory(): ContactMemory {
  let last: StepRecord = createRecord(0);
  let fresh: StepRecord = createRecord(0);
  let cursor = 0;

  return {
    begin() {
      cursor = 0;
      fresh.count = 0;
    },
    recall(kind, first, second, asked, contacts) {
      addElements(fresh, kind, first, second);
      while (cursor < last.count && isBefore(last.elements, cursor, kind, first, second)) cursor++;
      const { elements, forces } = last;
      const o = 3 * cursor;
      if (cursor === last.count || elements[o] !== kind || elements[o + 1] !== first || elements[o + 2] !== second) {
        return;
      }
      const { impulses, normals } = contacts;
      const c = contacts.count - 1;
      const h = asked[SECONDS] * asked[FORCE_SHARE];
      let along = 0; // the normal has turned: friction stays across it
      for (let k = 0; k < 3; k++) along += normals[3 * c + k] * forces[4 * cursor + 1 + k];
      impulses[4 * c] = h * forces[4 * cursor];
      for (let k = 0; k < 3; k++) {
        impulses[4 * c + 1 + k] = h * (forces[4 * cursor + 1 + k] - along * normals[3 * c + k]);
      }
    },
    keep({ impulses, settled, arrests }, h) {
      // what stopped an impact is over; of its friction the same share
      for (let k = 0; k < fresh.count; k++) {
        const push = impulses[4 * k] + settled[4 * k];
        const share = push > arrests[k] ? (push - arrests[k]) / push : 0;
        for (let c = 4 * k; c < 4 * k + 4; c++) fresh.forces[c] = (share * (impulses[c] + settled[c])) / h;
      }
      const kept = fresh;
      fresh = last;
      last = kept;
    },
    save: () => ({ elements: last.elements.slice(0, 3 * last.count), forces: last.forces.slice(0, 4 * last.count) }),
    load({ elements, forces }) {
      last = createRecord(elements.length / 3);
      last.count = elements.length / 3;
      last.elements.set(elements);
      last.forces.set(forces);
    },
  };
}

function createRecord(count: number): StepRecord {
  const capacity = Math.max(256, count);
  return { count: 0, elements: new Uint32Array(3 * capacity), forces: new Float64Array(4 * capacity) };
}

function addElements(record: StepRecord, kind: number, first: number, second: number): void {
  const { count } = record;
  if (3 * count === record.elements.length) {
    record.elements = lengthenArray(record.elements);
    record.forces = new Float64Array(8 * count);
  }
  record.elements[3 * count] = kind;
  record.elements[3 * count + 1] = first;
  record.elements[3 * count + 2] = second;
  record.count++;
}

/** True when contact k comes before one of these elements. */
function isBefore(elements: Uint32Array, k: number, kind: number, first: number, second: number): boolean {
  const o = 3 * k;
  if (elements[o] !== kind) return elements[o] < kind;
  return elements[o + 1] !== first ? elements[o + 1] < first : elements[o + 2] < second;
}
