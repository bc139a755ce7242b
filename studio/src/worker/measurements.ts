import type { Simulation } from "drape";
import type { Recorder } from "../inside/recorder.ts";
import { createInspections } from "./inspections.ts";
import type { Attended } from "./questions.ts";
import { createStageTimes } from "./stage-times.ts";

/** What is measured of a simulation, a few times a second while it plays. */
export interface Measurements {
  /** Starts over: with another simulation, or at the start; `isKept`: it goes on from where another was. */
  begin(simulation: Simulation, isKept: boolean): void;
  /** Whether there is something to run into. */
  watch(isWatched: boolean): void;
  /** A step was taken, and so much time was spent beside it [ms]. */
  note(simulation: Simulation, beside: number): void;
  /** The next frame is to have them in any case. */
  ask(): void;
  /** The measurements if it is their time. */
  take(isPlaying: boolean, recorder: Recorder): Attended["stats"];
}

/** Time between two while it plays [s]. */
const INTERVAL = 0.1;

export function createMeasurements(): Measurements {
  const times = createStageTimes();
  const inspections = createInspections();
  let simulation: Simulation | undefined;
  let isWatched = false;
  let startEnergy = 0;
  let startGravitational = 0;
  let longest = 0;
  let takenAt = 0;
  let isAsked = false;

  return {
    begin(next, isKept) {
      simulation = next;
      const { kinetic, elastic, gravitational } = isKept ? measureStart(next) : next.view.measure();
      startEnergy = kinetic + elastic + gravitational;
      startGravitational = gravitational;
      times.clear();
      inspections.begin(next, isWatched);
    },
    watch(next) {
      isWatched = next;
      if (simulation !== undefined) inspections.begin(simulation, next);
    },
    note(stepped, beside) {
      longest = Math.max(longest, times.add(stepped.profile) + beside);
    },
    ask() {
      isAsked = true;
    },
    take(isPlaying, recorder) {
      const now = performance.now() / 1000;
      if (simulation === undefined || !(isAsked || now - takenAt >= INTERVAL)) return undefined;
      isAsked = false;
      takenAt = now;
      times.flush();
      const { steps, view } = simulation;
      const inspection = inspections.latest(now, isPlaying);
      const stats = {
        metrics: view.measure(),
        ...(inspection === undefined ? {} : { inspection }),
        startEnergy,
        startGravitational,
        profile: times.mean(),
        spread: times.spread(),
        longest,
        steps,
        hash: simulation.hash(),
        timeline: recorder.view(),
      };
      longest = 0;
      return stats;
    },
  };
}

/** The metrics of the start of a simulation that is elsewhere. */
function measureStart(simulation: Simulation): ReturnType<Simulation["view"]["measure"]> {
  const now = simulation.snapshot();
  simulation.reset();
  const metrics = simulation.view.measure();
  simulation.restore(now);
  return metrics;
}
