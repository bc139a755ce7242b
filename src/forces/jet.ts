import { InputError } from "../core/errors.ts";
import { readNumber, readObject, readVec3 } from "../core/read.ts";
import { computeTriangleCross } from "../core/triangle-cross.ts";
import type { Vec3, VectorInput } from "../core/vec3.ts";
import { addToCorners } from "../mesh/vertex-normals.ts";
import { externalTerm, type ForceTerm } from "./force-term.ts";
import type { Environment } from "./wind.ts";

/** A jet of air, such as somebody's breath: it blows along a ray, most on the axis and not at all beside it. */
export interface Jet<Vector = Vec3> {
  /** Where it begins [m]; there is none behind. */
  readonly origin: Vector;
  /** Where it blows; of any length but 0. */
  readonly direction: Vector;
  /** On the axis [m/s]. */
  readonly speed: number;
  /** Distance from the axis at which it has faded out [m]. */
  readonly radius: number;
  /** ρ as in the linear law of the wind [kg/(m²·s)]. */
  readonly density: number;
}

/**
 * A jet on each triangle (a, b, c), a third to each corner, by the linear law of the wind and faded with the distance r of the triangle's
 * middle from the axis:
 *
 *     s = (1 − r²/R²)² for r < R ahead of the origin, else 0,   w' = w d − (v_a + v_b + v_c)/3,   f = s ρ A (n·w') n
 *
 * It acts besides the wind, fades smoothly, and leaves triangles outside of it alone, also in air that is not at rest.
 */
export function jetTerm(triangles: Uint32Array, environment: Environment): ForceTerm {
  return externalTerm({
    name: "jet",
    isIdle: () => environment.jet === undefined,
    addForce(x, v, _t, f) {
      if (environment.jet !== undefined) addJetForces(triangles, x, v, environment.jet, f);
    },
  });
}

/** The jet as a value of our own, its direction of length 1; refuses numbers that are not finite, no direction and no radius. */
export function copyJet(jet: Jet<VectorInput>): Jet {
  const fields = readObject(jet, "jet", ["origin", "direction", "speed", "radius", "density"]);
  const [x, y, z] = readVec3(fields.direction, "jet.direction");
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
    throw new InputError("jet.direction", `[${x}, ${y}, ${z}]`, "give a direction of some length");
  }
  return {
    origin: readVec3(fields.origin, "jet.origin", { unit: "m" }),
    direction: [x / length, y / length, z / length],
    speed: readNumber(fields.speed, "jet.speed", { unit: "m/s" }),
    radius: readNumber(fields.radius, "jet.radius", { above: 0, unit: "m" }),
    density: readNumber(fields.density, "jet.density", { unit: "kg/(m²·s)" }),
  };
}

const cross = new Float64Array(3);

function addJetForces(triangles: Uint32Array, x: Float64Array, v: Float64Array, jet: Jet, f: Float64Array): void {
  const { speed, density } = jet;
  const [ox, oy, oz] = jet.origin;
  const [dx, dy, dz] = jet.direction;
  const squaredRadius = jet.radius * jet.radius;
  for (let q = 0; q < triangles.length; q += 3) {
    const a = 3 * triangles[q];
    const b = 3 * triangles[q + 1];
    const c = 3 * triangles[q + 2];
    const mx = (x[a] + x[b] + x[c]) / 3 - ox;
    const my = (x[a + 1] + x[b + 1] + x[c + 1]) / 3 - oy;
    const mz = (x[a + 2] + x[b + 2] + x[c + 2]) / 3 - oz;
    const along = mx * dx + my * dy + mz * dz;
    if (!(along > 0)) continue;
    const rx = mx - along * dx;
    const ry = my - along * dy;
    const rz = mz - along * dz;
    const rest = 1 - (rx * rx + ry * ry + rz * rz) / squaredRadius;
    if (!(rest > 0)) continue;
    computeTriangleCross(x, a, b, c, cross);
    const nx = 0.5 * cross[0];
    const ny = 0.5 * cross[1];
    const nz = 0.5 * cross[2];
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (area === 0) continue;
    const wx = speed * dx - (v[a] + v[b] + v[c]) / 3;
    const wy = speed * dy - (v[a + 1] + v[b + 1] + v[c + 1]) / 3;
    const wz = speed * dz - (v[a + 2] + v[b + 2] + v[c + 2]) / 3;
    const push = (rest * rest * density * (nx * wx + ny * wy + nz * wz)) / (3 * area);
    addToCorners(f, a, b, c, push * nx, push * ny, push * nz);
  }
}
