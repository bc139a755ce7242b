import type { BodyMotion } from "../../src/core/body-motion.ts";
import { createPins } from "../../src/core/constraints.ts";
import { createProposal, createState, type Proposal } from "../../src/core/state.ts";
import { beginStep, createStepContext, type StepContext } from "../../src/core/step-context.ts";

/** A step of h seconds that has begun, with some particles held and a proposal. */
export function stepOf(
  x: Float64Array,
  v: Float64Array,
  held: Uint8Array,
  bodies: BodyMotion,
  h: number,
  next: Proposal = createProposal(held.length),
): StepContext {
  const pins = createPins(held.length);
  pins.held.set(held);
  const step = createStepContext(createState(x, v), next, pins, bodies, false);
  beginStep(step, h);
  return step;
}
