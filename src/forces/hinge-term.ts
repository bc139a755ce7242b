import { addIdentity } from "../core/mat3.ts";
import type { Hinges } from "../fabric/cloth.ts";
import type { ForceTerm } from "./force-term.ts";
import { hingeForce } from "./hinges.ts";

/** Six pairs a hinge, in the order (i,j) (i,k) (i,l) (j,k) (j,l) (k,l). */
function hingePairs(hinges: Hinges): Uint32Array {
  const pairs = new Uint32Array(12 * hinges.count);
  let p = 0;
  for (let q = 0; q < hinges.count; q++) {
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        pairs[p++] = hinges.vertices[4 * q + a];
        pairs[p++] = hinges.vertices[4 * q + b];
      }
    }
  }
  return pairs;
}

function addHingeStiffness(hinges: Hinges, scale: number, slots: Uint32Array, diagonal: Float64Array, offDiagonal: Float64Array): void {
  const { count, vertices, weights, stiffness } = hinges;
  let slot = 0;
  for (let q = 0; q < count; q++) {
    for (let a = 4 * q; a < 4 * q + 4; a++) {
      const scaled = scale * stiffness[q] * weights[a];
      addIdentity(diagonal, 6 * vertices[a], scaled * weights[a]);
      for (let b = a + 1; b < 4 * q + 4; b++) addIdentity(offDiagonal, 6 * slots[slot++], scaled * weights[b]);
    }
  }
}

/** The cloth's hinges as a force term. */
export function hingeTerm(hinges: Hinges): ForceTerm {
  return {
    ...hingeForce(hinges),
    constantMatrix: true,
    get pairs() {
      return hingePairs(hinges); // three times as many numbers as the hinges have: only for whoever asks
    },
    addMatrix: (_x, scale, slots, diagonal, offDiagonal) => addHingeStiffness(hinges, scale, slots, diagonal, offDiagonal),
  };
}
