import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/random.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { enclosedVolume, pressureTerm } from "../../src/forces/pressure.ts";
import { createSimulation } from "../../src/index.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { isClosed } from "../../src/mesh/orient-triangles.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { validateSurface } from "../../src/mesh/validate-surface.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { numericalGradient, relativeDifference } from "../support/finite-difference.ts";
import { largest, sumForces, sumTorques, termForce } from "../support/term-matrix.ts";

/** A box of 2 × 3 × 4 m about the origin, its twelve triangles facing outwards. */
const BOX = Float64Array.from(Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 1.5 : -1.5, i & 4 ? 2 : -2]).flat());
const FACES = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
const BOX_TRIANGLES = Uint32Array.from(
  [0, 1, 2, 3, 4, 5].flatMap((f) => {
    const [a, b, c, d] = FACES.slice(4 * f, 4 * f + 4);
    return [a, b, c, a, c, d];
  }),
);

function everywhere(triangles: Uint32Array, pressure: number): Float64Array {
  return new Float64Array(triangles.length / 3).fill(pressure);
}

/** A balloon of any shape: a double disk whose vertices have been moved about. */
function crumpled(seed: number): { triangles: Uint32Array; x: Float64Array } {
  const random = createRandom(seed);
  const { triangles, positions } = createDisk({ rings: 2, radius: 1, sides: 2 });
  return { triangles, x: positions.map((value) => value + random() - 0.5) };
}

describe("pressure", () => {
  test("the volume of a box is its sides multiplied, wherever it stands", () => {
    expect(enclosedVolume(BOX_TRIANGLES, BOX)).toBeCloseTo(24, 12);
    expect(
      enclosedVolume(
        BOX_TRIANGLES,
        BOX.map((value, c) => value + 5 * (c % 3)),
      ),
    ).toBeCloseTo(24, 11);
  });

  test("on a box it is area times pressure outwards, on every side", () => {
    const f = termForce(pressureTerm(BOX_TRIANGLES, everywhere(BOX_TRIANGLES, 7)), BOX);
    const sides = [0, 0, 0];
    for (let c = 0; c < f.length; c++) if (BOX[c] > 0) sides[c % 3] += f[c];
    expect(sides[0]).toBeCloseTo(7 * 12, 10);
    expect(sides[1]).toBeCloseTo(7 * 8, 10);
    expect(sides[2]).toBeCloseTo(7 * 6, 10);
  });

  test("the force is minus the gradient of the energy −pV, on any closed surface", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seed) => {
        const { triangles, x } = crumpled(seed);
        const term = pressureTerm(triangles, everywhere(triangles, -3));
        expect(term.energy(x)).toBeCloseTo(3 * enclosedVolume(triangles, x), 12);
        const expected = numericalGradient((at) => -term.energy(at), x, 1e-5);
        expect(relativeDifference(termForce(term, x), expected)).toBeLessThan(1e-6);
      }),
      { numRuns: 20 },
    );
  });

  test("its forces and torques sum to nothing on any closed surface", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seed) => {
        const { triangles, x } = crumpled(seed);
        const f = termForce(pressureTerm(triangles, everywhere(triangles, 5)), x);
        expect(largest(sumForces(f))).toBeLessThan(1e-13);
        expect(largest(sumTorques(x, f))).toBeLessThan(1e-13);
      }),
      { numRuns: 20 },
    );
  });
});

describe("a disk of two sides", () => {
  test.each([1, 2, 5])("with %i rings is a closed surface that faces outwards, with the fabric of both sides", (rings) => {
    const disk = createDisk({ rings, radius: 0.5, sides: 2 });
    expect(disk.positions.length / 3).toBe(2 + 6 * rings * rings);
    expect(isClosed(validateSurface(disk, "disk"), disk.triangles)).toBe(true);
    const holed = disk.triangles.slice(3);
    expect(isClosed(buildTopology(disk.positions.length / 3, holed), holed)).toBe(false);
    const front = createDisk({ rings, radius: 0.5 });
    expect([...disk.triangles.slice(0, front.triangles.length)]).toEqual([...front.triangles]);
    // lift the front: what it and the flat back enclose is positive
    const lifted = disk.positions.map((value, c) => (c % 3 === 2 && c < 3 * (1 + 3 * rings * (rings - 1)) ? value - 0.1 : value));
    expect(enclosedVolume(disk.triangles, lifted)).toBeGreaterThan(0.01);
  });
});

describe("the field `pressure` of a cloth", () => {
  const balloon = { disk: { rings: 4, radius: 0.5, sides: 2 }, pressure: 20 };
  const scene = (cloth: object, method = "implicit-euler"): Parameters<typeof createSimulation>[0] => ({
    drape: 1,
    gravity: [0, 0, 0],
    solver: { method } as SolverInput,
    cloths: [cloth],
  });

  test.each(["implicit-euler", "newton-euler", "linear-edge", "two-level", "gauss-seidel", "triangle-implicit", "auto"])(
    "blows up a flat double disk and keeps its momentum, with %s",
    async (method) => {
      const simulation = await createSimulation(scene(balloon, method));
      for (let n = 0; n < 60; n++) simulation.step();
      const x = new Float64Array(3 * simulation.particleCount);
      simulation.readPositions(x);
      const volume = enclosedVolume(Uint32Array.from(simulation.triangles), x);
      expect(volume).toBeGreaterThan(0.04);
      expect(simulation.view.measure().gravitational).toBeCloseTo(-20 * volume, 9);
      if (method !== "gauss-seidel") expect(largest(simulation.view.measure().momentum)).toBeLessThan(2e-4);
    },
  );

  test("a cut lets the air out of the cloth that is cut, and of no other", async () => {
    const far = { ...balloon, disk: { ...balloon.disk, origin: [5, 0, 0] } };
    const simulation = await createSimulation({ ...scene(balloon), cloths: [balloon, far] });
    const pull = (): number[] => {
      for (let n = 0; n < 20; n++) simulation.step();
      const { kinetic, gravitational } = simulation.view.measure();
      return [kinetic, gravitational];
    };
    pull();
    const [, before] = pull();
    simulation.edit.cut([[0, 1]].concat([[1, 7]], [[7, 19]], [[19, 37]]) as [number, number][]);
    const [, after] = pull();
    expect(before).toBeLessThan(-1);
    expect(after / before).toBeGreaterThan(0.3);
    expect(after / before).toBeLessThan(0.7);
  });

  test.each([
    ["an open disk", { disk: { rings: 3, radius: 1 }, pressure: 1 }],
    ["a network without triangles", { network: { positions: [[0, 0, 0]], masses: 1 }, pressure: 1 }],
  ])("is refused on %s", async (_, cloth) => {
    await expect(createSimulation(scene(cloth))).rejects.toThrow(/cloths\[0\]\.pressure.*closed surface/s);
  });

  test("is refused where it is no number", async () => {
    await expect(createSimulation(scene({ ...balloon, pressure: "much" }))).rejects.toThrow(/cloths\[0\]\.pressure/);
  });

  test("seams bend freely: cloth sewn at its rim has hinges on both sides and none along the rim", async () => {
    expect(findFabric("cotton").bending).toBeGreaterThan(0);
    const simulation = await createSimulation(scene({ ...balloon, pressure: 0 }));
    expect(simulation.view.measure().elastic).toBeLessThan(1e-25);
  });
});
