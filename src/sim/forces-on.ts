import type { Cloth, Hinges, Springs } from "../fabric/cloth.ts";
import type { Forces } from "../forces/catalog.ts";
import { addHingeForces } from "../forces/hinges.ts";
import { addSpringForces } from "../forces/spring-force.ts";

/** The forces on a few particles, the same bits as those of all: of springs and hinges only those are computed that have an end there. */
export interface ForcesOn {
  /** Adds to f all forces [N] on particles that are marked; what it adds to others is not all of theirs. */
  add(marked: Uint8Array, x: Float64Array, v: Float64Array, t: number, f: Float64Array): void;
}

/** Some of the cloth's springs, or hinges, in their order. */
type Part<T> = { -readonly [K in keyof T]: T[K] };

export function createForcesOn({ springs, hinges }: Cloth, forces: Forces): ForcesOn {
  const someSprings: Part<Springs> = {
    count: 0,
    ends: new Uint32Array(springs.ends.length),
    restLength: new Float64Array(springs.count),
    stiffness: new Float64Array(springs.count),
    kind: springs.kind,
    asymmetric: new Uint8Array(springs.count),
    relativeDamping: springs.relativeDamping,
  };
  const someHinges: Part<Hinges> = {
    count: 0,
    vertices: new Uint32Array(hinges.vertices.length),
    weights: new Float64Array(hinges.weights.length),
    stiffness: new Float64Array(hinges.count),
  };
  const terms = [...forces.elastic, ...forces.damping, ...forces.external];

  function takeSprings(marked: Uint8Array): void {
    const { ends, restLength, stiffness, asymmetric } = springs;
    let count = 0;
    for (let s = 0; s < springs.count; s++) {
      if ((marked[ends[2 * s]] | marked[ends[2 * s + 1]]) === 0) continue;
      someSprings.ends[2 * count] = ends[2 * s];
      someSprings.ends[2 * count + 1] = ends[2 * s + 1];
      someSprings.restLength[count] = restLength[s];
      someSprings.stiffness[count] = stiffness[s];
      someSprings.asymmetric[count++] = asymmetric[s];
    }
    someSprings.count = count;
  }

  function takeHinges(marked: Uint8Array): void {
    const { vertices, weights, stiffness } = hinges;
    let count = 0;
    for (let q = 0; q < hinges.count; q++) {
      const o = 4 * q;
      const ends = marked[vertices[o]] | marked[vertices[o + 1]] | marked[vertices[o + 2]] | marked[vertices[o + 3]];
      if (ends === 0) continue;
      for (let a = 0; a < 4; a++) {
        someHinges.vertices[4 * count + a] = vertices[o + a];
        someHinges.weights[4 * count + a] = weights[o + a];
      }
      someHinges.stiffness[count++] = stiffness[q];
    }
    someHinges.count = count;
  }

  return {
    add(marked, x, v, t, f) {
      for (let n = 0; n < terms.length; n++) {
        const { name } = terms[n];
        if (name === "springs") {
          takeSprings(marked);
          addSpringForces(someSprings, x, f);
        } else if (name === "hinges") {
          takeHinges(marked);
          addHingeForces(someHinges, x, f);
        } else terms[n].addForce(x, v, t, f);
      }
    },
  };
}
