import { type CollisionMesh, visitPairs } from "../search/collision-mesh.ts";
import type { PointContacts } from "./body-points.ts";
import { CONTACT_DISTANCE, closestEdgeEdge, closestPointTriangle } from "./closest-points.ts";
import type { ContactPairs } from "./contact-pairs.ts";
import { activate, activateAll, type Correction, isChanged, isFixed, moveEnds } from "./correction.ts";
import { createImpactZones } from "./impact-zones.ts";
import type { Tangles } from "./tangles.ts";

/** The fourth step of cloth-contact: vertices whose impacts contacts did not resolve move as one (impact-zones). */
export interface ZoneResponse {
  /**
   * Joins features that meet, until none do; `areMeeting` says whether some may at first. Cloth that does not pass through cloth comes
   * before cloth that stays out of bodies, for which only a few rounds are made. Sets `ends`, and suspects a tangle where pins or bodies
   * force features through each other.
   */
  resolve(areMeeting: boolean, points: PointContacts | undefined): void;
  /** How often the last correction has joined vertices to a zone. */
  count: number;
}

/** Vertices deeper in a body than they may be by this much [m] are brought out, in at most BODY_ROUNDS rounds. */
const SINKING = 1e-7;
const BODY_ROUNDS = 6;
/** Zones that still grow after this many rounds take in all vertices close to them at once, and not only those that they meet. */
const SLOW_ROUNDS = 12;

/** `reach`: so far from a zone is close to it [m]; any search lists what is, and each its own of what is not. */
export function createZoneResponse(
  mesh: CollisionMesh,
  tangles: Tangles,
  pairs: ContactPairs,
  correction: Correction,
  reach: number,
): ZoneResponse {
  const { feature } = pairs;
  const zones = createImpactZones(mesh.vertexCount);
  const isInvolved = new Uint8Array(mesh.vertexCount);

  /**
   * Joins four vertices that meet. If they meet within one zone they are forced to: by friction, which gives way, or by pins and bodies,
   * and the next step looks for tangles.
   */
  function joinZone(a: number, b: number, c: number, d: number): void {
    activateAll(correction, a, b, c, d);
    const isJoined = zones.join(a, b, c, d);
    if ((isJoined && !isFixed(correction, a, b, c, d)) || letGo(a)) response.count++;
    else tangles.suspect();
  }

  /** Friction gives way in the zone of a vertex; false where it holds nothing there. */
  function letGo(i: number): boolean {
    const { sticking, inverseMass } = correction;
    return sticking !== undefined && zones.free(i, sticking, inverseMass);
  }

  /** Makes the vertices of a pair that is close at the end part of a zone that one of them is in. */
  function joinNeighbour(a: number, b: number, c: number, d: number, isPoint: boolean): void {
    const isNear = zones.includes(a) || zones.includes(b) || zones.includes(c) || zones.includes(d);
    if (!isNear) return;
    const { ends } = correction;
    if (isPoint) closestPointTriangle(ends, d, a, b, c, feature);
    else closestEdgeEdge(ends, a, b, c, d, feature);
    if (!(feature[CONTACT_DISTANCE] < reach)) return;
    activateAll(correction, a, b, c, d);
    if (zones.join(a, b, c, d)) response.count++;
  }

  /** Marks what goes elsewhere than was proposed, and zones. */
  function markInvolved(): void {
    const { active, activeCount } = correction;
    isInvolved.fill(0);
    for (let n = 0; n < activeCount; n++) {
      const i = active[n];
      if (isChanged(correction, i) || zones.includes(i)) isInvolved[i] = 1;
    }
  }

  /** Puts vertices that have got into a body into zones, which bodies push out; false where there are none. */
  function gatherSunk({ count, vertices, normals, limits }: PointContacts): boolean {
    const { velocity, step } = correction;
    let areSome = false;
    for (let k = 0; k < count; k++) {
      const i = vertices[k];
      activate(correction, i);
      let speed = 0;
      for (let c = 0; c < 3; c++) speed += normals[3 * k + c] * velocity[3 * i + c];
      if ((limits[k] - speed) * step[0] <= SINKING) continue;
      zones.include(i);
      letGo(i);
      areSome = true;
    }
    return areSome;
  }

  const response: ZoneResponse = {
    count: 0,
    resolve(areMeeting, points) {
      const { starts, ends, inverseMass, velocity, moved, step } = correction;
      moved.fill(areMeeting ? 1 : 0);
      zones.clear();
      for (let round = 0; ; round++) {
        const joined = response.count;
        if (round > 0 || areMeeting) {
          pairs.cover(starts, ends);
          pairs.tellImpacts(correction, tangles.vertices, joinZone);
          if (response.count > joined && round >= SLOW_ROUNDS) visitPairs(mesh, pairs.list, joinNeighbour);
        }
        markInvolved();
        points?.find(starts, ends, inverseMass, step[0], isInvolved);
        const areSunk = points !== undefined && round < BODY_ROUNDS && gatherSunk(points);
        if (response.count === joined && !areSunk) return;
        zones.move(starts, inverseMass, velocity, points);
        moveEnds(correction);
      }
    },
  };
  return response;
}
