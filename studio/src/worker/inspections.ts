import type { Inspection, Simulation } from "drape";

/** Looks now and then whether anything has passed through anything. It is too slow for every frame. */
export interface Inspections {
  /** Starts over with another simulation; one that is not `watched` is never looked at. */
  begin(simulation: Simulation, watched: boolean): void;
  /** The newest inspection. While it plays that may be of a moment ago; otherwise it is of now. `now` [s]. */
  latest(now: number, playing: boolean): Inspection | undefined;
}

/** Time between two looks at least [s], and the greatest part of all time that they may take. */
const INTERVAL = 0.4;
const SHARE = 0.05;

export function createInspections(): Inspections {
  let simulation: Simulation | undefined;
  let found: Inspection | undefined;
  let foundAt = -1;
  let due = 0;

  return {
    begin(next, watched) {
      simulation = watched ? next : undefined;
      found = undefined;
      foundAt = -1;
      due = 0;
    },
    latest(now, playing) {
      if (simulation === undefined || simulation.steps === foundAt) return found;
      const goesOn = playing && simulation.steps > foundAt; // and was not reset
      if (goesOn && now < due) return found;
      foundAt = simulation.steps;
      const start = performance.now();
      found = simulation.view.inspect();
      due = now + Math.max(INTERVAL, (performance.now() - start) / 1000 / SHARE);
      return found;
    },
  };
}
