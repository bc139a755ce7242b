/** Mean strains: a jump is none below the first, and any above the second is one. */
const STRAIN_THAT_MATTERS = 1e-2;
const MOST_STRAIN = 0.1;
/** Above so many times the usual strain it is a jump. */
const JUMP = 2;
/** How fast the usual strain follows the strain, and the most that it grows by in a substep with hats: what creeps up with them alone is not to become usual. */
const FOLLOWING = 0.1;
const GROWTH = 0.02;
/** So many substeps are taken without hats from a jump on; twice as many each time that the next jump comes soon, up to the second; with hats that number falls again by the third a substep. */
const PAUSE = 4;
const LONGEST = 256;
const RECOVERY = 0.98;
/** No strain is usual yet. */
const UNKNOWN = -1;

/**
 * Tells which substeps go without hats, as a step that is stable however long it is: those that begin where the root mean square of the springs' strain, their elastic energy in
 * other words, has jumped, and some behind them. A substep with hats that led there is taken again without; the strain at the end of a step is looked at for that.
 */
export interface SafetyNet {
  /** The usual strain, how many substeps are to go without hats still, and how many did at the last jump. */
  readonly history: Float64Array;
  /** Whether the substep before went without. */
  readonly hasCaught: boolean;
  catches(strain: number): boolean;
  follow(strain: number, isCaught: boolean): void;
}

export function createSafetyNet(): SafetyNet {
  const history = Float64Array.of(UNKNOWN, 0, PAUSE / 2);
  return {
    history,
    get hasCaught() {
      return history[1] > 0;
    },
    catches(strain) {
      if (history[1] > 1 || !(strain <= MOST_STRAIN)) return true;
      return history[0] !== UNKNOWN && strain > STRAIN_THAT_MATTERS && strain > JUMP * history[0];
    },
    follow(strain, isCaught) {
      if (history[0] === UNKNOWN) history[0] = strain;
      const isPause = history[1] > 1;
      const most = isPause ? Number.POSITIVE_INFINITY : GROWTH * Math.max(history[0], STRAIN_THAT_MATTERS / JUMP);
      if (!isCaught || isPause) history[0] += Math.min(most, FOLLOWING * (strain - history[0]));
      if (isCaught && !isPause) history[2] = Math.min(LONGEST, 2 * history[2]);
      else if (!isCaught) history[2] = Math.max(PAUSE / 2, RECOVERY * history[2]);
      history[1] = isCaught && !isPause ? Math.round(history[2]) : Math.max(0, history[1] - 1);
    },
  };
}
