import type { StepContext } from "../../core/step-context.ts";
import { hold } from "../bodies/hold-contacts.ts";

/** Holds particles where a step begins, as the body sees it that carries them along. */
export interface LayerHold {
  clear(): void;
  add(i: number): void;
  /** Has the method hold those added, but for what is held already. */
  apply(step: StepContext): void;
}

/** `carries` is how far bodies take each particle along in the step [m]. */
export function createLayerHold(carries: Float64Array): LayerHold {
  const isAdded = new Uint8Array(carries.length / 3);
  const places = { place: new Float64Array(carries.length) };
  return {
    clear: () => void isAdded.fill(0),
    add(i) {
      isAdded[i] = 1;
    },
    apply(step) {
      const { x } = step.from;
      for (let i = 0; i < isAdded.length; i++) {
        if (isAdded[i] === 0 || step.pins.held[i] !== 0) continue;
        for (let c = 3 * i; c < 3 * i + 3; c++) places.place[c] = x[c] + carries[c];
        hold(i, step, places);
      }
    },
  };
}
