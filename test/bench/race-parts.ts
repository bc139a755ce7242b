import { type Contestant, FRAME } from "../../bench/race/contestant.ts";
import type { Measures } from "../../bench/race/measure.ts";
import type { RaceCloth } from "../../bench/race/race-cloth.ts";
import { emptyResult, type Result } from "../../bench/race/run-setting.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import type { StageTruth } from "../../bench/race/stage.ts";

/** A sheet that hangs where it is, stretched by `strain`, and shakes as fast as it is told: one setting a strain. */
export function stretcher(name: string, team: Contestant["team"], strains: readonly number[], shake: number): Contestant {
  return {
    name,
    team,
    about: "",
    scenes: ["hang"],
    settings: () =>
      strains.map((strain, n) => ({
        label: `n=${n}`,
        steps: 1,
        work: n + 1,
        integrator: "euler",
        options: { strain },
      })),
    create: async (cloth, { options }) => {
      let frame = 0;
      return {
        frame() {
          frame++;
        },
        readPositions(out) {
          out.set(cloth.positions.map((value) => value * (1 + (options.strain as number))));
          for (let c = 2; c < out.length; c += 3) out[c] += (frame % 2) * shake * FRAME;
        },
        dispose() {},
      };
    },
  };
}

const NOTHING: Measures = {
  meanRest: 0,
  maxRest: 0,
  p999Rest: 0,
  meanPeak: 0,
  maxPeak: 0,
  p999Peak: 0,
  restSpeed: 0,
  motionError: 0,
  ownError: Number.NaN,
  period: Number.NaN,
  energy: Number.NaN,
  penetration: Number.NaN,
};

/** A run of the hanging sheet that came to its end: so many milliseconds a frame, strains at rest and metres of motion error. */
export function finished(
  contestant: Contestant,
  setting: string,
  ms: number,
  [maxRest, p999Rest]: readonly number[],
  motionError: number,
): Result {
  const empty = emptyResult(contestant, hang.createCloth(8) as RaceCloth, setting, "finished");
  return {
    ...empty,
    min: ms,
    median: ms,
    p95: 2 * ms,
    seconds: 1,
    version: "abc",
    measures: { ...NOTHING, maxRest, p999Rest, motionError },
  };
}

/** A motion that is converged, of a cloth that strains by so much. */
export function truthOf(maxRest: number, p999Rest: number, change: number = 0.001, stillError: number = 0.4): StageTruth {
  return { about: "made up", change, stillError, measures: { ...NOTHING, maxRest, p999Rest } };
}
