import { POSE_SIZE } from "../core/body-motion.ts";
import type { Simulation } from "../sim/simulation.ts";
import type { BakePlan } from "./bake-plan.ts";

/** What frames are taken from. */
export interface Sampled extends Pick<Simulation, "particleCount" | "steps" | "readPositions" | "readVelocities"> {
  readonly bodies: Pick<Simulation["bodies"], "list" | "readPoses">;
}

/** The state at the moment of a frame, in the scene's order. The arrays are used again for the next one. */
export interface SampledFrame {
  readonly index: number;
  /** In steps from the start, as the plan has it, and in seconds. */
  readonly moment: number;
  readonly time: number;
  /** [m] and [m/s], with the vertices and triangles that the simulation has now. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Of the bodies, 12 numbers each. */
  readonly poses: Float64Array;
}

export interface FrameSampler {
  /** The frames since the last call, each of them before the next is made; call it at the start and after each step. */
  take(): Iterable<SampledFrame>;
}

/**
 * Takes the frames of a plan from a simulation, from its number `first` on. One between two steps lies on the straight way from one to the other, as cloth and
 * bodies go in the eyes of contact, and as `update` shows them: what met nothing on that way meets nothing in the frame. A vertex that a cut made in the step comes
 * straight back from where it ended.
 */
export function createFrameSampler(simulation: Sampled, plan: BakePlan, first: number = 0): FrameSampler {
  const poses = new Float64Array(POSE_SIZE * simulation.bodies.list.length);
  let next = first;
  let before: State | undefined;

  /** Keeps the state where a frame lies in the step that follows. */
  function lookAhead(): void {
    const isWithin = next < plan.frameCount && plan.momentOf(next) < simulation.steps + 1;
    before = isWithin ? readState(simulation) : undefined;
  }
  lookAhead();

  return {
    *take() {
      const { steps } = simulation;
      let now: State | undefined;
      for (; next < plan.frameCount && plan.momentOf(next) <= steps; next++) {
        now ??= readState(simulation);
        const moment = plan.momentOf(next);
        const share = moment - (steps - 1);
        const isBetween = share < 1 && before !== undefined;
        simulation.bodies.readPoses(poses, isBetween ? share : undefined);
        const { positions, velocities } = isBetween ? blend(before as State, now, share, plan.timestep) : now;
        yield { index: next, moment, time: plan.timeOf(next), positions, velocities, poses };
      }
      lookAhead();
    },
  };
}

interface State {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

function readState(simulation: Sampled): State {
  const size = 3 * simulation.particleCount;
  const state = { positions: new Float64Array(size), velocities: new Float64Array(size) };
  simulation.readPositions(state.positions);
  simulation.readVelocities(state.velocities);
  return state;
}

function blend(before: State, now: State, share: number, h: number): State {
  const mix = (from: Float64Array, to: Float64Array): Float64Array =>
    to.map((end, k) => (k < from.length ? from[k] + share * (end - from[k]) : end));
  const positions = mix(before.positions, now.positions);
  for (let k = before.positions.length; k < positions.length; k++) positions[k] -= (1 - share) * h * now.velocities[k];
  return { positions, velocities: mix(before.velocities, now.velocities) };
}
