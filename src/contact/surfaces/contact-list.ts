import { lengthenArray } from "../../core/lengthen-array.ts";

/**
 * Contacts between points, edges, triangles and bodies, as constraints on velocities:
 *
 *     n · Σ β_i v_i ≥ limit,     friction  |J_t| ≤ μ J_n
 *
 * with up to four vertices and the signed weights β of two features (first −, second +), n from the first to the second
 * [Bridson02, sec. 7]. Structure of arrays; it grows and never shrinks.
 */
export interface ContactList {
  count: number;
  /** Arrays that are replaced when the list grows: four vertices and weights, three components of the normal; limit, μ and 1/W [kg], the mass that a contact moves. */
  vertices: Uint32Array;
  weights: Float64Array;
  normals: Float64Array;
  scalars: Float64Array;
  /** Four numbers a contact: the normal impulse J_n and the vector J_t [N s]. */
  impulses: Float64Array;
  /** The same of impulses that are felt already and stay: `solve` adds to them, and friction counts on them. */
  settled: Float64Array;
  /** The impulse that it takes to stop how fast each closed at first [N s], and how fast it slid then [m/s]. */
  arrests: Float64Array;
  slips: Float64Array;
  clear(): void;
  /**
   * Adds a contact without impulse, from `feature`: four β, then the normal (7 numbers). `terms` are the limit [m/s], which is the least
   * relative normal velocity and negative where the two may still come closer in this step, and μ. (Numbers go in an array, because one
   * that is handed to a call is allocated.)
   */
  add(a: number, b: number, c: number, d: number, feature: Float64Array, terms: Float64Array): void;
  /** Learns how easily each is moved, what would stop it at the velocities v, and how fast it slides. Before `solve`, of all contacts that are there. */
  weigh(inverseMass: Float64Array, v: Float64Array): void;
  /**
   * Projected Gauss–Seidel over all contacts, `sweeps` times, on the velocities v with the given inverse masses [1/kg]. Impulses only
   * push. Those that are there already are taken for felt by v, and may be taken back.
   */
  solve(inverseMass: Float64Array, sweeps: number, v: Float64Array): void;
  /** Makes impulses that are settled those that are there already, and forgets the others. */
  unsettle(): void;
  /** Adds the impulse on each vertex, Σ β_i (J_n n + J_t) [N s]. */
  addImpulses(out: Float64Array): void;
  /** Adds |β_i| J_n/h [N] to each of the first vertices, as many as f has numbers: how hard a step of h seconds pressed on it. */
  addPressForces(h: number, f: Float64Array): void;
}

/** Places in `terms`, and of each contact in `scalars`, where 1/W follows. */
export const LIMIT = 0;
export const FRICTION = 1;
export const MASS = 2;
export const SCALARS = 3;

/** Contacts that there is room for at first. */
const ROOM = 256;

export function createContactList(): ContactList {
  const measured = new Float64Array(2);
  const list: ContactList = {
    count: 0,
    vertices: new Uint32Array(4 * ROOM),
    weights: new Float64Array(4 * ROOM),
    normals: new Float64Array(3 * ROOM),
    scalars: new Float64Array(SCALARS * ROOM),
    impulses: new Float64Array(4 * ROOM),
    settled: new Float64Array(4 * ROOM),
    arrests: new Float64Array(ROOM),
    slips: new Float64Array(ROOM),
    clear() {
      list.count = 0;
    },
    add(a, b, c, d, feature, terms) {
      if (list.count === list.slips.length) grow(list);
      const { count, vertices, weights, normals, scalars, impulses, settled } = list;
      vertices[4 * count] = a;
      vertices[4 * count + 1] = b;
      vertices[4 * count + 2] = c;
      vertices[4 * count + 3] = d;
      for (let k = 0; k < 4; k++) weights[4 * count + k] = feature[k];
      for (let k = 0; k < 3; k++) normals[3 * count + k] = feature[4 + k];
      scalars[SCALARS * count + LIMIT] = terms[LIMIT];
      scalars[SCALARS * count + FRICTION] = terms[FRICTION];
      for (let k = 4 * count; k < 4 * count + 4; k++) {
        impulses[k] = 0;
        settled[k] = 0;
      }
      list.count++;
    },
    weigh(inverseMass, v) {
      const { scalars, arrests, slips } = list;
      weighContacts(list, inverseMass);
      for (let k = 0; k < list.count; k++) {
        measureContact(list, k, v, measured);
        arrests[k] = Math.max(0, measured[CLOSING]) * scalars[SCALARS * k + MASS];
        slips[k] = measured[SLIDING];
      }
    },
    solve(inverseMass, sweeps, v) {
      weighContacts(list, inverseMass);
      for (let sweep = 0; sweep < sweeps; sweep++) sweepContacts(list, inverseMass, v);
    },
    unsettle() {
      const { impulses, settled } = list;
      for (let k = 0; k < 4 * list.count; k++) {
        impulses[k] = settled[k];
        settled[k] = 0;
      }
    },
    addImpulses(out) {
      const { count, vertices, weights, normals, impulses } = list;
      for (let k = 0; k < count; k++) {
        const q = 4 * k;
        const jx = impulses[q] * normals[3 * k] + impulses[q + 1];
        const jy = impulses[q] * normals[3 * k + 1] + impulses[q + 2];
        const jz = impulses[q] * normals[3 * k + 2] + impulses[q + 3];
        for (let e = q; e < q + 4; e++) {
          const i = 3 * vertices[e];
          out[i] += weights[e] * jx;
          out[i + 1] += weights[e] * jy;
          out[i + 2] += weights[e] * jz;
        }
      }
    },
    addPressForces(h, f) {
      const { vertices, weights, impulses, settled } = list;
      for (let e = 0; e < 4 * list.count; e++) {
        const k = 4 * Math.floor(e / 4);
        if (vertices[e] < f.length) f[vertices[e]] += (Math.abs(weights[e]) * (impulses[k] + settled[k])) / h;
      }
    },
  };
  return list;
}

function grow(list: ContactList): void {
  list.vertices = lengthenArray(list.vertices);
  list.weights = lengthenArray(list.weights);
  list.normals = lengthenArray(list.normals);
  list.scalars = lengthenArray(list.scalars);
  list.impulses = lengthenArray(list.impulses);
  list.settled = lengthenArray(list.settled);
  list.arrests = lengthenArray(list.arrests);
  list.slips = lengthenArray(list.slips);
}

/** 1/W, W = Σ β²/m: how much impulse a change of the relative velocity takes; 0 where nothing can move. */
function weighContacts({ count, vertices, weights, scalars }: ContactList, inverseMass: Float64Array): void {
  for (let k = 0; k < count; k++) {
    let W = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) W += weights[e] * weights[e] * inverseMass[vertices[e]];
    scalars[SCALARS * k + MASS] = W > 0 ? 1 / W : 0;
  }
}

function sweepContacts(list: ContactList, inverseMass: Float64Array, v: Float64Array): void {
  const { count, vertices, weights, normals, scalars, settled, impulses } = list;
  for (let k = 0; k < count; k++) {
    const mass = scalars[SCALARS * k + MASS];
    if (mass === 0) continue;
    const q = 4 * k;
    const i0 = vertices[q];
    const i1 = vertices[q + 1];
    const i2 = vertices[q + 2];
    const i3 = vertices[q + 3];
    const b0 = weights[q];
    const b1 = weights[q + 1];
    const b2 = weights[q + 2];
    const b3 = weights[q + 3];
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    const rx = b0 * v[3 * i0] + b1 * v[3 * i1] + b2 * v[3 * i2] + b3 * v[3 * i3];
    const ry = b0 * v[3 * i0 + 1] + b1 * v[3 * i1 + 1] + b2 * v[3 * i2 + 1] + b3 * v[3 * i3 + 1];
    const rz = b0 * v[3 * i0 + 2] + b1 * v[3 * i1 + 2] + b2 * v[3 * i2 + 2] + b3 * v[3 * i3 + 2];
    const vn = nx * rx + ny * ry + nz * rz;
    const before = impulses[q];
    const normalImpulse = Math.max(0, before + (scalars[SCALARS * k + LIMIT] - vn) * mass);
    const base = settled[q];
    if (normalImpulse === 0 && before === 0 && base === 0) continue;
    impulses[q] = normalImpulse;
    const dn = normalImpulse - before;
    let jx = dn * nx;
    let jy = dn * ny;
    let jz = dn * nz;

    const mu = scalars[SCALARS * k + FRICTION];
    if (mu > 0) {
      // stop the sliding, as far as Coulomb's cone allows; beyond settled friction only by the push of now
      const sx = settled[q + 1];
      const sy = settled[q + 2];
      const sz = settled[q + 3];
      const tx = sx + impulses[q + 1] - (rx - vn * nx) * mass;
      const ty = sy + impulses[q + 2] - (ry - vn * ny) * mass;
      const tz = sz + impulses[q + 3] - (rz - vn * nz) * mass;
      const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const held = Math.sqrt(sx * sx + sy * sy + sz * sz);
      const most = Math.min(mu * (normalImpulse + base), held + mu * normalImpulse);
      const scale = size > most ? most / size : 1;
      const ax = scale * tx - sx;
      const ay = scale * ty - sy;
      const az = scale * tz - sz;
      jx += ax - impulses[q + 1];
      jy += ay - impulses[q + 2];
      jz += az - impulses[q + 3];
      impulses[q + 1] = ax;
      impulses[q + 2] = ay;
      impulses[q + 3] = az;
    }
    const w0 = b0 * inverseMass[i0];
    const w1 = b1 * inverseMass[i1];
    const w2 = b2 * inverseMass[i2];
    const w3 = b3 * inverseMass[i3];
    v[3 * i0] += w0 * jx;
    v[3 * i0 + 1] += w0 * jy;
    v[3 * i0 + 2] += w0 * jz;
    v[3 * i1] += w1 * jx;
    v[3 * i1 + 1] += w1 * jy;
    v[3 * i1 + 2] += w1 * jz;
    v[3 * i2] += w2 * jx;
    v[3 * i2 + 1] += w2 * jy;
    v[3 * i2 + 2] += w2 * jz;
    v[3 * i3] += w3 * jx;
    v[3 * i3 + 1] += w3 * jy;
    v[3 * i3 + 2] += w3 * jz;
  }
}

/** Places in what `measureContact` writes: how fast a contact closes beyond its limit, and how fast it slides [m/s]. */
export const CLOSING = 0;
export const SLIDING = 1;

/** Contact k at the velocities v. (Into an array, because a number that a function returns is allocated.) */
export function measureContact(contacts: ContactList, k: number, v: Float64Array, out: Float64Array): void {
  const { vertices, weights, normals, scalars } = contacts;
  const q = 4 * k;
  const i0 = 3 * vertices[q];
  const i1 = 3 * vertices[q + 1];
  const i2 = 3 * vertices[q + 2];
  const i3 = 3 * vertices[q + 3];
  const b0 = weights[q];
  const b1 = weights[q + 1];
  const b2 = weights[q + 2];
  const b3 = weights[q + 3];
  const rx = b0 * v[i0] + b1 * v[i1] + b2 * v[i2] + b3 * v[i3];
  const ry = b0 * v[i0 + 1] + b1 * v[i1 + 1] + b2 * v[i2 + 1] + b3 * v[i3 + 1];
  const rz = b0 * v[i0 + 2] + b1 * v[i1 + 2] + b2 * v[i2 + 2] + b3 * v[i3 + 2];
  const along = normals[3 * k] * rx + normals[3 * k + 1] * ry + normals[3 * k + 2] * rz;
  const squared = rx * rx + ry * ry + rz * rz;
  out[CLOSING] = scalars[SCALARS * k + LIMIT] - along;
  out[SLIDING] = Math.sqrt(Math.max(0, squared - along * along));
}
