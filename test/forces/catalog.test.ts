import { expect, test } from "vitest";
import { addForces, createForces, type Forces, sumEnergy } from "../../src/forces/catalog.ts";
import { jetTerm } from "../../src/forces/jet.ts";
import { springTerm } from "../../src/forces/springs.ts";
import type { Environment } from "../../src/forces/wind.ts";
import { relativeDifference } from "../support/finite-difference.ts";
import { randomCloth } from "../support/random-cloth.ts";
import { termForce, termMatrix } from "../support/term-matrix.ts";

const AIR: Environment = { gravity: Float64Array.of(0, -9.81, 0), wind: undefined, seed: 1 };
const names = (forces: Forces): string[][] =>
  [forces.elastic, forces.damping, forces.external].map((terms) => terms.map((term) => term.name));

test("a cloth that has everything gets every force, by role", () => {
  const { cloth } = randomCloth(1, { viscous: 0.1, relativeDamping: 0.1 });
  expect(names(createForces(cloth, { ...AIR, createJetTerm: jetTerm }))).toEqual([
    ["springs", "hinges"],
    ["viscous damping", "relative damping"],
    ["gravity", "wind", "jet"],
  ]);
});

test("what would add nothing is left out", () => {
  const { cloth } = randomCloth(1, { hinges: 0, triangles: 0 });
  expect(names(createForces(cloth, AIR))).toEqual([["springs"], [], ["gravity"]]);
});

test("`bending: false` leaves the hinges out", () => {
  const { cloth } = randomCloth(1);
  expect(names(createForces(cloth, AIR, { bending: false }))[0]).toEqual(["springs"]);
});

test("the jacobian that a method asks for reaches the springs", () => {
  const { cloth, positions } = randomCloth(2, { hinges: 0 });
  const [projected] = createForces(cloth, AIR, { jacobian: "projected" }).elastic;
  const [standard] = createForces(cloth, AIR).elastic;
  expect(termMatrix(projected, positions)).not.toEqual(termMatrix(standard, positions));
  expect(termForce(projected, positions)).toEqual(termForce(standard, positions));
});

test("external forces and those without a matrix add nothing to it", () => {
  const { cloth, positions } = randomCloth(3);
  for (const term of createForces(cloth, { ...AIR, wind: { velocity: [1, 0, 0], density: 1 } }).external) {
    expect(term.pairs.length).toBe(0);
    expect(termMatrix(term, positions).every((row) => row.every((entry) => entry === 0))).toBe(true);
  }
});

test("forces and energies of several terms add up", () => {
  const { cloth, positions, velocities } = randomCloth(4);
  const { elastic } = createForces(cloth, AIR);
  const f = new Float64Array(positions.length).fill(1);
  addForces(elastic, positions, velocities, 0, f);
  const [springs, hinges] = elastic.map((term) => termForce(term, positions, velocities));
  expect(
    relativeDifference(
      f,
      springs.map((value, c) => 1 + value + hinges[c]),
    ),
  ).toBeLessThan(1e-14);
  expect(sumEnergy(elastic, positions)).toBe(springTerm(cloth.springs).energy(positions) + elastic[1].energy(positions));
});
