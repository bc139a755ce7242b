import { expect, test } from "vitest";
import type { Inspection, Simulation } from "../../src/index.ts";
import { createInspections } from "../../studio/src/worker/inspections.ts";

/** A simulation that says how often it was inspected. */
function fake(): { simulation: Simulation; state: { steps: number; looks: number } } {
  const state = { steps: 0, looks: 0 };
  const inspect = (): Inspection => ({ intersections: ++state.looks, maxPenetration: 0 });
  const simulation = {
    get steps() {
      return state.steps;
    },
    view: { inspect },
  };
  return { simulation: simulation as unknown as Simulation, state };
}

test("while it plays it is looked at a few times a second, and what is known is told in between", () => {
  const { simulation, state } = fake();
  const inspections = createInspections();
  inspections.begin(simulation, true);
  for (let n = 0; n <= 100; n++) {
    state.steps = n;
    expect(inspections.latest(n / 50, true)?.intersections).toBe(state.looks);
  }
  expect(state.looks).toBeGreaterThanOrEqual(4);
  expect(state.looks).toBeLessThanOrEqual(6); // in two seconds
});

test("when it stands, what is told is of now, and the same state is looked at once", () => {
  const { simulation, state } = fake();
  const inspections = createInspections();
  inspections.begin(simulation, true);
  for (const [steps, looks] of [
    [0, 1],
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 3],
  ]) {
    state.steps = steps;
    expect(inspections.latest(0, false)?.intersections).toBe(looks);
  }
});

test("a reset is seen at once, also while it plays", () => {
  const { simulation, state } = fake();
  const inspections = createInspections();
  inspections.begin(simulation, true);
  state.steps = 50;
  inspections.latest(0, true);
  state.steps = 51;
  expect(inspections.latest(0.01, true)?.intersections).toBe(1);
  state.steps = 0;
  expect(inspections.latest(0.02, true)?.intersections).toBe(2);
});

test("what is not watched is never looked at", () => {
  const { simulation, state } = fake();
  const inspections = createInspections();
  expect(inspections.latest(0, false)).toBeUndefined();
  inspections.begin(simulation, false);
  expect(inspections.latest(0, false)).toBeUndefined();
  expect(state.looks).toBe(0);
});
