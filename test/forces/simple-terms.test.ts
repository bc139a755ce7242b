import { expect, test } from "vitest";
import type { Hinges } from "../../src/fabric/cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { relativeDampingTerm, viscousDampingTerm } from "../../src/forces/damping-terms.ts";
import { gravityTerm } from "../../src/forces/gravity.ts";
import { hingeTerm } from "../../src/forces/hinge-term.ts";
import { termForce, termMatrix } from "../support/term-matrix.ts";

test("gravity pulls by m g and has the energy −m g·x, of the moment it is asked", () => {
  const gravity = Float64Array.of(0, -10, 0);
  const term = gravityTerm(Float64Array.of(2, 0.5), gravity);
  const x = Float64Array.of(0, 3, 0, 1, -4, 0);
  expect([...termForce(term, x)]).toEqual([0, -20, 0, 0, -5, 0]);
  expect(term.energy(x)).toBe(60 - 20);
  gravity.set([1, 0, 0]);
  expect([...termForce(term, x)]).toEqual([2, 0, 0, 0.5, 0, 0]);
  expect(term.energy(x)).toBe(-0.5);
});

test("viscous damping slows each particle by its own c", () => {
  const term = viscousDampingTerm(Float64Array.of(2, 0.5));
  const v = Float64Array.of(1, 0, -1, 4, 2, 0);
  expect([...termForce(term, new Float64Array(6), v)]).toEqual([-2, 0, 2, -2, -1, 0]);
  expect(termMatrix(term, new Float64Array(6)).map((row, c) => row[c])).toEqual([2, 2, 2, 0.5, 0.5, 0.5]);
});

test("relative damping draws the velocities of a spring's ends together, once for each spring of a pair", () => {
  const springs = createSpringList();
  springs.push(0, 1, 1, 1, 0);
  springs.push(1, 0, 1, 1, 2);
  const term = relativeDampingTerm(springs.finish({ relativeDamping: 0.5 }));
  const v = Float64Array.of(1, 0, 0, 3, 1, 0);
  expect([...termForce(term, new Float64Array(6), v)]).toEqual([2, 1, 0, -2, -1, 0]);
  expect([...termMatrix(term, new Float64Array(6))[0]]).toEqual([1, 0, 0, -1, 0, 0]);
});

/** The square of two right triangles: R is the gap between the middles of its diagonals. */
const SQUARE: Hinges = {
  count: 1,
  vertices: Uint32Array.of(0, 1, 2, 3),
  weights: Float64Array.of(0.5, 0.5, -0.5, -0.5),
  stiffness: Float64Array.of(8),
};

test("a flat square rests, also when sheared and moved", () => {
  const term = hingeTerm(SQUARE);
  const flat = Float64Array.of(0, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1);
  const sheared = flat.map((value, c) => (c % 3 === 0 ? value + 0.5 * flat[c + 1] + 7 : value));
  for (const x of [flat, sheared]) {
    expect(term.energy(x)).toBe(0);
    expect([...termForce(term, x)].every((value) => value === 0)).toBe(true);
  }
});

test("a corner lifted by 1 is pressed down by λ/4, with ½ λ/4 of energy", () => {
  const term = hingeTerm(SQUARE);
  const lifted = Float64Array.of(0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0);
  expect(term.energy(lifted)).toBe(1);
  expect([...termForce(term, lifted)].filter((_, c) => c % 3 === 2)).toEqual([-2, -2, 2, 2]);
});
