import { describe, expect, test } from "vitest";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createClothContact } from "../../src/contact/surfaces/cloth-contact.ts";
import type { ContactForces } from "../../src/contact/surfaces/contact-memory.ts";
import { createSurfaces } from "../../src/contact/surfaces/surfaces.ts";
import { createRandom } from "../../src/core/random.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { uniformSurface } from "../support/uniform-surface.ts";

const H = 1 / 60;
const THICKNESS = 0.002;

/** Two square sheets one above the other, the upper one turned a little, as one list of vertices and triangles. */
function twoSheets(size: number, gap: number): { x: Float64Array; triangles: Uint32Array; half: number } {
  const low = createGrid({ columns: size, rows: size, width: 0.2, height: 0.2, v: [0, 0, 1] });
  const high = createGrid({
    columns: size,
    rows: size,
    width: 0.2,
    height: 0.2,
    origin: [0.013, gap, 0.007],
    u: [1, 0, 0.1],
    v: [-0.1, 0, 1],
  });
  const half = low.positions.length / 3;
  return {
    x: Float64Array.of(...low.positions, ...high.positions),
    triangles: Uint32Array.of(...low.triangles, ...high.triangles.map((i) => i + half)),
    half,
  };
}

interface Contact {
  correct(xs: Float64Array, xe: Float64Array, v: Float64Array, inverseMass: Float64Array, sticking?: Float64Array): void;
  readonly contactCount: number;
  readonly isSuspect: boolean;
}

/** Without a method between `begin` and `correct`: the proposal is where the velocities lead. */
function createContact(x: Float64Array, triangles: Uint32Array): Contact {
  const vertexCount = x.length / 3;
  const mesh = createCollisionMesh(vertexCount, triangles);
  const surfaces = createSurfaces(mesh, uniformSurface(vertexCount, { thickness: THICKNESS, friction: 0.3 }), [], x);
  const contact = createClothContact(mesh, surfaces, { restitution: 0, self: true, broadPhase: "tree" });
  const nothing: ContactForces = { elements: new Uint32Array(0), forces: new Float64Array(0) };
  return {
    correct(xs, xe, v, inverseMass, sticking) {
      contact.memory.load(nothing); // no method has felt the forces of the last step
      contact.begin(xs, v, inverseMass, H);
      contact.correct(xs, xe, v, inverseMass, H, undefined, sticking);
    },
    get contactCount() {
      return contact.contactCount;
    },
    get isSuspect() {
      return contact.isSuspect;
    },
  };
}

describe("the contact of a step", () => {
  test("lets nothing through, whatever is proposed, step after step", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = createRandom(seed);
      const { x, triangles } = twoSheets(7, 0.01);
      const count = x.length / 3;
      const contact = createContact(x, triangles);
      const inverseMass = Float64Array.from({ length: count }, (_, i) => (i % 17 === 0 ? 0 : 1 + random()));
      const v = new Float64Array(3 * count);
      const xe = new Float64Array(3 * count);
      let resolved = 0;
      for (let step = 0; step < 12; step++) {
        // the upper sheet falls, everything is shaken by a few centimetres a step
        for (let i = 0; i < count; i++) {
          for (let c = 0; c < 3; c++) {
            const fall = c === 1 && i >= count / 2 ? -1.5 : 0;
            v[3 * i + c] = inverseMass[i] === 0 ? 0 : fall + 1.5 * (random() - 0.5);
            xe[3 * i + c] = x[3 * i + c] + H * v[3 * i + c];
          }
        }
        contact.correct(x, xe, v, inverseMass);
        resolved += contact.contactCount;
        expect(findIntersections(xe, triangles).count).toBe(0);
        x.set(xe);
      }
      expect(resolved).toBeGreaterThan(100);
    }
  });

  test("leaves a step without contact alone, to the bit", () => {
    const { x, triangles } = twoSheets(6, 0.1);
    const count = x.length / 3;
    const v = Float64Array.from({ length: x.length }, (_, c) => 0.01 * ((c * 7) % 5));
    const xe = x.map((value, c) => value + H * v[c]);
    const [end, speed] = [xe.slice(), v.slice()];
    const contact = createContact(x, triangles);
    contact.correct(x, xe, v, new Float64Array(count).fill(1));
    expect(contact.contactCount).toBe(0);
    expect(xe).toEqual(end);
    expect(v).toEqual(speed);
  });

  test("keeps the momentum of free sheets that fall on each other", () => {
    const { x, triangles, half } = twoSheets(8, 0.006);
    const count = x.length / 3;
    const inverseMass = Float64Array.from({ length: count }, (_, i) => 1 + (i % 3));
    const v = new Float64Array(x.length);
    for (let i = half; i < count; i++) v[3 * i + 1] = -1;
    const momentum = (w: Float64Array): number => w.reduce((sum, value, c) => sum + value / inverseMass[Math.floor(c / 3)], 0);
    const before = momentum(v);
    const xe = x.map((value, c) => value + H * v[c]);
    const contact = createContact(x, triangles);
    contact.correct(x, xe, v, inverseMass);
    expect(contact.contactCount).toBeGreaterThan(0);
    expect(momentum(v)).toBeCloseTo(before, 9);
    expect(findIntersections(xe, triangles).count).toBe(0);
  });

  test("a sheet put down on a fixed one comes to lie at the thickness and stays", () => {
    const { x, triangles, half } = twoSheets(8, 0.02);
    const count = x.length / 3;
    const inverseMass = Float64Array.from({ length: count }, (_, i) => (i < half ? 0 : 1));
    const v = new Float64Array(x.length);
    const xe = x.slice();
    const contact = createContact(x, triangles);
    for (let step = 0; step < 60; step++) {
      for (let i = half; i < count; i++) v[3 * i + 1] -= 9.81 * H;
      for (let c = 0; c < x.length; c++) xe[c] = x[c] + H * v[c];
      contact.correct(x, xe, v, inverseMass);
      x.set(xe);
    }
    // vertices above the lower sheet lie on it; those beyond its border, unheld by any spring here, are gone
    let lying = 0;
    for (let i = half; i < count; i++) {
      const inside = [x[3 * i], x[3 * i + 2]].every((value) => value > 0.02 && value < 0.18);
      if (!inside || x[3 * i + 1] < 0) continue;
      lying++;
      expect(Math.abs(x[3 * i + 1] - THICKNESS)).toBeLessThan(0.1 * THICKNESS);
      expect(Math.abs(v[3 * i + 1])).toBeLessThan(1e-3);
    }
    expect(lying).toBeGreaterThan(20);
  });

  describe("of sheets that bodies carry through each other", () => {
    /** The upper one comes down by 2 cm, from 1 cm above; nothing but what `sticking` lets go of may be moved. */
    function carry(sticking: (i: number, half: number) => number): { isAbove: boolean; isSuspect: boolean } {
      const { x, triangles, half } = twoSheets(6, 0.01);
      const count = x.length / 3;
      const v = new Float64Array(x.length);
      for (let i = half; i < count; i++) v[3 * i + 1] = -0.02 / H;
      const xe = x.map((value, c) => value + H * v[c]);
      const contact = createContact(x, triangles);
      const held = Float64Array.from({ length: count }, (_, i) => sticking(i, half));
      contact.correct(x, xe, v, new Float64Array(count), held);
      expect(findIntersections(xe, triangles).count).toBe(0); // they are parallel
      const heights = xe.filter((_, c) => c % 3 === 1);
      const isAbove = Math.min(...heights.subarray(half)) > Math.max(...heights.subarray(0, half));
      return { isAbove, isSuspect: contact.isSuspect };
    }

    test("friction gives way", () => {
      expect(carry(() => 1).isAbove).toBe(true);
    });

    test("friction gives way where one of them is held besides", () => {
      expect(carry((i, half) => (i < half ? 0 : 1)).isAbove).toBe(true);
    });

    test("held by hand they pass, and the next step looks for tangles", () => {
      expect(carry(() => 0)).toEqual({ isAbove: false, isSuspect: true });
    });
  });
});
