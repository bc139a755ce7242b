import { expect, test } from "vitest";
import { BEND, type Springs, STRETCH } from "../../src/fabric/cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { addSpringForces } from "../../src/forces/spring-force.ts";
import { springTerm } from "../../src/forces/springs.ts";

function oneSpring(kind: number, asymmetric: boolean): Springs {
  const springs = createSpringList();
  springs.push(0, 1, 5, 10, kind);
  return springs.finish({ asymmetric });
}

/** The ends along (3, 0, 4)/5 at distance r. */
const ends = (r: number): Float64Array => Float64Array.of(1, 1, 1, 1 + 0.6 * r, 1, 1 + 0.8 * r);

function forces(springs: Springs, x: Float64Array): number[] {
  const f = new Float64Array(x.length);
  addSpringForces(springs, x, f);
  return [...f].map((value) => Math.round(value * 1e12) / 1e12);
}

test("a stretched spring pulls its ends together by k (r − L) and holds ½ k (r − L)²", () => {
  const springs = oneSpring(STRETCH, false);
  expect(forces(springs, ends(7))).toEqual([12, 0, 16, -12, 0, -16]);
  expect(springTerm(springs).energy(ends(7))).toBeCloseTo(20, 12);
});

test("a compressed spring pushes them apart", () => {
  const springs = oneSpring(STRETCH, false);
  expect(forces(springs, ends(4))).toEqual([-6, 0, -8, 6, 0, 8]);
  expect(springTerm(springs).energy(ends(4))).toBeCloseTo(5, 12);
});

test("an asymmetric spring pulls like any other, but neither pushes nor stores", () => {
  const springs = oneSpring(STRETCH, true);
  expect(forces(springs, ends(7))).toEqual([12, 0, 16, -12, 0, -16]);
  expect(forces(springs, ends(4))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(springTerm(springs).energy(ends(4))).toBe(0);
});

test("an asymmetric cloth's bend springs push all the same", () => {
  expect(forces(oneSpring(BEND, true), ends(4))).toEqual([-6, 0, -8, 6, 0, 8]);
});

test("a spring of length 0 has no direction to push in, but keeps its energy", () => {
  const springs = oneSpring(STRETCH, false);
  expect(forces(springs, ends(0))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(springTerm(springs).energy(ends(0))).toBe(125);
});

test("springs on the same pair add, and forces are added to what is there", () => {
  const springs = createSpringList();
  springs.push(0, 1, 1, 4, STRETCH);
  springs.push(1, 0, 2, 3, BEND);
  const f = Float64Array.of(100, 0, 0, 0, 0, 0);
  addSpringForces(springs.finish(), Float64Array.of(0, 0, 0, 3, 0, 0), f);
  expect([...f]).toEqual([111, 0, 0, -11, 0, 0]);
});
