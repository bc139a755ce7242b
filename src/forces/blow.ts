import { smoothNoise } from "../core/random.ts";
import { addToCorners } from "../mesh/vertex-normals.ts";
import type { Wind } from "./wind.ts";

/**
 * Adds the force of wind at time t on each triangle (a, b, c) to f, a third to each corner; its velocity w, with gusts, goes into `gusty`:
 *
 *     N = (x_b − x_a) × (x_c − x_a)/2,  A = |N|,  n = N/A,  w' = w − (v_a + v_b + v_c)/3
 *     linear:          f = ρ A (n·w') n
 *     drag and lift:   f = ½ ρ A [(C_D − C_L) |n·w'| w' + C_L |w'| (n·w') n]     (the same whichever side n points to)
 */
export function blow(
  wind: Wind,
  seed: number,
  triangles: Uint32Array,
  x: Float64Array,
  v: Float64Array,
  t: number,
  gusty: Float64Array,
  f: Float64Array,
): void {
  computeWindVelocity(wind, seed, t, gusty);
  const aerodynamic = wind.airDensity !== undefined;
  const density = wind.airDensity ?? wind.density ?? 0;
  const drag = wind.drag ?? 1;
  const lift = wind.lift ?? 0;
  const windX = gusty[0];
  const windY = gusty[1];
  const windZ = gusty[2];
  for (let q = 0; q < triangles.length; q += 3) {
    const a = 3 * triangles[q];
    const b = 3 * triangles[q + 1];
    const c = 3 * triangles[q + 2];
    const bx = x[b] - x[a];
    const by = x[b + 1] - x[a + 1];
    const bz = x[b + 2] - x[a + 2];
    const cx = x[c] - x[a];
    const cy = x[c + 1] - x[a + 1];
    const cz = x[c + 2] - x[a + 2];
    const nx = 0.5 * (by * cz - bz * cy);
    const ny = 0.5 * (bz * cx - bx * cz);
    const nz = 0.5 * (bx * cy - by * cx);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (area === 0) continue;
    const wx = windX - (v[a] + v[b] + v[c]) / 3;
    const wy = windY - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
    const wz = windZ - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
    const flow = nx * wx + ny * wy + nz * wz; // A (n·w')
    let along = 0;
    let normal = (density * flow) / (3 * area);
    if (aerodynamic) {
      const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
      along = (density * Math.abs(flow) * (drag - lift)) / 6;
      normal = (density * flow * lift * speed) / (6 * area);
    }
    addToCorners(f, a, b, c, along * wx + normal * nx, along * wy + normal * ny, along * wz + normal * nz);
  }
}

function computeWindVelocity(wind: Wind, seed: number, t: number, out: Float64Array): void {
  const { velocity, gusts } = wind;
  out[0] = velocity[0];
  out[1] = velocity[1];
  out[2] = velocity[2];
  if (gusts === undefined) return;
  const speed = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
  for (let axis = 0; axis < 3; axis++) out[axis] += gusts.strength * speed * smoothNoise(seed, axis, t / gusts.period);
}

/** The wind with the density of air out of doors where it has none. */
export function withAir(wind: Wind): Wind {
  return wind.density === undefined && wind.airDensity === undefined ? { ...wind, airDensity: 1.2 } : wind;
}
