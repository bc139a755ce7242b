import type { Springs } from "../../fabric/cloth.ts";

/**
 * r += (A − H) e: what the constant matrix has more of the springs' stiffness than they have at x. That is s²k min(1, L/r)(I − u uᵀ) of each; s²k I of one that
 * is slack.
 */
export function addExcess(
  { count, ends, stiffness, restLength, asymmetric }: Springs,
  s2: number,
  x: Float64Array,
  e: Float64Array,
  r: Float64Array,
): void {
  for (let spring = 0; spring < count; spring++) {
    const i = 3 * ends[2 * spring];
    const j = 3 * ends[2 * spring + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const length = Math.sqrt(squared);
    const isSlack = length === 0 || (asymmetric[spring] !== 0 && length <= restLength[spring]);
    const g = s2 * stiffness[spring] * (isSlack ? 1 : Math.min(1, restLength[spring] / length));
    const ex = e[j] - e[i];
    const ey = e[j + 1] - e[i + 1];
    const ez = e[j + 2] - e[i + 2];
    const along = isSlack ? 0 : (ex * dx + ey * dy + ez * dz) / squared;
    const fx = g * (ex - along * dx);
    const fy = g * (ey - along * dy);
    const fz = g * (ez - along * dz);
    r[i] -= fx;
    r[i + 1] -= fy;
    r[i + 2] -= fz;
    r[j] += fx;
    r[j + 1] += fy;
    r[j + 2] += fz;
  }
}
