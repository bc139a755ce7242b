import { lengthenArray } from "../../core/lengthen-array.ts";
import { invertSymmetric, multiplySymmetric } from "../../core/mat3.ts";
import type { PointContacts } from "./body-points.ts";
import { followFixed } from "./follow-fixed.ts";

/** The common motion of the vertices of an impact zone (impact-zones). */
export interface ZoneMotion {
  /** Before zones are moved: the vertices that must not go into bodies. */
  begin(points: PointContacts | undefined): void;
  /** Moves one zone: the list of vertices from `start`, each followed by `next`, −1 at its end. */
  move(start: number, next: Int32Array, x: Float64Array, inverseMass: Float64Array, v: Float64Array): void;
}

/** Vertices in a line or a point have no inertia about it: below this part of the cube of the whole they get no spin. */
const LEAST_INERTIA = 1e-9;
/** Sweeps for the impulses of bodies on a zone, and the speed that they may leave [m/s]. */
const ZONE_SWEEPS = 30;
const SPEED_SLACK = 1e-6;

/** Of the zone at hand: its centre [m], the velocity there p [m/s], the angular velocity ω [1/s], I, I⁻¹ and the angular momentum L. */
const centre = new Float64Array(3);
const p = new Float64Array(3);
const omega = new Float64Array(3);
const inertia = new Float64Array(6);
const inverseInertia = new Float64Array(6);
const momentum = new Float64Array(3);

export function createZoneMotion(vertexCount: number): ZoneMotion {
  /** The contacts with bodies as lists, one a vertex. */
  const firstPoint = new Int32Array(vertexCount).fill(-1);
  let nextPoint = new Int32Array(16);
  let points: PointContacts | undefined;
  /** Of the zone at hand: its contacts, each with r × n, I⁻¹(r × n) and its impulse. */
  let found = new Uint32Array(16);
  let arms = new Float64Array(3 * 16);
  let spins = new Float64Array(3 * 16);
  let impulses = new Float64Array(16);
  let foundCount = 0;

  function gatherPoints(start: number, next: Int32Array): void {
    foundCount = 0;
    if (points === undefined) return;
    for (let i = start; i >= 0; i = next[i]) {
      for (let k = firstPoint[i]; k >= 0; k = nextPoint[k]) {
        if (foundCount === found.length) {
          found = lengthenArray(found, 2 * foundCount);
          arms = new Float64Array(6 * foundCount);
          spins = new Float64Array(6 * foundCount);
          impulses = new Float64Array(2 * foundCount);
        }
        found[foundCount++] = k;
      }
    }
  }

  /** n·v of contact k as the zone moves, minus its limit. */
  function slack(k: number): number {
    const { normals, limits } = points as PointContacts;
    const n = 3 * found[k];
    let along = -limits[found[k]];
    for (let c = 0; c < 3; c++) along += normals[n + c] * p[c] + arms[3 * k + c] * omega[c];
    return along;
  }

  function areKept(): boolean {
    for (let k = 0; k < foundCount; k++) if (slack(k) < -SPEED_SLACK) return false;
    return true;
  }

  /**
   * Impulses of the bodies on the zone as a rigid body, by projected Gauss–Seidel. Where they leave something in a body, the zone shall not turn;
   * where that is not enough, it stays: it begins outside.
   */
  function keepOut(x: Float64Array, mass: number): void {
    const { vertices, normals } = points as PointContacts;
    for (let k = 0; k < foundCount; k++) {
      const i = 3 * vertices[found[k]];
      const n = 3 * found[k];
      const rx = x[i] - centre[0];
      const ry = x[i + 1] - centre[1];
      const rz = x[i + 2] - centre[2];
      arms[3 * k] = ry * normals[n + 2] - rz * normals[n + 1];
      arms[3 * k + 1] = rz * normals[n] - rx * normals[n + 2];
      arms[3 * k + 2] = rx * normals[n + 1] - ry * normals[n];
      multiplySymmetric(inverseInertia, arms, 3 * k, spins, 3 * k);
    }
    const [px, py, pz] = p;
    push(mass);
    if (areKept()) return;
    p.set([px, py, pz]);
    omega.fill(0);
    arms.fill(0, 0, 3 * foundCount);
    spins.fill(0, 0, 3 * foundCount);
    push(mass);
    if (!areKept()) p.fill(0);
  }

  function push(mass: number): void {
    const { normals } = points as PointContacts;
    impulses.fill(0, 0, foundCount);
    for (let sweep = 0; sweep < ZONE_SWEEPS; sweep++) {
      for (let k = 0; k < foundCount; k++) {
        let ease = 1 / mass;
        for (let c = 3 * k; c < 3 * k + 3; c++) ease += arms[c] * spins[c];
        const impulse = Math.max(0, impulses[k] - slack(k) / ease);
        const change = impulse - impulses[k];
        impulses[k] = impulse;
        for (let c = 0; c < 3; c++) {
          p[c] += (change / mass) * normals[3 * found[k] + c];
          omega[c] += change * spins[3 * k + c];
        }
      }
    }
  }

  return {
    begin(contacts) {
      if (points !== undefined) firstPoint.fill(-1);
      points = contacts;
      if (contacts === undefined) return;
      const { count, vertices } = contacts;
      if (nextPoint.length < count) nextPoint = new Int32Array(2 * count);
      for (let k = count - 1; k >= 0; k--) {
        nextPoint[k] = firstPoint[vertices[k]];
        firstPoint[vertices[k]] = k;
      }
    },
    move(start, next, x, inverseMass, v) {
      let fixedCount = 0;
      for (let i = start; i >= 0; i = next[i]) if (inverseMass[i] === 0) fixedCount++;
      if (fixedCount > 0) {
        followFixed(start, fixedCount, next, x, inverseMass, v);
        return;
      }
      const mass = computeRigidMotion(start, next, x, inverseMass, v);
      gatherPoints(start, next);
      if (foundCount > 0) keepOut(x, mass);
      for (let i = start; i >= 0; i = next[i]) {
        const rx = x[3 * i] - centre[0];
        const ry = x[3 * i + 1] - centre[1];
        const rz = x[3 * i + 2] - centre[2];
        v[3 * i] = p[0] + omega[1] * rz - omega[2] * ry;
        v[3 * i + 1] = p[1] + omega[2] * rx - omega[0] * rz;
        v[3 * i + 2] = p[2] + omega[0] * ry - omega[1] * rx;
      }
    },
  };
}

/** The motion of free vertices as one body that has their momenta: I ω = L. No spin where the zone has no extent. Returns the mass [kg]. */
function computeRigidMotion(start: number, next: Int32Array, x: Float64Array, inverseMass: Float64Array, v: Float64Array): number {
  let mass = 0;
  centre.fill(0);
  p.fill(0);
  for (let i = start; i >= 0; i = next[i]) {
    const m = 1 / inverseMass[i];
    mass += m;
    for (let k = 0; k < 3; k++) {
      centre[k] += m * x[3 * i + k];
      p[k] += m * v[3 * i + k];
    }
  }
  for (let k = 0; k < 3; k++) {
    centre[k] /= mass;
    p[k] /= mass;
  }
  inertia.fill(0);
  momentum.fill(0);
  for (let i = start; i >= 0; i = next[i]) {
    const m = 1 / inverseMass[i];
    const rx = x[3 * i] - centre[0];
    const ry = x[3 * i + 1] - centre[1];
    const rz = x[3 * i + 2] - centre[2];
    const ux = v[3 * i] - p[0];
    const uy = v[3 * i + 1] - p[1];
    const uz = v[3 * i + 2] - p[2];
    momentum[0] += m * (ry * uz - rz * uy);
    momentum[1] += m * (rz * ux - rx * uz);
    momentum[2] += m * (rx * uy - ry * ux);
    inertia[0] += m * (ry * ry + rz * rz);
    inertia[1] -= m * rx * ry;
    inertia[2] -= m * rx * rz;
    inertia[3] += m * (rx * rx + rz * rz);
    inertia[4] -= m * ry * rz;
    inertia[5] += m * (rx * rx + ry * ry);
  }
  const [xx, xy, xz, yy, yz, zz] = inertia;
  const det = xx * (yy * zz - yz * yz) + xy * (xz * yz - xy * zz) + xz * (xy * yz - xz * yy);
  const size = xx + yy + zz;
  if (det > LEAST_INERTIA * size * size * size) invertSymmetric(inertia, 0, inverseInertia, 0);
  else inverseInertia.fill(0);
  multiplySymmetric(inverseInertia, momentum, 0, omega, 0);
  return mass;
}
