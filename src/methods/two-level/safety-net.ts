/** Mean strains: a jump is none below the first, and any above the second is one. */
const STRAIN_THAT_MATTERS = 1e-2;
const MOST_STRAIN = 0.1;
/** Above so many times the usual strain it is a jump. */
const JUMP = 2;
/** How fast the usual strain follows the strain; in a jump it grows by no more than the second a substep. */
const FOLLOWING = 0.1;
const GROWTH = 1.005;
/** No strain is usual yet. */
const UNKNOWN = -1;

/**
 * Tells which substeps go without hats, as a step that is stable however long it is: those that begin where the root mean square of the springs' strain, their elastic energy in
 * other words, has jumped. A substep with hats that led there is taken again without; the strain at the end of a step is looked at for that.
 */
export interface SafetyNet {
  /** The usual strain, and 1 where the last substep was caught, else 0. */
  readonly history: Float64Array;
  readonly hasCaught: boolean;
  catches(strain: number): boolean;
  follow(strain: number, isCaught: boolean): void;
}

export function createSafetyNet(): SafetyNet {
  const history = Float64Array.of(UNKNOWN, 0);
  return {
    history,
    get hasCaught() {
      return history[1] === 1;
    },
    catches(strain) {
      if (!(strain <= MOST_STRAIN)) return true;
      return history[0] !== UNKNOWN && strain > STRAIN_THAT_MATTERS && strain > JUMP * history[0];
    },
    follow(strain, isCaught) {
      if (history[0] === UNKNOWN) history[0] = strain;
      if (isCaught) history[0] = GROWTH * Math.max(history[0], STRAIN_THAT_MATTERS / JUMP);
      else history[0] += FOLLOWING * (strain - history[0]);
      history[1] = isCaught ? 1 : 0;
    },
  };
}
