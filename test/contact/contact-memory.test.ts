import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ContactList, createContactList } from "../../src/contact/surfaces/contact-list.ts";
import { type ContactKind, type ContactMemory, createContactMemory } from "../../src/contact/surfaces/contact-memory.ts";

const H = 0.01;

/** Kind, two elements, and the force J_n, J_t [N] that the contact has at the end of the step. */
type Touch = readonly [kind: ContactKind, first: number, second: number, force: readonly [number, number, number, number]];

const UP = [0, 1, 0] as const;

/** A step with these contacts, in ascending order; returns the forces with which each of them begins. A step that fails is not kept. */
function step(
  memory: ContactMemory,
  contacts: ContactList,
  touches: readonly Touch[],
  normal: readonly number[] = UP,
  isKept = true,
): number[][] {
  const numbers = Float64Array.of(H, 1);
  contacts.clear();
  memory.begin();
  const recalled = touches.map(([kind, first, second], k) => {
    contacts.add(0, 1, 2, 3, Float64Array.of(-1, 0, 0, 1, ...normal), new Float64Array(2));
    memory.recall(kind, first, second, numbers, contacts);
    return [...contacts.impulses.subarray(4 * k, 4 * k + 4)].map((impulse) => impulse / H);
  });
  touches.forEach(([, , , force], k) => {
    contacts.impulses.set(
      force.map((value) => value * H),
      4 * k,
    );
  });
  if (isKept) memory.keep(contacts, H);
  return recalled;
}

function expectForces(actual: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((force, k) => {
    force.forEach((value, c) => {
      expect(value, `contact ${k}, component ${c}`).toBeCloseTo(expected[k][c], 10);
    });
  });
}

const NONE = [0, 0, 0, 0] as const;
const A: Touch = [0, 3, 7, [2, 0.5, 0, -0.25]];
const B: Touch = [0, 3, 9, [1, 0, 0, 0]];
const C: Touch = [1, 2, 5, [4, -1, 0, 1]];

describe("what contacts remember", () => {
  test("is known again by kind and elements, whatever comes and goes around them", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    expectForces(step(memory, contacts, [A, B, C]), [NONE, NONE, NONE]);
    const other: Touch = [0, 1, 1, [9, 0, 0, 0]];
    expectForces(step(memory, contacts, [other, A, [1, 2, 4, NONE], C]), [NONE, A[3], NONE, C[3]]);
    expectForces(step(memory, contacts, [C, [1, 3, 7, NONE]]), [C[3], NONE]); // the same elements of another kind are others
    expectForces(step(memory, contacts, [A, C]), [NONE, C[3]]); // what was away for a step is new
  });

  test("is a force: another step length makes another impulse of it", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    step(memory, contacts, [A]);
    contacts.clear();
    memory.begin();
    contacts.add(0, 1, 2, 3, Float64Array.of(-1, 0, 0, 1, ...UP), new Float64Array(2));
    memory.recall(0, 3, 7, Float64Array.of(H / 4, 1), contacts);
    expect(contacts.impulses[0]).toBeCloseTo((2 * H) / 4, 14);
    expect(contacts.impulses[3]).toBeCloseTo((-0.25 * H) / 4, 14);
  });

  test("turns with the normal: friction stays across it", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    step(memory, contacts, [A]);
    const normal = [0.6, 0.8, 0];
    const [force] = step(memory, contacts, [A], normal);
    expect(force[0]).toBeCloseTo(2, 12);
    expect(normal.reduce((sum, value, c) => sum + value * force[1 + c], 0)).toBeCloseTo(0, 12);
    expectForces([force], [[2, 0.5 - 0.3 * 0.6, -0.3 * 0.8, -0.25]]);
  });

  test("is the sum of what was settled before and what the correction added", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    contacts.clear();
    memory.begin();
    contacts.add(0, 1, 2, 3, Float64Array.of(-1, 0, 0, 1, ...UP), new Float64Array(2));
    memory.recall(0, 3, 7, Float64Array.of(H, 1), contacts);
    contacts.impulses.set([H, 0, 0, 2 * H]);
    contacts.settled.set([2 * H, H, 0, 0]);
    memory.keep(contacts, H);
    expectForces(step(memory, contacts, [A]), [[3, 1, 0, 2]]);
  });

  test("does not include contacts that were added behind those recalled", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    contacts.clear();
    memory.begin();
    contacts.add(0, 1, 2, 3, Float64Array.of(-1, 0, 0, 1, ...UP), new Float64Array(2));
    memory.recall(0, 3, 7, Float64Array.of(H, 1), contacts);
    contacts.add(4, 5, 6, 7, Float64Array.of(-1, 0, 0, 1, ...UP), new Float64Array(2));
    contacts.impulses.fill(H, 0, 8);
    memory.keep(contacts, H);
    expect(memory.save().elements).toEqual(Uint32Array.of(0, 3, 7));
  });

  test("a step that begins and is never kept changes nothing", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    step(memory, contacts, [A, C]);
    const before = memory.save();
    memory.begin();
    contacts.clear();
    contacts.add(0, 1, 2, 3, Float64Array.of(-1, 0, 0, 1, ...UP), new Float64Array(2));
    memory.recall(0, 3, 7, Float64Array.of(H, 1), contacts);
    expect(memory.save()).toEqual(before);
    expectForces(step(memory, contacts, [A, C]), [A[3], C[3]]);
  });

  test("what is saved is a copy, and loads into another memory", () => {
    const memory = createContactMemory();
    const contacts = createContactList();
    step(memory, contacts, [A, B, C]);
    const saved = memory.save();
    const kept = structuredClone(saved);
    step(memory, contacts, [[0, 3, 7, [7, 7, 0, 7]]]);
    step(memory, contacts, [[0, 3, 7, [7, 7, 0, 7]]]);
    expect(saved).toEqual(kept);
    const other = createContactMemory();
    step(other, contacts, [[0, 3, 7, [5, 0, 0, 0]]]);
    other.load(saved);
    expect(other.save()).toEqual(kept);
    expectForces(step(other, contacts, [A, B, C]), [A[3], B[3], C[3]]);
    expect(saved).toEqual(kept);
  });

  test("any contacts in ascending order, also far more than there was room for: like a dictionary", () => {
    const element = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.nat(40), fc.nat(40));
    const key = ([kind, first, second]: readonly number[]): number => (kind * 41 + first) * 41 + second;
    const touches = fc.uniqueArray(element, { selector: key, maxLength: 60 }).map((list) => list.sort((a, b) => key(a) - key(b)));
    const steps = fc.array(fc.record({ touches, failed: fc.boolean(), many: fc.integer({ min: 0, max: 9 }), restored: fc.boolean() }), {
      minLength: 2,
      maxLength: 8,
    });
    let largest = 0;
    fc.assert(
      fc.property(steps, (list) => {
        let memory = createContactMemory();
        const contacts = createContactList();
        let known = new Map<number, readonly number[]>();
        for (const [n, { touches: some, failed, many, restored }] of list.entries()) {
          // one step in ten has 700 contacts more
          const more = many > 0 ? [] : Array.from({ length: 700 }, (_, k) => [1, 50 + Math.floor(k / 30), k % 30]);
          const all = [...some, ...more].map(([kind, first, second], k): Touch => {
            return [kind as ContactKind, first, second, [1 + k + n, k, 0, -n]];
          });
          largest = Math.max(largest, all.length);
          const expected = all.map((touch) => known.get(key(touch.slice(0, 3) as number[])) ?? NONE);
          expectForces(step(memory, contacts, all, UP, !failed), expected);
          if (!failed) known = new Map(all.map((touch) => [key(touch.slice(0, 3) as number[]), touch[3]]));
          if (!restored) continue;
          const saved = memory.save();
          memory = createContactMemory();
          memory.load(saved);
        }
      }),
      { numRuns: 25 },
    );
    expect(largest).toBeGreaterThan(600);
  });
});
