import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { cross3, dot3, length3, normalise3, subtract3, type Vec3 } from "../../src/core/vec3.ts";
import { createFigure } from "../../src/figure/figure.ts";
import { createGarment, type Garment, type GarmentOptions } from "../../src/garment/garment.ts";
import { GARMENTS } from "../../src/garment/garment-catalog.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";
import { eulerCharacteristic, point } from "../mesh/measure.ts";
import { FULL, some } from "../support/full.ts";
import { anglesOf, borderLoops, distanceToBody, edgeLengths, leastDistance, pieceCount } from "./measure.ts";
import { sampleBody } from "./sample-body.ts";

const FIGURE = createFigure();
const BODIES = { sample: sampleBody(), figure: FIGURE.bones };
type Kind = GarmentOptions["kind"];
const KINDS = GARMENTS.map((garment) => garment.name) as Kind[];

/** V − E + F, border loops and pieces, and how many vertices there are by default. */
const SHAPES: Readonly<Record<Kind, { euler: number; loops: number; pieces: number; vertices: [number, number] }>> = {
  cape: { euler: 1, loops: 1, pieces: 1, vertices: [1000, 1400] },
  skirt: { euler: 0, loops: 2, pieces: 1, vertices: [1300, 1500] },
  dress: { euler: -2, loops: 4, pieces: 1, vertices: [1300, 1500] }, // hem, neck and two armholes
  poncho: { euler: 0, loops: 2, pieces: 1, vertices: [1300, 1700] },
  trousers: { euler: -1, loops: 3, pieces: 1, vertices: [1000, 1400] },
  sleeves: { euler: 0, loops: 4, pieces: 2, vertices: [600, 1000] },
};

/** Garments that were made already: a dress takes a second. */
const made = new Map<string, Garment>();

function make(options: Partial<GarmentOptions> & { kind: Kind }, body: keyof typeof BODIES = "figure"): Garment {
  const key = JSON.stringify([options, body]);
  const garment = made.get(key) ?? createGarment({ body: BODIES[body], ...options } as GarmentOptions);
  made.set(key, garment);
  return garment;
}

test("the catalogue has these six", () => {
  expect(KINDS).toEqual(Object.keys(SHAPES));
});

describe.each(KINDS)("%s", (kind) => {
  describe.each(Object.keys(BODIES) as (keyof typeof BODIES)[])("on the %s", (name) => {
    const garment = make({ kind }, name);
    const { positions, triangles } = garment;

    test("is a manifold of the right topology, every vertex used", () => {
      const topology = validateSurface(garment, kind);
      const { euler, loops, pieces, vertices } = SHAPES[kind];
      expect(eulerCharacteristic(garment)).toBe(euler);
      expect(borderLoops(topology)).toBe(loops);
      expect(pieceCount(topology)).toBe(pieces);
      expect(new Set(triangles).size).toBe(positions.length / 3);
      expect(positions.length / 3).toBeGreaterThanOrEqual(vertices[0]);
      expect(positions.length / 3).toBeLessThanOrEqual(vertices[1]);
    });

    test("has one turning sense: no directed edge occurs twice", () => {
      const seen = new Set<string>();
      for (let t = 0; t < triangles.length; t += 3) {
        for (let c = 0; c < 3; c++) seen.add(`${triangles[t + c]}>${triangles[t + ((c + 1) % 3)]}`);
      }
      expect(seen.size).toBe(triangles.length);
    });

    test("faces away from the body", () => {
      // The distance to the body grows along every normal, but for the few triangles between two parts of the body that are equally near.
      let inward = 0;
      for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => point(positions, triangles[t + k]));
        const n = normalise3(cross3(subtract3(b, a), subtract3(c, a)));
        const at = (s: number): number =>
          distanceToBody(BODIES[name], [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3 + s * n[k]) as unknown as Vec3);
        if (at(1e-4) <= at(-1e-4)) inward++;
      }
      expect(inward).toBeLessThan(kind === "cape" || kind === "poncho" ? 0.1 * triangles.length : 0.01 * triangles.length);
    });

    test("keeps its distance to every cone", () => {
      const least = leastDistance(BODIES[name], positions);
      expect(least).toBeGreaterThanOrEqual(0.012 - 1e-9);
      expect(least).toBeLessThan(0.014); // it fits
    });

    test("does not intersect itself", () => {
      expect(findIntersections(positions, triangles).count).toBe(0);
    });

    test("has edges within a factor 2 of each other, and no sharp angle", () => {
      const lengths = edgeLengths(garment);
      expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(2);
      const mean = lengths.reduce((sum, l) => sum + l, 0) / lengths.length;
      const spacing = GARMENTS.find((g) => g.name === kind)?.options.find((o) => o.name === "spacing")?.default;
      expect(Math.abs(mean / (spacing as number) - 1)).toBeLessThan(0.15);
      expect(Math.min(...anglesOf(garment))).toBeGreaterThan(33);
    });

    test("has the groups it promises, ascending and without repeats", () => {
      const promised = GARMENTS.find((g) => g.name === kind)?.groups ?? [];
      expect(Object.keys(garment.groups).sort()).toEqual([...promised].sort());
      for (const group of Object.values(garment.groups)) {
        expect(group.length).toBeGreaterThan(0);
        expect([...group]).toEqual([...new Set(group)].sort((a, b) => a - b));
      }
    });

    test("has texture coordinates from 0 to 1", () => {
      const uv = garment.uv as Float64Array;
      expect(uv.length).toBe((2 * positions.length) / 3);
      expect(Math.min(...uv)).toBe(0);
      expect(Math.max(...uv)).toBe(1);
    });
  });

  test("does not meet the skin of the figure", () => {
    const { positions, triangles } = make({ kind });
    const skin = FIGURE.surface;
    const vertices = positions.length / 3;
    const both = Float64Array.from([...positions, ...skin.positions]);
    const corners = Uint32Array.from([...triangles, ...skin.triangles.map((i) => i + vertices)]);
    const groups = new Uint8Array(corners.length / 3).fill(1, triangles.length / 3);
    expect(findIntersections(both, corners, groups).count).toBe(0);
  });

  test("is the same bit for bit when made again", () => {
    const [{ positions, triangles }, again] = [make({ kind }), createGarment({ body: BODIES.figure, kind })];
    expect(again.positions).toEqual(positions);
    expect(again.triangles).toEqual(triangles);
  });

  test("fits other bodies, distances and spacings", () => {
    const property = fc.property(
      fc.double({ min: 0.8, max: 1.3, noNaN: true }),
      fc.double({ min: 1.4, max: 2, noNaN: true }),
      fc.double({ min: 0.004, max: 0.024, noNaN: true }), // more does not fit between the legs of the smallest
      fc.double({ min: 0.028, max: 0.05, noNaN: true }),
      (girth, height, ease, spacing) => {
        const body = createFigure({ girth, height }).bones;
        const garment = createGarment({ kind, body, ease, spacing } as GarmentOptions);
        expect(eulerCharacteristic(garment)).toBe(SHAPES[kind].euler);
        expect(findIntersections(garment.positions, garment.triangles).count).toBe(0);
        expect(Math.min(...anglesOf(garment))).toBeGreaterThan(20);
        const lengths = edgeLengths(garment);
        expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(2.4);
        expect(leastDistance(body, garment.positions)).toBeGreaterThanOrEqual(ease - 1e-9);
      },
    );
    fc.assert(property, { numRuns: FULL ? 5 : 1, endOnFailure: true });
  });
});

describe("where it is flat", () => {
  test.each(["cape", "poncho"] as const)("%s starts without stretch, flat coordinates turning like the triangles", (kind) => {
    const garment = make({ kind });
    const material = garment.material as Float64Array;
    const { edges } = buildTopology(garment.positions.length / 3, garment.triangles);
    for (let e = 0; e < edges.length; e += 2) {
      const [i, j] = [edges[e], edges[e + 1]];
      const flat = length3([material[2 * i] - material[2 * j], material[2 * i + 1] - material[2 * j + 1], 0]);
      const now = length3(subtract3(point(garment.positions, i), point(garment.positions, j)));
      expect(now).toBeLessThanOrEqual(flat + 1e-12);
      expect(now).toBeGreaterThan(flat * 0.994); // chords of the bend over the shoulders
    }
    for (let t = 0; t < garment.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 2 * garment.triangles[t + k]);
      const area =
        (material[b] - material[a]) * (material[c + 1] - material[a + 1]) -
        (material[b + 1] - material[a + 1]) * (material[c] - material[a]);
      expect(area).toBeGreaterThan(0);
    }
  });

  test("closed tubes have no flat coordinates", () => {
    for (const kind of ["skirt", "dress", "trousers", "sleeves"] as const) expect(make({ kind }).material).toBeUndefined();
  });
});

const heights = (garment: Garment, group: string): number[] => [...garment.groups[group]].map((i) => garment.positions[3 * i + 1]);

describe("options", () => {
  test("a skirt has the rows, the columns, the length and the slope that are asked for", () => {
    const garment = make({ kind: "skirt", columns: 40, rows: 12, length: 0.5, flare: 0.75, ease: 0.02 });
    expect(garment.groups.waist.length).toBe(40);
    expect(new Set(garment.positions.filter((_, i) => i % 3 === 1)).size).toBe(12);
    const top = BODIES.figure.find((bone) => bone.name === "spine")?.head[1] as number;
    for (const y of heights(garment, "waist")) expect(y).toBeCloseTo(top, 12);
    for (const y of heights(garment, "hem")) expect(top - y).toBeCloseTo(0.4, 12); // 3–4–5
    // The hem is the waist's parallel curve at 0.3 m: longer by 2π · 0.3.
    const around = (group: Uint32Array): number =>
      [...group].reduce(
        (sum, i, k) => sum + length3(subtract3(point(garment.positions, i), point(garment.positions, group[(k + 1) % group.length]))),
        0,
      );
    expect(around(garment.groups.hem) - around(garment.groups.waist)).toBeCloseTo(2 * Math.PI * 0.3, 1);
  });

  test("a skirt may sit elsewhere than on the waist", () => {
    for (const y of heights(make({ kind: "skirt", top: 1 }), "waist")) expect(y).toBe(1);
  });

  test("spacing sets the length of edges, and the number of vertices goes with its inverse square", () => {
    for (const kind of some(KINDS, 2)) {
      const fine = make({ kind, spacing: 0.02 });
      const coarse = make({ kind, spacing: 0.04 });
      expect(fine.positions.length / coarse.positions.length).toBeGreaterThan(3.3);
      expect(fine.positions.length / coarse.positions.length).toBeLessThan(4.7);
    }
  });

  test("a cape has the rows, the columns, the width and the length that are asked for", () => {
    const garment = make({ kind: "cape", columns: 21, rows: 30, width: 0.44, length: 0.9, flare: 0 });
    expect(garment.groups.neck.length).toBe(21);
    expect(garment.groups.left.length).toBe(30);
    const material = garment.material as Float64Array;
    const [i] = garment.groups.left;
    expect(material[2 * i]).toBeCloseTo(0.22, 12);
    for (const j of garment.groups.hem) expect(material[2 * j + 1]).toBeCloseTo(0.9, 12);
    expect(garment.positions[3 * i]).toBeGreaterThan(0); // the body's left is +X
  });

  test("a cape hangs behind, its upper border lies on the shoulders", () => {
    const garment = make({ kind: "cape" });
    const shoulder = BODIES.figure.find((bone) => bone.name === "armL")?.head as Vec3;
    for (const y of heights(garment, "shoulders")) expect(Math.abs(y - shoulder[1])).toBeLessThan(0.11);
    for (const i of garment.groups.hem) expect(garment.positions[3 * i + 2]).toBeLessThan(-0.1);
  });

  test("a dress has straps on both shoulders, as wide as asked for, and a bodice of its own height", () => {
    const garment = make({ kind: "dress", top: 1.2, strapWidth: 0.09, spacing: 0.03 });
    for (const y of heights(garment, "top")) expect(y).toBeCloseTo(1.2, 12);
    const xs = [...garment.groups.shoulders].map((i) => garment.positions[3 * i]);
    expect(xs.filter((x) => x > 0).length).toBe(xs.length / 2);
    const left = xs.filter((x) => x > 0);
    expect(Math.max(...left) - Math.min(...left)).toBeGreaterThan(0.07);
    expect(Math.max(...left) - Math.min(...left)).toBeLessThan(0.09);
  });

  test("a poncho is round or square, with the hole that is asked for", () => {
    const radius = (garment: Garment, i: number): number => length3([garment.positions[3 * i], 0, garment.positions[3 * i + 2] + 0.02]);
    const round = make({ kind: "poncho", hole: 0.15, length: 0.5 });
    for (const i of round.groups.neck) expect(radius(round, i)).toBeCloseTo(0.15, 9);
    for (const i of round.groups.hem) expect(radius(round, i)).toBeCloseTo(0.5, 9);
    const square = make({ kind: "poncho", shape: "square", hole: 0.15, length: 0.5, spacing: 0.025 });
    expect(eulerCharacteristic(square)).toBe(0);
    expect(square.positions.length / 3).toBe(41 * 41 - 11 * 11);
    expect(square.groups.hem.length).toBe(160);
    expect(square.groups.neck.length).toBe(48);
  });

  test("trousers end at the length that is asked for, left of the middle on the left", () => {
    const garment = make({ kind: "trousers", length: 0.6 });
    const top = BODIES.figure.find((bone) => bone.name === "spine")?.head[1] as number;
    for (const y of heights(garment, "hem")) expect(y).toBeCloseTo(top - 0.6, 12);
    for (const i of garment.groups.left) expect(garment.positions[3 * i]).toBeGreaterThan(0);
    for (const i of garment.groups.right) expect(garment.positions[3 * i]).toBeLessThan(0);
    for (const i of garment.groups.crotch) expect(garment.positions[3 * i]).toBeCloseTo(0, 12);
  });

  test("a smaller body has a smaller garment of as many vertices", () => {
    const body = sampleBody(1, 0.85);
    for (const kind of KINDS) {
      const small = createGarment({ kind, body });
      const large = make({ kind }, "sample");
      expect(Math.abs(small.positions.length / large.positions.length - 1)).toBeLessThan(0.06);
      const half = large.positions[1] / 2;
      expect(Math.abs(small.positions[1] / half - 1)).toBeLessThan(0.02);
    }
  });

  test("sleeves are mirror images", () => {
    const { positions, groups } = make({ kind: "sleeves", length: 0.3 });
    expect(groups.left.length).toBe(groups.right.length);
    for (const [k, i] of groups.left.entries()) {
      const [x, y, z] = point(positions, i);
      expect(point(positions, groups.right[k])).toEqual([-x, y, z]);
      expect(x).toBeGreaterThan(0);
    }
  });

  test("sleeves follow the arm: every ring stands across it", () => {
    const { positions, groups } = make({ kind: "sleeves", flare: 0 });
    const joint = (name: string): Vec3 => BODIES.figure.find((bone) => bone.name === name)?.head as Vec3;
    const along = normalise3(subtract3(joint("forearmL"), joint("armL")));
    const first = [...groups.shoulders].filter((i) => positions[3 * i] > 0);
    const heightsAlong = first.map((i) => dot3(subtract3(point(positions, i), joint("armL")), along));
    expect(Math.max(...heightsAlong) - Math.min(...heightsAlong)).toBeLessThan(0.002);
  });
});

describe("what cannot be made is refused in a sentence", () => {
  const refusal = (options: object): InputError => {
    try {
      createGarment({ body: BODIES.figure, ...options } as unknown as GarmentOptions, "cloths[0].garment");
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return error as InputError;
    }
    throw new Error(`accepted ${JSON.stringify(options)}`);
  };

  test.each([
    [{ kind: "skrit" }, "cloths[0].garment.kind", 'did you mean "skirt"?'],
    [{ kind: 7 }, "cloths[0].garment.kind", "choose one of cape, skirt, dress, poncho, trousers, sleeves"],
    [{ kind: "skirt", flair: 1 }, "cloths[0].garment.flair", "did you mean flare?"],
    [{ kind: "skirt", ease: -0.1 }, "cloths[0].garment.ease", "of at least 0 and up to 0.2 [m]"],
    [{ kind: "skirt", ease: Number.NaN }, "cloths[0].garment.ease", "give a finite number"],
    [{ kind: "skirt", spacing: 1e-6 }, "cloths[0].garment.spacing", "of at least 0.004 and up to 0.08 [m]"],
    [{ kind: "skirt", columns: 12.5 }, "cloths[0].garment.columns", "give a whole number of at least 6 and up to 1000"],
    [{ kind: "skirt", length: 2 }, "cloths[0].garment.length", "the floor is there"],
    [{ kind: "skirt", top: 2.5 }, "cloths[0].garment.top", "between knees and chest"],
    [{ kind: "dress", top: 0.5 }, "cloths[0].garment.top", "between waist and shoulders"],
    [{ kind: "dress", ease: 0.15 }, "cloths[0].garment.ease", "does not fit between trunk and arms"],
    [{ kind: "dress", strapWidth: 0.1, body: sampleBody(1, 0.6) }, "cloths[0].garment.strapWidth", "use less"],
    [{ kind: "poncho", shape: "oval" }, "cloths[0].garment.shape", "choose one of round, square"],
    [{ kind: "poncho", hole: 0.03 }, "cloths[0].garment.hole", "make the hole larger"],
    [{ kind: "poncho", length: 0.1 }, "cloths[0].garment.length", "use more than the hole"],
    [{ kind: "trousers", length: 0.1 }, "cloths[0].garment.length", "between crotch and floor"],
    [{ kind: "trousers", ease: 0.1 }, "cloths[0].garment.ease", "does not fit between the legs"],
    [{ kind: "sleeves", length: 1 }, "cloths[0].garment.length", "the wrist is there"],
    [{ kind: "sleeves", flare: 1 }, "cloths[0].garment", "use less ease or flare"],
    [{ kind: "cape", length: 2.5 }, "cloths[0].garment.length", "it reaches the floor"],
    [{ kind: "skirt", body: [] }, "cloths[0].garment.body", "give the bones of a figure"],
    [{ kind: "skirt", body: BODIES.figure.slice(0, 3) }, "cloths[0].garment.body", "give a body with the bone"],
  ])("$1: $2", (options, path, advice) => {
    const error = refusal(options);
    expect(error.path).toBe(path);
    expect(error.message).toContain(advice);
  });
});
