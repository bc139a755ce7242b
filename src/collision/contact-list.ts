/**
 * Contacts between points, edges, triangles and bodies, as constraints on velocities:
 *
 *     n · Σ β_i v_i ≥ limit,     friction  |J_t| ≤ μ J_n
 *
 * with up to four vertices and the signed weights β of two features (first −, second +), n from the first to the second
 * [Bridson02, sec. 7]. Structure of arrays; it grows and never shrinks.
 */
export interface ContactList {
  readonly count: number;
  clear(): void;
  /**
   * Adds a contact from `feature`: four β, then the normal (7 numbers). `limit` [m/s] is the least relative normal velocity,
   * negative where the two may still come closer in this step.
   */
  add(a: number, b: number, c: number, d: number, feature: Float64Array, limit: number, friction: number): void;
  /**
   * Projected Gauss–Seidel over all contacts, `sweeps` times, on the velocities v with the given inverse masses [1/kg]. Impulses
   * only push, and are kept from call to call until `clear`, so sweeps can be taken in pieces.
   */
  solve(inverseMass: Float64Array, sweeps: number, v: Float64Array): void;
}

export function createContactList(): ContactList {
  let count = 0;
  let capacity = 256;
  let vertices = new Uint32Array(4 * capacity);
  let weights = new Float64Array(4 * capacity);
  let normals = new Float64Array(3 * capacity);
  /** limit, μ, normal impulse, 1/W (0 until it is known) of each contact. */
  let scalars = new Float64Array(4 * capacity);
  let tangents = new Float64Array(3 * capacity);

  function grow(): void {
    capacity *= 2;
    vertices = enlarge(vertices, new Uint32Array(4 * capacity));
    weights = enlarge(weights, new Float64Array(4 * capacity));
    normals = enlarge(normals, new Float64Array(3 * capacity));
    scalars = enlarge(scalars, new Float64Array(4 * capacity));
    tangents = enlarge(tangents, new Float64Array(3 * capacity));
  }

  return {
    get count() {
      return count;
    },
    clear() {
      count = 0;
    },
    add(a, b, c, d, feature, limit, friction) {
      if (count === capacity) grow();
      vertices[4 * count] = a;
      vertices[4 * count + 1] = b;
      vertices[4 * count + 2] = c;
      vertices[4 * count + 3] = d;
      for (let k = 0; k < 4; k++) weights[4 * count + k] = feature[k];
      for (let k = 0; k < 3; k++) normals[3 * count + k] = feature[4 + k];
      scalars[4 * count] = limit;
      scalars[4 * count + 1] = friction;
      scalars[4 * count + 2] = 0;
      scalars[4 * count + 3] = 0;
      tangents.fill(0, 3 * count, 3 * count + 3);
      count++;
    },
    solve(inverseMass, sweeps, v) {
      weighContacts(count, vertices, weights, inverseMass, scalars);
      for (let sweep = 0; sweep < sweeps; sweep++) {
        sweepContacts(count, vertices, weights, normals, scalars, tangents, inverseMass, v);
      }
    },
  };
}

function enlarge<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** 1/W, W = Σ β²/m: how much impulse a change of the relative velocity takes; 0 where nothing can move. */
function weighContacts(
  count: number,
  vertices: Uint32Array,
  weights: Float64Array,
  inverseMass: Float64Array,
  scalars: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    let W = 0;
    for (let e = 4 * k; e < 4 * k + 4; e++) W += weights[e] * weights[e] * inverseMass[vertices[e]];
    scalars[4 * k + 3] = W > 0 ? 1 / W : 0;
  }
}

function sweepContacts(
  count: number,
  vertices: Uint32Array,
  weights: Float64Array,
  normals: Float64Array,
  scalars: Float64Array,
  tangents: Float64Array,
  inverseMass: Float64Array,
  v: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const q = 4 * k;
    const mass = scalars[q + 3];
    if (mass === 0) continue;
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
    const before = scalars[q + 2];
    const normalImpulse = Math.max(0, before + (scalars[q] - vn) * mass);
    scalars[q + 2] = normalImpulse;
    const dn = normalImpulse - before;
    let jx = dn * nx;
    let jy = dn * ny;
    let jz = dn * nz;

    const mu = scalars[q + 1];
    if (mu > 0) {
      // stop the sliding, as far as Coulomb's cone allows
      const tx = tangents[3 * k] - (rx - vn * nx) * mass;
      const ty = tangents[3 * k + 1] - (ry - vn * ny) * mass;
      const tz = tangents[3 * k + 2] - (rz - vn * nz) * mass;
      const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
      const most = mu * normalImpulse;
      const scale = size > most ? most / size : 1;
      jx += scale * tx - tangents[3 * k];
      jy += scale * ty - tangents[3 * k + 1];
      jz += scale * tz - tangents[3 * k + 2];
      tangents[3 * k] = scale * tx;
      tangents[3 * k + 1] = scale * ty;
      tangents[3 * k + 2] = scale * tz;
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
