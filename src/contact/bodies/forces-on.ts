import { groupByKey } from "../../core/group-by.ts";
import type { Cloth, Hinges, Springs } from "../../fabric/cloth.ts";
import type { Force } from "../../forces/force-term.ts";
import type { Forces } from "../../forces/forces.ts";
import { addHingeForces } from "../../forces/hinges.ts";
import { addSpringForces } from "../../forces/spring-force.ts";

/**
 * Adds to f all forces on the marked particles [N], to the same bits as in the forces on all: only springs and hinges that have an end
 * there are computed, and of other terms the forces on these particles. It also adds some to others, which are then incomplete.
 */
export type AddForcesOn = (marked: Uint8Array, x: Float64Array, v: Float64Array, t: number, f: Float64Array) => void;

/** Some of the cloth's springs, or hinges, in their order. */
type Part<T> = { -readonly [K in keyof T]: T[K] };

export function createForcesOn({ springs, hinges, particleCount }: Cloth, forces: Forces<Force>): AddForcesOn {
  const findSprings = createElementSearch(springs.ends, 2, particleCount);
  const findHinges = createElementSearch(hinges.vertices, 4, particleCount);
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
  const list = new Uint32Array(particleCount);
  let listed = 0;
  const terms = [...forces.elastic, ...forces.damping, ...forces.external];

  function takeSprings(): void {
    const { ends, restLength, stiffness, asymmetric } = springs;
    const { found } = findSprings;
    const count = findSprings.find(list, listed);
    for (let n = 0; n < count; n++) {
      const s = found[n];
      someSprings.ends[2 * n] = ends[2 * s];
      someSprings.ends[2 * n + 1] = ends[2 * s + 1];
      someSprings.restLength[n] = restLength[s];
      someSprings.stiffness[n] = stiffness[s];
      someSprings.asymmetric[n] = asymmetric[s];
    }
    someSprings.count = count;
  }

  function takeHinges(): void {
    const { vertices, weights, stiffness } = hinges;
    const { found } = findHinges;
    const count = findHinges.find(list, listed);
    for (let n = 0; n < count; n++) {
      const q = found[n];
      for (let a = 0; a < 4; a++) {
        someHinges.vertices[4 * n + a] = vertices[4 * q + a];
        someHinges.weights[4 * n + a] = weights[4 * q + a];
      }
      someHinges.stiffness[n] = stiffness[q];
    }
    someHinges.count = count;
  }

  return (marked, x, v, t, f) => {
    listed = 0;
    for (let i = 0; i < particleCount; i++) if (marked[i] !== 0) list[listed++] = i;
    for (let n = 0; n < terms.length; n++) {
      const term = terms[n];
      if (term.name === "springs") {
        takeSprings();
        addSpringForces(someSprings, x, f);
      } else if (term.name === "hinges") {
        takeHinges();
        addHingeForces(someHinges, x, f);
      } else if (term.addForceOn !== undefined) {
        for (let k = 0; k < listed; k++) term.addForceOn(list[k], v, f);
      } else if (term.isIdle?.(t) !== true) term.addForce(x, v, t, f);
    }
  };
}

/** Which of some elements have a corner among some particles, ascending. */
interface ElementSearch {
  readonly found: Uint32Array;
  /** Fills `found`, for the first `count` particles of a list; returns how many there are. */
  find(list: Uint32Array, count: number): number;
}

function createElementSearch(corners: Uint32Array, size: number, particleCount: number): ElementSearch {
  const count = corners.length / size;
  const found = new Uint32Array(count);
  /** The elements of each particle. */
  const { start, members } = groupByKey(corners, particleCount, size);
  /** A bit for each element. */
  const bits = new Int32Array(Math.ceil(count / 32));
  return {
    found,
    find(list, listed) {
      for (let l = 0; l < listed; l++) {
        const i = list[l];
        for (let k = start[i]; k < start[i + 1]; k++) bits[members[k] >> 5] |= 1 << (members[k] & 31);
      }
      let n = 0;
      for (let w = 0; w < bits.length; w++) {
        for (let word = bits[w]; word !== 0; word &= word - 1) found[n++] = 32 * w + 31 - Math.clz32(word & -word);
        bits[w] = 0;
      }
      return n;
    },
  };
}
