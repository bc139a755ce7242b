import { blow } from "../../src/forces/blow.ts";
import { windTerm } from "../../src/forces/wind.ts";
import type { RaceCloth, Sphere } from "./race-cloth.ts";

/** What the bench's own loops share: 1/m with 0 for pins, velocities under outer forces, and contact with the sphere. */
export function inverseMasses({ particleCount, mass, pins }: RaceCloth): Float64Array {
  const w = new Float64Array(particleCount).fill(1 / mass);
  for (const pin of pins) w[pin] = 0;
  return w;
}

/** Returns a function that takes v to where gravity, wind and damping bring it in h seconds, starting at time t. */
export function createPush(cloth: RaceCloth): (x: Float64Array, t: number, h: number, v: Float64Array) => void {
  const { wind, gravity, damping, triangles } = cloth;
  const w = inverseMasses(cloth);
  const force = new Float64Array(3 * cloth.particleCount);
  const term = windTerm(triangles, { gravity: new Float64Array(3), wind, blow, seed: 1 });
  return (x, t, h, v) => {
    const kept = Math.max(0, 1 - damping * h);
    if (wind !== undefined) {
      force.fill(0);
      term.addForce(x, v, t, force);
    }
    for (let i = 0, c = 0; i < w.length; i++, c += 3) {
      if (w[i] === 0) continue;
      v[c] = (v[c] + h * w[i] * force[c]) * kept;
      v[c + 1] = (v[c + 1] + h * (w[i] * force[c + 1] - gravity)) * kept;
      v[c + 2] = (v[c + 2] + h * w[i] * force[c + 2]) * kept;
    }
  };
}

/** Moves particles out of the sphere, and back against the way they slid by at most friction × depth [Macklin14, eq. 24]. */
export function keepOut(sphere: Sphere, before: Float64Array, x: Float64Array): void {
  const { radius, thickness, friction, centre } = sphere;
  const reach = radius + thickness;
  const [cx, cy, cz] = centre;
  for (let c = 0; c < x.length; c += 3) {
    let nx = x[c] - cx;
    let ny = x[c + 1] - cy;
    let nz = x[c + 2] - cz;
    const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const depth = reach - distance;
    if (!(depth > 0) || distance === 0) continue;
    nx /= distance;
    ny /= distance;
    nz /= distance;
    x[c] += depth * nx;
    x[c + 1] += depth * ny;
    x[c + 2] += depth * nz;
    const dx = x[c] - before[c];
    const dy = x[c + 1] - before[c + 1];
    const dz = x[c + 2] - before[c + 2];
    const along = dx * nx + dy * ny + dz * nz;
    const tx = dx - along * nx;
    const ty = dy - along * ny;
    const tz = dz - along * nz;
    const slid = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const share = slid > 0 ? Math.min(1, (friction * depth) / slid) : 0;
    x[c] -= share * tx;
    x[c + 1] -= share * ty;
    x[c + 2] -= share * tz;
  }
}
