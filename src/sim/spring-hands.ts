import { restDistance } from "../fabric/rest-shape.ts";
import type { Run } from "./run.ts";

/** How a hand holds: the frequency of its spring [1/s], and how far it stretches the edges around it before it gives way [−]. */
export interface Grip {
  readonly frequency: number;
  readonly maxStrain: number;
}

/** Hands that pull at vertices by a spring. They hold a vertex as `grab` does, but where it goes follows from where the hand is. */
export interface SpringHands {
  readonly count: number;
  take(hand: number, vertex: number, point: ArrayLike<number>, grip: Grip): void;
  aim(hand: number, point: ArrayLike<number>): void;
  drop(hand: number): void;
  /** Before a step of h seconds. */
  pull(h: number): void;
}

interface Held extends Grip {
  /** In the scene's numbering. */
  readonly vertex: number;
  /** Where the hand is, where the vertex is held, and how fast that goes. */
  readonly aim: Float64Array;
  readonly place: Float64Array;
  readonly speed: Float64Array;
  /** The neighbours of the vertex and the lengths of the edges to them at rest [m], of the cloth as it was cut then. */
  cloth: object | undefined;
  neighbours: Uint32Array;
  lengths: Float64Array;
}

/**
 * Each hand draws a place along, p'' = ω² (a − p) − 2 ω p', ω = 2π · frequency: as soon as it can without overshooting. By implicit Euler, which is
 * stable at every step. Then the place gives way to the vertices around it: no edge to it is longer than (1 + maxStrain) of its length at rest.
 */
export function createSpringHands(run: Run): SpringHands {
  const hands = new Map<number, Held>();

  function lookAround(held: Held): void {
    const { revision } = run.rig;
    if (held.cloth === revision.cloth) return;
    held.cloth = revision.cloth;
    const particle = revision.engineIndex[held.vertex];
    const { triangles } = revision.cloth;
    const around = new Set<number>();
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = triangles.subarray(t, t + 3);
      if (corners.includes(particle)) for (const corner of corners) around.add(corner);
    }
    around.delete(particle);
    held.neighbours = Uint32Array.from(around);
    held.lengths = Float64Array.from(held.neighbours, (other) => restDistance(revision.rest, particle, other));
  }

  /** Draws the place towards neighbours that are too far away, a few times over. */
  function giveWay({ place, neighbours, lengths, maxStrain }: Held): void {
    const { x } = run.rig.state;
    for (let round = 0; round < 4; round++) {
      for (let k = 0; k < neighbours.length; k++) {
        const o = 3 * neighbours[k];
        const dx = place[0] - x[o];
        const dy = place[1] - x[o + 1];
        const dz = place[2] - x[o + 2];
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
        const most = (1 + maxStrain) * lengths[k];
        if (length <= most) continue;
        const share = most / length;
        place[0] = x[o] + share * dx;
        place[1] = x[o + 1] + share * dy;
        place[2] = x[o + 2] + share * dz;
      }
    }
  }

  function pullOne(held: Held, h: number): void {
    lookAround(held);
    const { place, aim, speed, frequency } = held;
    const omega = 2 * Math.PI * frequency;
    const scale = 1 / ((1 + omega * h) * (1 + omega * h)); // (1 + ω h)² = 1 + 2 ω h + ω² h²
    const [px, py, pz] = place;
    for (let c = 0; c < 3; c++) {
      speed[c] = (speed[c] + h * omega * omega * (aim[c] - place[c])) * scale;
      place[c] += h * speed[c];
    }
    giveWay(held);
    speed[0] = (place[0] - px) / h;
    speed[1] = (place[1] - py) / h;
    speed[2] = (place[2] - pz) / h;
    run.rig.drive.grab(run.rig.revision.engineIndex[held.vertex], place[0], place[1], place[2], run.rig.state, 0);
  }

  return {
    get count() {
      return hands.size;
    },
    take(hand, vertex, point, grip) {
      const { revision, state } = run.rig;
      const o = 3 * revision.engineIndex[vertex];
      hands.set(hand, {
        ...grip,
        vertex,
        aim: Float64Array.from(point),
        place: state.x.slice(o, o + 3),
        speed: state.v.slice(o, o + 3),
        cloth: undefined,
        neighbours: new Uint32Array(0),
        lengths: new Float64Array(0),
      });
    },
    aim(hand, point) {
      hands.get(hand)?.aim.set(point);
    },
    drop(hand) {
      const held = hands.get(hand);
      if (held === undefined) return;
      hands.delete(hand);
      run.rig.drive.release(run.rig.revision.engineIndex[held.vertex], run.rig.state.time);
    },
    pull(h) {
      for (const held of hands.values()) pullOne(held, h);
    },
  };
}
