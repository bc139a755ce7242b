import type { Cloth } from "../../fabric/cloth.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import { addLinearEdgeForces, computeEdgeTargets } from "../../forces/linear-edge-force.ts";
import { addLinearTriangleForces, computeTriangleTargets, TARGETS_PER_TRIANGLE } from "../../forces/linear-triangle-force.ts";
import { buildTriangleElements } from "../../forces/triangle-elements.ts";
import type { SymmetricMatrix } from "../../linalg/symmetric-matrix.ts";
import type { Membrane } from "./scalar-system.ts";

/** The Jacobian of the linear forces by differences, held against its transpose and against a matrix M + h²K with unit masses and h = 1. */
export function compareJacobian(
  cloth: Cloth,
  rest: Float64Array,
  matrix: SymmetricMatrix,
  membrane: Membrane,
): { readonly asymmetry: number; readonly mismatch: number } {
  const n = cloth.particleCount;
  // a shape in which nothing is at rest: targets and forces are those of a cloth that is bent and stretched
  const x = rest.map((value, c) => 1.1 * value + 0.05 * Math.sin(7 * value + c)); // not in a step
  const addForce = linearForce(cloth, x, membrane);
  const still = new Float64Array(3 * n);
  addForce(x, still);
  const jacobian = new Float64Array(n * n);
  const moved = x.slice();
  for (let j = 0; j < n; j++) {
    moved[3 * j] = x[3 * j] + 1;
    const f = new Float64Array(3 * n);
    addForce(moved, f);
    for (let i = 0; i < n; i++) jacobian[i * n + j] = f[3 * i] - still[3 * i];
    moved[3 * j] = x[3 * j];
  }
  const dense = denseOf(matrix);
  let [largest, asymmetry, mismatch] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const value = jacobian[i * n + j];
      largest = Math.max(largest, Math.abs(value));
      asymmetry = Math.max(asymmetry, Math.abs(value - jacobian[j * n + i]));
      mismatch = Math.max(mismatch, Math.abs((i === j ? 1 : 0) - value - dense[i * n + j]));
    }
  }
  return { asymmetry: asymmetry / largest, mismatch: mismatch / largest };
}

/** The force of [Choi13, eq. 6.1, 6.4, 6.11] and of the hinges, towards targets that are taken once. */
function linearForce(cloth: Cloth, x: Float64Array, membrane: Membrane): (at: Float64Array, f: Float64Array) => void {
  if (membrane === "springs") {
    const targets = new Float64Array(3 * cloth.springs.count);
    computeEdgeTargets(cloth.springs, x, targets);
    return (at, f) => {
      addLinearEdgeForces(cloth.springs, targets, at, f);
      addHingeForces(cloth.hinges, at, f);
    };
  }
  const elements = buildTriangleElements(cloth);
  const targets = new Float64Array(TARGETS_PER_TRIANGLE * elements.count);
  computeTriangleTargets(elements, x, true, targets);
  return (at, f) => {
    addLinearTriangleForces(elements, targets, at, f);
    addHingeForces(cloth.hinges, at, f);
  };
}

function denseOf({ rowCount: n, rowStart, column, diagonal, offDiagonal }: SymmetricMatrix): Float64Array {
  const dense = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    dense[i * n + i] = diagonal[i];
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      dense[i * n + column[e]] = offDiagonal[e];
      dense[column[e] * n + i] = offDiagonal[e];
    }
  }
  return dense;
}
