import { describe, expect, test } from "vitest";
import { createContactCouplings } from "../../src/contact/surfaces/contact-couplings.ts";
import { type ContactList, createContactList, FRICTION, LIMIT } from "../../src/contact/surfaces/contact-list.ts";
import { createForces } from "../../src/forces/catalog.ts";
import { computeBlockProduct } from "../../src/linalg/block-matrix.ts";
import { addCouplingImpulses, addCouplingProduct } from "../../src/linalg/couplings.ts";
import { createImplicitSystem } from "../../src/methods/implicit/implicit-system.ts";
import { assembleDense } from "../support/dense.ts";
import { randomCloth } from "../support/random-cloth.ts";

const PARTICLES = 8;

interface Entry {
  readonly vertices: readonly [number, number, number, number];
  readonly weights: readonly [number, number, number, number];
  readonly normal: readonly [number, number, number];
  readonly limit: number;
  readonly friction: number;
  readonly impulse: readonly [number, number, number, number];
}

const ON_CLOTH: Entry = {
  vertices: [0, 1, 2, 3],
  weights: [-0.2, -0.3, -0.5, 1],
  normal: [0, 1, 0],
  limit: -0.5,
  friction: 0.5,
  impulse: [2, 0, 0, 0],
};
/** Vertices 8 and above are a body's. */
const ON_BODY: Entry = { ...ON_CLOTH, vertices: [8, 9, 10, 4], limit: 0.25, impulse: [2, 0.3, 0, -0.2] };

function listOf(...entries: Entry[]): ContactList {
  const contacts = createContactList();
  for (const { vertices, weights, normal, limit, friction, impulse } of entries) {
    const terms = new Float64Array(2);
    terms[LIMIT] = limit;
    terms[FRICTION] = friction;
    contacts.add(...vertices, Float64Array.of(...weights, ...normal), terms);
    contacts.impulses.set(impulse, 4 * (contacts.count - 1));
  }
  return contacts;
}

const still = (): Float64Array => new Float64Array(3 * 12);

describe("which contacts are tied", () => {
  test("those that pushed in the last step, and those that close faster than they may", () => {
    const ties = createContactCouplings(PARTICLES);
    const idle = { ...ON_CLOTH, impulse: [0, 0, 0, 0] } as const;
    ties.tie(listOf(idle, ON_CLOTH, idle), still());
    expect(ties.couplings.count).toBe(1);
    const v = still();
    v[3 * 3 + 1] = -0.6; // the point falls
    ties.tie(listOf(idle, ON_CLOTH, idle), v);
    expect(ties.couplings.count).toBe(3);
    v[3 * 3 + 1] = -0.4;
    ties.tie(listOf(idle, ON_CLOTH, idle), v);
    expect(ties.couplings.count).toBe(1);
  });

  test("in all directions where friction held, along the normal where it slid, or where there is none", () => {
    const ties = createContactCouplings(PARTICLES);
    const held = { ...ON_CLOTH, impulse: [2, 0.6, 0, 0.7] } as const;
    const slid = { ...ON_CLOTH, impulse: [2, 0.6, 0, 0.8] } as const;
    ties.tie(listOf(held, slid, { ...ON_CLOTH, friction: 0 }, { ...held, friction: 0 }), still());
    expect([...ties.couplings.across.subarray(0, 4)]).toEqual([Number.POSITIVE_INFINITY, 0, 0, 0]);
  });

  test("across the normal with μN over how fast they slide, if friction was not used up before", () => {
    const ties = createContactCouplings(PARTICLES);
    const held = { ...ON_CLOTH, impulse: [2, 0.6, 0, 0.7] } as const;
    const slid = { ...ON_CLOTH, impulse: [2, 0.6, 0, 0.8] } as const;
    const v = still();
    v[3 * 3 + 2] = 0.25; // the point slides
    const contacts = listOf(held, slid);
    contacts.weigh(new Float64Array(12).fill(1), v);
    ties.tie(contacts, v);
    expect(ties.couplings.across[0]).toBeCloseTo((0.5 * 2) / 0.25, 12);
    expect(ties.couplings.across[1]).toBe(0);
    // what the tie gives is not felt a second time
    expect([...contacts.impulses.subarray(0, 8)]).toEqual([2, 0, 0, 0, 2, 0.6, 0, 0.8]);
  });

  test("with the vertices of bodies as given velocities, and the limit as the target along the normal", () => {
    const ties = createContactCouplings(PARTICLES);
    const v = still();
    for (const body of [8, 9, 10]) v.set([1, 2, 3], 3 * body);
    ties.tie(listOf(ON_CLOTH, ON_BODY), v);
    const { rows, weights, targets, normals, count } = ties.couplings;
    expect(count).toBe(2);
    expect([...rows.subarray(0, 4)]).toEqual([0, 1, 2, 3]);
    expect([...weights.subarray(0, 4)]).toEqual([-0.2, -0.3, -0.5, 1]);
    expect(targets[1]).toBe(-0.5);
    expect(Math.abs(targets[0]) + Math.abs(targets[2])).toBe(0);
    expect([...weights.subarray(4, 8)]).toEqual([0, 0, 0, 1]);
    expect(rows[7]).toBe(4);
    expect(targets[3]).toBeCloseTo(1, 15);
    expect(targets[4]).toBeCloseTo(2.25, 15);
    expect(targets[5]).toBeCloseTo(3, 15);
    expect([...normals.subarray(0, 6)]).toEqual([0, 1, 0, 0, 1, 0]);
  });

  test("and there is room for any number of them", () => {
    const ties = createContactCouplings(PARTICLES);
    const many = Array.from({ length: 900 }, (_, k) => ({ ...ON_CLOTH, limit: -k }));
    ties.tie(listOf(...many), still());
    expect(ties.couplings.count).toBe(900);
    expect(ties.couplings.targets[3 * 899 + 1]).toBe(-899);
  });
});

describe("what the ties pulled", () => {
  /** The impulse of a contact in all, whether it may be taken back or not. */
  function total({ impulses, settled }: ContactList, k = 0): number[] {
    return [0, 1, 2, 3].map((c) => impulses[4 * k + c] + settled[4 * k + c]);
  }

  test("is added to the impulse that the contact had, if a method has used the ties", () => {
    const ties = createContactCouplings(PARTICLES);
    const contacts = listOf(ON_CLOTH);
    ties.tie(contacts, still());
    ties.couplings.stiffness[0] = 3;
    ties.couplings.across[0] = 3;
    const v = still();
    v[3 * 3 + 1] = -0.9; // 0.4 m/s below the limit: the tie pushed with 3 · 0.4
    v[3 * 3] = 0.1; // and dragged with 3 · 0.1, which Coulomb allows
    ties.untie(v, contacts);
    const [push, tx, ty, tz] = total(contacts);
    expect(push).toBeCloseTo(2 + 1.2, 12);
    expect(tx).toBeCloseTo(-0.3, 12);
    expect([ty, tz]).toEqual([0, 0]);
  });

  test("is nothing where no method has used them", () => {
    const ties = createContactCouplings(PARTICLES);
    const contacts = listOf(ON_CLOTH, ON_BODY);
    ties.tie(contacts, still());
    const v = still();
    v[3 * 3 + 1] = -0.9;
    ties.untie(v, contacts);
    expect(total(contacts, 0)).toEqual([2, 0, 0, 0]);
    expect(total(contacts, 1)).toEqual([2, 0.3, 0, -0.2]);
    expect([...contacts.settled.subarray(0, 8)].every((value) => value === 0)).toBe(true);
  });

  test("never makes a contact that pulls, nor more friction than Coulomb's", () => {
    const ties = createContactCouplings(PARTICLES);
    const contacts = listOf(ON_CLOTH, { ...ON_CLOTH, impulse: [0.1, 0.04, 0, 0] });
    ties.tie(contacts, still());
    ties.couplings.stiffness.fill(5);
    ties.couplings.across.fill(5);
    const v = still();
    v.set([1, 0.5, 0], 9); // opens with 1 m/s over the limit, and slides
    ties.untie(v, contacts);
    for (const k of [0, 1]) {
      const [push, ...friction] = total(contacts, k);
      expect(push).toBeGreaterThanOrEqual(0);
      expect(Math.hypot(...friction)).toBeLessThanOrEqual(0.5 * push + 1e-12);
    }
    expect(total(contacts, 0)[0]).toBe(0);
  });
});

describe("a method's matrix with ties", () => {
  test("is its own plus that of the ties, nothing else, and its right-hand side theirs", () => {
    const { cloth, positions } = randomCloth(5, { particles: PARTICLES });
    const environment = { gravity: new Float64Array(3), wind: undefined, seed: 1 };
    const forces = createForces(cloth, environment, { bending: true, shear: "axes" });
    const ties = createContactCouplings(PARTICLES);
    ties.tie(listOf(ON_CLOTH, ON_BODY, { ...ON_CLOTH, vertices: [5, 6, 7, 2], normal: [0.6, 0, 0.8] }), still());
    const pins = {
      held: new Uint8Array(PARTICLES),
      indices: new Uint32Array(PARTICLES),
      count: 0,
      contacts: ties.couplings,
    };
    const system = createImplicitSystem(cloth, forces, pins);
    system.assemble(positions, 0.01, 0.0001);
    system.addMass();
    const plain = assembleDense(system.matrix);
    const b = new Float64Array(3 * PARTICLES);
    const v = Float64Array.from({ length: 3 * PARTICLES }, (_, c) => Math.sin(c));
    system.addContacts(v, b);
    expect([...ties.couplings.stiffness.subarray(0, 3)].every((w) => w > 0)).toBe(true);
    const [unit, product, dot] = [new Float64Array(3 * PARTICLES), new Float64Array(3 * PARTICLES), new Float64Array(1)];
    for (let j = 0; j < 3 * PARTICLES; j++) {
      unit.fill(0);
      unit[j] = 1;
      computeBlockProduct(system.matrix, unit, product, dot);
      const tied = new Float64Array(3 * PARTICLES);
      addCouplingProduct(ties.couplings, unit, tied, dot);
      for (let i = 0; i < 3 * PARTICLES; i++) {
        expect(Math.abs(product[i] - plain[i][j] - tied[i]), `${i}, ${j}`).toBeLessThan(1e-12);
      }
    }
    const expected = new Float64Array(3 * PARTICLES);
    addCouplingImpulses(ties.couplings, v, expected, new Float64Array(3));
    expect(b).toEqual(expected);
  });
});
