import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add3, cross3, dot3, length3, scale3, subtract3, type Vec3 } from "../../src/core/vec3.ts";
import { blow as law } from "../../src/forces/blow.ts";
import { type Environment, type Wind, windTerm } from "../../src/forces/wind.ts";
import { randomCloth } from "../support/random-cloth.ts";
import { largest, sumForces, termForce } from "../support/term-matrix.ts";

const TRIANGLE = Uint32Array.of(0, 1, 2);
/** N = (0, 0, 1): area 1, normal z. */
const FLAT = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 1, 0);

function environment(wind: Wind | undefined, seed = 1): Environment {
  return { gravity: Float64Array.of(0, -9.81, 0), wind, blow: law, seed };
}

function blow(wind: Wind, x: Float64Array, v: Float64Array = new Float64Array(x.length), t = 0, seed = 1): Float64Array {
  return termForce(windTerm(TRIANGLE, environment(wind, seed)), x, v, t);
}

function expectEach(f: Float64Array, third: readonly number[]): void {
  for (let c = 0; c < f.length; c++) expect(f[c]).toBeCloseTo(third[c % 3], 13);
}

describe("the linear law", () => {
  const wind: Wind = { velocity: [3, 4, 5], density: 0.6 };

  test("ρ A (n·w) n, a third to each corner", () => {
    expectEach(blow(wind, FLAT), [0, 0, (0.6 * 5) / 3]);
  });

  test("the wind is relative to the mean velocity of the corners", () => {
    const v = Float64Array.of(0, 0, 6, 1, 0, 0, 0, 2, -3);
    expectEach(blow(wind, FLAT, v), [0, 0, (0.6 * (5 - 1)) / 3]);
  });

  test("a larger triangle catches more, whichever way its corners run", () => {
    expectEach(
      blow(
        wind,
        FLAT.map((value) => 3 * value),
      ),
      [0, 0, (0.6 * 9 * 5) / 3],
    );
    expectEach(blow(wind, Float64Array.of(0, 0, 0, 0, 1, 0, 2, 0, 0)), [0, 0, 1]);
  });

  test("wind along the cloth does nothing", () => {
    expect(largest(blow({ velocity: [3, 4, 0], density: 0.6 }, FLAT))).toBe(0);
  });

  test("any triangle in any wind, by the formula", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seed) => {
        const { positions, velocities } = randomCloth(seed, { particles: 3, springs: 2, hinges: 0, triangles: 0 });
        const { normal, area, relative } = geometry(positions, velocities, wind.velocity);
        const f = scale3(normal, 0.6 * area * dot3(normal, relative));
        expectEach(blow(wind, positions, velocities), scale3(f, 1 / 3));
      }),
    );
  });
});

/** n, A and w' of the one triangle. */
function geometry(x: Float64Array, v: Float64Array, w: Vec3): { normal: Vec3; area: number; relative: Vec3 } {
  const corner = (values: Float64Array, i: number): Vec3 => [values[3 * i], values[3 * i + 1], values[3 * i + 2]];
  const across = cross3(subtract3(corner(x, 1), corner(x, 0)), subtract3(corner(x, 2), corner(x, 0)));
  const mean = scale3(add3(add3(corner(v, 0), corner(v, 1)), corner(v, 2)), 1 / 3);
  return { normal: scale3(across, 1 / length3(across)), area: length3(across) / 2, relative: subtract3(w, mean) };
}

describe("drag and lift", () => {
  const wind: Wind = { velocity: [3, 0, 4], airDensity: 1.2, drag: 1.1, lift: 0.3 };

  test("½ ρ A [(C_D − C_L) |n·w| w + C_L |w| (n·w) n], by hand", () => {
    // ½ · 1.2 · 1 · [0.8 · 4 · (3, 0, 4) + 0.3 · 5 · 4 · z] = (5.76, 0, 11.28)
    expectEach(blow(wind, FLAT), [5.76 / 3, 0, 11.28 / 3]);
  });

  test("any triangle in any wind, by the formula", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seed) => {
        const { positions, velocities } = randomCloth(seed, { particles: 3, springs: 2, hinges: 0, triangles: 0 });
        const { normal, area, relative } = geometry(positions, velocities, wind.velocity);
        const flow = dot3(normal, relative);
        const drag = scale3(relative, 0.8 * Math.abs(flow));
        const lift = scale3(normal, 0.3 * length3(relative) * flow);
        expectEach(blow(wind, positions, velocities), scale3(add3(drag, lift), (0.5 * 1.2 * area) / 3));
      }),
    );
  });

  test("the coefficients are 1 and 0 where they are not given", () => {
    const air = { velocity: wind.velocity, airDensity: 1.2 };
    expect(blow(air, FLAT)).toEqual(blow({ ...air, drag: 1, lift: 0 }, FLAT));
  });

  test("does not ask which way the corners run", () => {
    expectEach(blow(wind, Float64Array.of(0, 0, 0, 0, 1, 0, 2, 0, 0)), [5.76 / 3, 0, 11.28 / 3]);
  });

  test("face on it is ½ ρ A C_D w², edge on nothing", () => {
    expectEach(blow({ ...wind, velocity: [0, 0, -5] }, FLAT), [0, 0, (-0.5 * 1.2 * 1.1 * 25) / 3]);
    expect(largest(blow({ ...wind, velocity: [5, 0, 0] }, FLAT))).toBe(0);
  });

  test("with at least as much drag as lift the cloth is never driven against the wind", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.constantFrom(-3, 3), fc.constantFrom(-4, 4), (seed, wx, wz) => {
        const velocity: Vec3 = [wx, 1, wz];
        const { positions, velocities } = randomCloth(seed, { particles: 3, springs: 2, hinges: 0, triangles: 0 });
        const f = blow({ ...wind, velocity }, positions, velocities);
        const { relative } = geometry(positions, velocities, velocity);
        expect(dot3([...sumForces(f)] as unknown as Vec3, relative)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("when there is no force", () => {
  const LAWS: readonly [string, Wind][] = [
    ["linear", { velocity: [3, 4, 5], density: 0.6, until: 0.295 }],
    ["drag and lift", { velocity: [3, 4, 5], airDensity: 0.6, until: 0.295, drag: 1, lift: 0.2 }],
  ];

  test.each(LAWS)("%s: none from `until` on, at full strength before", (_, wind) => {
    const still = new Float64Array(9);
    expect(blow(wind, FLAT, still, 0.2949999)).toEqual(blow(wind, FLAT, still, 0));
    expect(largest(blow(wind, FLAT, still, 0))).toBeGreaterThan(0.1);
    expect(largest(blow(wind, FLAT, still, 0.295))).toBe(0);
    expect(largest(blow(wind, FLAT, still, 7))).toBe(0);
  });

  test.each(LAWS)("%s: without `until` it blows for ever", (_, { until: __, ...wind }) => {
    expect(blow(wind, FLAT, new Float64Array(9), 1e6)).toEqual(blow(wind, FLAT));
  });

  test.each(LAWS)("%s: none on a cloth that moves with the wind", (_, wind) => {
    expect(largest(blow(wind, FLAT, Float64Array.of(3, 4, 5, 3, 4, 5, 3, 4, 5)))).toBe(0);
  });

  test.each(LAWS)("%s: none on a triangle without area", (_, wind) => {
    expect(largest(blow(wind, Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2)))).toBe(0);
  });

  test("no wind at all, until the environment is given one", () => {
    const around = environment(undefined);
    const term = windTerm(TRIANGLE, around);
    expect(largest(termForce(term, FLAT))).toBe(0);
    around.wind = { velocity: [0, 0, 1], density: 3 };
    expectEach(termForce(term, FLAT), [0, 0, 1]);
  });
});

describe("gusts", () => {
  const steady: Wind = { velocity: [0, 0, 4], density: 1 };
  const gusty: Wind = { ...steady, gusts: { strength: 0.5, period: 0.4 } };
  const times = Array.from({ length: 200 }, (_, n) => 0.037 * n);
  /** 3 f_z = n·w on the flat triangle. */
  const series = (wind: Wind, seed: number): number[] => times.map((t) => 3 * blow(wind, FLAT, new Float64Array(9), t, seed)[2]);

  test("are off by default", () => {
    for (const value of series(steady, 1)) expect(value).toBeCloseTo(4, 14);
  });

  test("have the same wind for the same seed and another for another", () => {
    expect(series(gusty, 1)).toEqual(series(gusty, 1));
    expect(series(gusty, 2)).not.toEqual(series(gusty, 1));
  });

  test("waver about the wind by at most strength times its speed", () => {
    const wind = series(gusty, 7);
    expect(Math.min(...wind)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...wind)).toBeLessThanOrEqual(6);
    expect(Math.max(...wind) - Math.min(...wind)).toBeGreaterThan(1);
  });

  test("change smoothly in time", () => {
    const at = (t: number): number => 3 * blow(gusty, FLAT, new Float64Array(9), t, 3)[2];
    // the noise rises by at most 3 a period of 0.4 s, times strength and speed
    for (const t of times) expect(Math.abs(at(t + 1e-6) - at(t))).toBeLessThan((1.01e-6 * 3 * 0.5 * 4) / 0.4);
  });
});
