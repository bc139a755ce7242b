import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList } from "../../src/contact/search/pair-list.ts";
import { type ContactList, createContactList } from "../../src/contact/surfaces/contact-list.ts";
import { createContactMemory } from "../../src/contact/surfaces/contact-memory.ts";
import { createNearContacts, REACH } from "../../src/contact/surfaces/near-contacts.ts";
import { createSurfaces } from "../../src/contact/surfaces/surfaces.ts";
import { createRandom } from "../../src/core/random.ts";
import { uniformSurface } from "../support/uniform-surface.ts";

const THICKNESS = 0.01;
const H = 0.01;

interface Situation {
  readonly x: readonly (readonly number[])[];
  readonly triangles: readonly (readonly number[])[];
  readonly velocities?: readonly (readonly number[])[];
  readonly restitution?: number;
  readonly tangled?: readonly number[];
}

interface Found {
  readonly contacts: ContactList;
  readonly lacks: ContactList;
  /** Those of a point with a triangle, and those of two edges, as strings of their vertices. */
  readonly points: string[];
  /** Those of the last triangle's tip, by their place in the list. */
  readonly ofTip: number[];
  readonly edges: string[];
}

/** Every pair of elements without a common vertex is handed over, as a broad phase would if all were near. */
function find({ x, triangles, velocities, restitution = 0, tangled = [] }: Situation): Found {
  const count = x.length;
  const mesh = createCollisionMesh(count, Uint32Array.from(triangles.flat()));
  const positions = Float64Array.from(x.flat());
  const surfaces = createSurfaces(mesh, uniformSurface(count, { thickness: THICKNESS, friction: 0.4 }), [], positions);
  const pairs = createPairList();
  const { points, edges } = mesh;
  const pointTriangles: number[] = [];
  const edgeEdges: number[] = [];
  for (const p of [...points].sort((a, b) => a - b)) {
    triangles.forEach((corners, t) => {
      if (!corners.includes(p)) pointTriangles.push(p, t);
    });
  }
  for (let e = 0; e < edges.length; e += 2) {
    for (let f = e + 2; f < edges.length; f += 2) {
      const ends = new Set([edges[e], edges[e + 1], edges[f], edges[f + 1]]);
      if (ends.size === 4) edgeEdges.push(e / 2, f / 2);
    }
  }
  pairs.pointTriangles.data = Uint32Array.from(pointTriangles);
  pairs.pointTriangles.count = pointTriangles.length / 2;
  pairs.edgeEdges.data = Uint32Array.from(edgeEdges);
  pairs.edgeEdges.count = edgeEdges.length / 2;

  const memory = createContactMemory();
  const [contacts, lacks] = [createContactList(), createContactList()];
  const near = createNearContacts(mesh, surfaces, restitution, memory, contacts, lacks);
  const v = velocities === undefined ? new Float64Array(3 * count) : Float64Array.from(velocities.flat());
  const marks = Uint8Array.from({ length: count }, (_, i) => (tangled.includes(i) ? 1 : 0));
  near.find(pairs, marks, positions, v, H);
  memory.keep(contacts, H);
  const { elements } = memory.save();
  const names = (kind: number): string[] =>
    Array.from({ length: contacts.count }, (_, k) => k)
      .filter((k) => elements[3 * k] === kind)
      .map((k) => contacts.vertices.slice(4 * k, 4 * k + 4).join(" "));
  const tip = ` ${count - 3}`;
  const ofTip = names(0).flatMap((name, k) => (name.endsWith(tip) ? [k] : []));
  return { contacts, lacks, points: names(0), edges: names(1), ofTip };
}

/** A level sheet of n × n squares of 1 m with vertices 0 to (n + 1)² − 1, whose height is given, and a small triangle that stands on its tip. */
function sheetAndTip(n: number, tip: readonly number[], height: (x: number, z: number) => number): Situation {
  const x: number[][] = [];
  const triangles: number[][] = [];
  for (let r = 0; r <= n; r++) for (let c = 0; c <= n; c++) x.push([c, height(c, r), r]);
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      const a = r * (n + 1) + c;
      triangles.push([a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]);
    }
  }
  const first = x.length;
  x.push([...tip], [tip[0] + 0.1, tip[1] + 1, tip[2]], [tip[0], tip[1] + 1, tip[2] + 0.1]);
  triangles.push([first, first + 1, first + 2]);
  return { x, triangles };
}

const FLAT = (): number => 0;
const NEAR = 0.8 * THICKNESS;

describe("a point over a flat sheet of triangles", () => {
  test("has one contact, wherever it is: over a triangle, an edge, a vertex or close to one", () => {
    const places = [
      [1.3, 1.2],
      [1.5, 1.5], // on a diagonal
      [1.4, 1], // on an edge along x
      [1, 1.7], // on an edge along z
      [1, 1], // on a vertex
      [2, 2],
      [1 + 1e-4, 1 + 2e-4],
      [1.5 + 1e-12, 1.5],
      [1.25, 1.75], // on the diagonal through rounding
      [1.1, 1.9],
    ];
    for (const [px, pz] of places) {
      const { contacts, ofTip } = find(sheetAndTip(3, [px, NEAR, pz], FLAT));
      expect(ofTip, `${px}, ${pz}`).toHaveLength(1);
      expect([...contacts.normals.subarray(3 * ofTip[0], 3 * ofTip[0] + 3)].map((n) => Math.round(n * 1e9) / 1e9 + 0)).toEqual([0, 1, 0]);
    }
  });

  test("has one contact at random places, with weights that say where it is", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = createRandom(seed);
        const snap = random() < 0.3 ? 4 : 1e15; // some on borders
        const [px, pz] = [0, 1].map(() => Math.round((0.3 + 2.4 * random()) * snap) / snap);
        const situation = sheetAndTip(3, [px, NEAR, pz], FLAT);
        const { contacts, ofTip } = find(situation);
        expect(ofTip).toHaveLength(1);
        const [k] = ofTip;
        let [sum, ax, az] = [0, 0, 0];
        for (let e = 0; e < 3; e++) {
          const weight = contacts.weights[4 * k + e];
          const [vx, , vz] = situation.x[contacts.vertices[4 * k + e]];
          sum += weight;
          ax -= weight * vx;
          az -= weight * vz;
        }
        expect(sum).toBeCloseTo(-1, 12);
        expect(contacts.weights[4 * k + 3]).toBe(1);
        expect(ax).toBeCloseTo(px, 9);
        expect(az).toBeCloseTo(pz, 9);
      }),
      { numRuns: 200 },
    );
  });

  test("has none beyond REACH thicknesses", () => {
    expect(find(sheetAndTip(3, [1.3, 0.999 * REACH * THICKNESS, 1.2], FLAT)).points).toHaveLength(1);
    expect(find(sheetAndTip(3, [1.3, 1.001 * REACH * THICKNESS, 1.2], FLAT)).points).toHaveLength(0);
  });

  test("has none where it lies in the sheet: no side can be told", () => {
    expect(find(sheetAndTip(3, [1.3, 0, 1.2], FLAT)).points).toHaveLength(0);
  });
});

describe("a point over a crease", () => {
  test("of a ridge has one contact, with the ridge, though two triangles are as near", () => {
    const ridge = (_x: number, z: number): number => -0.5 * Math.abs(z - 1);
    for (const px of [1.37, 0.5, 1, 1.5]) {
      const { contacts, ofTip } = find(sheetAndTip(2, [px, NEAR, 1], ridge));
      expect(ofTip).toHaveLength(1);
      expect(contacts.normals[3 * ofTip[0] + 1]).toBeCloseTo(1, 12);
    }
  });

  test("of a valley has one contact with each side", () => {
    const valley = (_x: number, z: number): number => Math.abs(z - 1);
    const height = NEAR * Math.SQRT2; // so far up, both sides are NEAR
    const { contacts, points } = find(sheetAndTip(2, [1.37, height, 1], valley));
    expect(points).toHaveLength(2);
    const across = [0, 1].map((k) => contacts.normals[3 * k + 2]).sort();
    expect(across[0]).toBeCloseTo(-Math.SQRT1_2, 9);
    expect(across[1]).toBeCloseTo(Math.SQRT1_2, 9);
  });

  test("over one side of a shallow valley, close to its bottom, knows both sides", () => {
    const valley = (_x: number, z: number): number => 0.2 * Math.abs(z - 1);
    const z = 1.001;
    const { points } = find(sheetAndTip(2, [1.37, 0.2 * 0.001 + NEAR, z], valley));
    expect(points).toHaveLength(2);
  });

  test("at the tip of a pyramid has one contact", () => {
    const pyramid = (x: number, z: number): number => -0.6 * (Math.abs(x - 1) + Math.abs(z - 1));
    const { contacts, ofTip } = find(sheetAndTip(2, [1, NEAR, 1], pyramid));
    expect(ofTip).toHaveLength(1);
    expect(contacts.normals[3 * ofTip[0] + 1]).toBeCloseTo(1, 12);
  });
});

describe("two edges", () => {
  /** Two long triangles, each with an edge in the middle of things and the third corner far away. */
  function twoEdges(first: readonly number[][], second: readonly number[][]): Situation {
    return {
      x: [...first, [0, -2, 0], ...second, [0, 2, 0]],
      triangles: [
        [0, 1, 2],
        [3, 4, 5],
      ],
    };
  }
  const along = [
    [-1, 0, 0],
    [1, 0, 0],
  ];

  test("that cross have one contact, with the weights of the crossing", () => {
    const across = [
      [0.5, NEAR, -0.25],
      [0.5, NEAR, 0.75],
    ];
    const { contacts, edges, points } = find(twoEdges(along, across));
    expect(points).toHaveLength(0);
    expect(edges).toEqual(["0 1 3 4"]);
    expect([...contacts.weights.subarray(0, 4)].map((w) => Math.round(w * 1e12) / 1e12)).toEqual([-0.25, -0.75, 0.75, 0.25]);
    expect([...contacts.normals.subarray(0, 3)].map((n) => Math.round(n * 1e12) / 1e12 + 0)).toEqual([0, 1, 0]);
  });

  test("that are parallel, or nearly so, have none", () => {
    for (const turn of [0, 1e-9, 1e-5, 5e-4]) {
      const across = [
        [-0.5, NEAR, -turn / 2],
        [0.5, NEAR, turn / 2],
      ];
      expect(find(twoEdges(along, across)).edges, `turned by ${turn}`).toEqual([]);
    }
    const turned = [
      [-0.5, NEAR, -0.05],
      [0.5, NEAR, 0.05],
    ];
    expect(find(twoEdges(along, turned)).edges).toEqual(["0 1 3 4"]);
  });

  test("have none where the closest point is an end of one of them: the point and a triangle tell that", () => {
    const beyond = [
      [0.5, NEAR, 0.005],
      [0.5, NEAR, 0.75],
    ];
    expect(find(twoEdges(along, beyond)).edges).toEqual([]);
  });
});

describe("the terms of a contact", () => {
  const over = (height: number, more: Partial<Situation> = {}): Found => ({
    ...find({ ...sheetAndTip(3, [1.3, height, 1.2], FLAT), ...more }),
  });

  test("let a gap close down to the thickness within the step, and no further", () => {
    const { contacts, lacks } = over(1.5 * THICKNESS);
    expect(contacts.scalars[0]).toBeCloseTo((-0.5 * THICKNESS) / H, 12);
    expect(contacts.scalars[1]).toBe(0.4);
    expect(lacks.count).toBe(0);
  });

  test("let nothing come closer that is closer already; what it lacks is made up for apart, a part in each step, without friction", () => {
    const { contacts, lacks } = over(0.9 * THICKNESS);
    expect(contacts.scalars[0]).toBe(0);
    expect(lacks.count).toBe(1);
    expect(lacks.scalars[0]).toBeGreaterThan(0);
    expect(lacks.scalars[0] * H).toBeLessThan(0.1 * THICKNESS);
    expect(lacks.scalars[1]).toBe(0);
    expect([...lacks.vertices.subarray(0, 4)]).toEqual([...contacts.vertices.subarray(0, 4)]);
  });

  test("ask for a bounce of what would touch within the step, by the restitution, and of nothing that is slower", () => {
    const falling = (speed: number): Partial<Situation> => ({
      restitution: 0.5,
      velocities: Array.from({ length: 19 }, (_, i) => [0, i >= 16 ? -speed : 0, 0]),
    });
    expect(over(1.5 * THICKNESS, falling(2)).contacts.scalars[0]).toBeCloseTo(1, 12);
    expect(over(1.5 * THICKNESS, falling(0.4)).contacts.scalars[0]).toBeCloseTo(-0.5, 12);
    expect(over(0.9 * THICKNESS, falling(2)).contacts.scalars[0]).toBeCloseTo(1, 12);
    expect(over(0.9 * THICKNESS, falling(-2)).contacts.scalars[0]).toBe(0);
  });

  test("are not asked for between features that are both tangled", () => {
    const everything = Array.from({ length: 19 }, (_, i) => i);
    expect(over(NEAR, { tangled: everything }).contacts.count).toBe(0);
    expect(over(NEAR, { tangled: everything.slice(0, 16) }).points).toHaveLength(1);
    expect(over(NEAR, { tangled: everything.slice(16) }).points).toHaveLength(1);
  });
});
