import { expect, test } from "vitest";
import { advanceTime, createProposal, createState, type State } from "../../src/core/state.ts";

function after(steps: number, h: number): State {
  const state = createState(new Float64Array(3), new Float64Array(3));
  for (let n = 0; n < steps; n++) advanceTime(state, h);
  return state;
}

test("a new state begins at time 0 and shares the arrays it was given", () => {
  const x = Float64Array.of(1, 2, 3);
  const v = Float64Array.of(4, 5, 6);
  const state = createState(x, v);
  expect(state).toEqual({ x, v, time: 0, timeCarry: 0, steps: 0 });
  expect(state.x).toBe(x);
});

test("a proposal has room for every particle", () => {
  const proposal = createProposal(5);
  expect([proposal.x.length, proposal.v.length]).toEqual([15, 15]);
});

test.each([
  [100, 0.01, 1],
  [50, 0.02, 1],
  [200, 0.005, 1],
  [3600, 1 / 60, 60],
  [1_000_000, 0.001, 1000],
  [1_000_000, 0.01, 10_000],
])("%d steps of %d s end at %d s exactly", (steps, h, end) => {
  expect(after(steps, h).time).toBe(end);
});

test("the carry is never more than half a unit in the last place of the time", () => {
  const state = after(12_345, 1 / 3);
  expect(state.time).toBe(4115);
  expect(Math.abs(state.timeCarry)).toBeLessThanOrEqual(4115 * 2 ** -53);
});

test("steps of different length add up to the last place", () => {
  const state = createState(new Float64Array(0), new Float64Array(0));
  for (let n = 0; n < 30_000; n++) advanceTime(state, [0.1, 0.02, 0.003][n % 3]);
  expect(Math.abs(state.time - 1230)).toBeLessThanOrEqual(2 ** -42);
});
