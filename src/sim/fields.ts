import { type Cloth, STRETCH } from "../fabric/cloth.ts";
import { computeTriangleWeights } from "../forces/triangle-elements.ts";

/** A quantity that a cloth has at each of its vertices, as pictures are coloured by it. */
export interface FieldInfo {
  readonly name: FieldName;
  /** What a number of it says. */
  readonly summary: string;
  /** Empty where it is a ratio. */
  readonly unit: string;
  /** Whether both signs matter alike. */
  readonly signed: boolean;
}

export type FieldName = "strain" | "stress" | "speed" | "curvature" | "contact";

export const FIELDS: readonly FieldInfo[] = [
  {
    name: "strain",
    summary: "largest stretch of the threads that meet at the vertex",
    unit: "",
    signed: false,
  },
  {
    name: "stress",
    summary: "force across a cut of 1 m through the cloth, along the direction in which it is pulled most",
    unit: "N/m",
    signed: false,
  },
  { name: "speed", summary: "speed of the vertex", unit: "m/s", signed: false },
  {
    name: "curvature",
    summary: "mean curvature: 1/(2r) on a cylinder of radius r, 1/r on a ball, positive where it bulges along its normal",
    unit: "1/m",
    signed: true,
  },
  {
    name: "contact",
    summary: "pressure of bodies and of other cloth in the last step",
    unit: "Pa",
    signed: false,
  },
];

/**
 * Strain at each particle [−]: the largest r/L − 1 of the stretch springs that meet there, as `Metrics.strainMax` is of all; of all springs
 * where there are none of that kind, and without springs of the axes u and v of the triangles. NaN where there is nothing to stretch.
 */
export function computeStrain(cloth: Cloth, x: Float64Array, out: Float64Array): void {
  out.fill(Number.NEGATIVE_INFINITY);
  if (cloth.springs.count > 0) takeSpringStrain(cloth, x, out);
  else takeTriangleStrain(cloth, x, out);
  for (let i = 0; i < out.length; i++) if (out[i] === Number.NEGATIVE_INFINITY) out[i] = Number.NaN;
}

function takeSpringStrain({ springs }: Cloth, x: Float64Array, out: Float64Array): void {
  const { count, ends, restLength, kind } = springs;
  const everyKind = !kind.includes(STRETCH);
  for (let s = 0; s < count; s++) {
    if (kind[s] !== STRETCH && !everyKind) continue;
    const i = ends[2 * s];
    const j = ends[2 * s + 1];
    const dx = x[3 * j] - x[3 * i];
    const dy = x[3 * j + 1] - x[3 * i + 1];
    const dz = x[3 * j + 2] - x[3 * i + 2];
    const strain = Math.sqrt(dx * dx + dy * dy + dz * dz) / restLength[s] - 1;
    if (strain > out[i]) out[i] = strain;
    if (strain > out[j]) out[j] = strain;
  }
}

function takeTriangleStrain({ triangles, material }: Cloth, x: Float64Array, out: Float64Array): void {
  const weights = new Float64Array(6);
  for (let t = 0; t < triangles.length; t += 3) {
    if (!(computeTriangleWeights(triangles, t / 3, material, weights, 0) > 0)) continue;
    for (let axis = 0; axis < 6; axis += 3) {
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        let component = 0;
        for (let a = 0; a < 3; a++) component += weights[axis + a] * x[3 * triangles[t + a] + c];
        squared += component * component;
      }
      const strain = Math.sqrt(squared) - 1;
      for (let a = t; a < t + 3; a++) if (strain > out[triangles[a]]) out[triangles[a]] = strain;
    }
  }
}

/** The length of each particle's velocity [m/s]. */
export function computeSpeed(v: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.sqrt(v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
  }
}
