import { type Cloth, STRETCH } from "../fabric/cloth.ts";
import { computeTriangleWeights } from "../forces/triangle-elements.ts";

/** Told of a strain [−], and of the particles of its spring or triangle: those in `list` from `from` to before `to`. */
type OnStrain = (strain: number, list: Uint32Array, from: number, to: number) => void;

/**
 * The strains of a cloth: r/L − 1 of its stretch springs, of all springs where there are none of that kind; without springs |S| − 1 of the
 * axes u and v of the triangles, where they have rest coordinates.
 */
function visitStrains({ springs, triangles, material }: Cloth, x: Float64Array, onStrain: OnStrain): void {
  const { count, ends, restLength, kind } = springs;
  const everyKind = !kind.includes(STRETCH);
  for (let s = 0; s < count; s++) {
    if (kind[s] !== STRETCH && !everyKind) continue;
    const i = 3 * ends[2 * s];
    const j = 3 * ends[2 * s + 1];
    const dx = x[j] - x[i];
    const dy = x[j + 1] - x[i + 1];
    const dz = x[j + 2] - x[i + 2];
    onStrain(Math.sqrt(dx * dx + dy * dy + dz * dz) / restLength[s] - 1, ends, 2 * s, 2 * s + 2);
  }
  if (count > 0) return;
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
      onStrain(Math.sqrt(squared) - 1, triangles, t, t + 3);
    }
  }
}

/** Mean absolute and largest strain [−]; 0 where there is nothing to stretch. */
export function measureStrain(cloth: Cloth, x: Float64Array): [mean: number, max: number] {
  let sum = 0;
  let max = Number.NEGATIVE_INFINITY;
  let measured = 0;
  visitStrains(cloth, x, (strain) => {
    sum += Math.abs(strain);
    if (strain > max) max = strain;
    measured++;
  });
  return measured > 0 ? [sum / measured, max] : [0, 0];
}

/** Strain at each particle [−]: the largest of those that meet there. NaN where there is nothing to stretch. */
export function computeStrain(cloth: Cloth, x: Float64Array, out: Float64Array): void {
  out.fill(Number.NEGATIVE_INFINITY);
  visitStrains(cloth, x, (strain, list, from, to) => {
    for (let k = from; k < to; k++) if (strain > out[list[k]]) out[list[k]] = strain;
  });
  for (let i = 0; i < out.length; i++) if (out[i] === Number.NEGATIVE_INFINITY) out[i] = Number.NaN;
}
