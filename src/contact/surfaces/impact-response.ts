import type { BodyStops } from "./body-stops.ts";
import { computeAlong } from "./closest-points.ts";
import { type ContactList, LIMIT } from "./contact-list.ts";
import type { ContactPairs } from "./contact-pairs.ts";
import { activateAll, type Correction, isFixed, moveEnds } from "./correction.ts";
import { computeFriction, computeGap, type Surfaces } from "./surfaces.ts";

/** The third step of cloth-contact: features that still meet, by the continuous test, become contacts as well, and all are solved again. */
export interface ImpactResponse {
  /** True where something may meet still: after the last pass, or immovable vertices, which no contact keeps apart. */
  resolve(): boolean;
  /** Contacts that the last `resolve` has added. */
  readonly count: number;
}

/** Two features that meet keep this share of their distance along the normal, up to the gap. */
const KEPT_GAP = 0.4;
const PASSES = 10;

export function createImpactResponse(
  surfaces: Surfaces,
  tangled: Uint8Array,
  pairs: ContactPairs,
  contacts: ContactList,
  stops: BodyStops,
  correction: Correction,
): ImpactResponse {
  const { feature } = pairs;
  const terms = new Float64Array(2);
  const gap = new Float64Array(1);
  const pairGap = new Float64Array(1);
  let areForced = false;
  let count = 0;

  /** Adds a contact of two features that meet: it keeps KEPT_GAP of their distance along the normal of the impact. */
  function addImpact(a: number, b: number, c: number, d: number): void {
    if (isFixed(correction, a, b, c, d)) {
      areForced = true;
      return;
    }
    activateAll(correction, a, b, c, d);
    const { starts, step } = correction;
    computeAlong(feature, starts, a, b, c, d, gap);
    computeGap(surfaces, a, d, pairGap);
    terms[LIMIT] = -((1 - KEPT_GAP) * Math.max(0, Math.min(gap[0], pairGap[0]))) / step[0];
    computeFriction(surfaces, a, d, terms);
    contacts.add(a, b, c, d, feature, terms);
  }

  return {
    get count() {
      return count;
    },
    resolve() {
      const { starts, ends, moved } = correction;
      count = 0;
      areForced = false;
      moved.fill(1);
      for (let pass = 0; pass < PASSES; pass++) {
        pairs.cover(starts, ends);
        const known = contacts.count;
        pairs.tellImpacts(correction, tangled, addImpact);
        if (contacts.count === known) return areForced;
        count += contacts.count - known;
        pairs.spend(contacts.count);
        stops.addFrom(known);
        stops.solve();
        moveEnds(correction);
      }
      return true;
    },
  };
}
