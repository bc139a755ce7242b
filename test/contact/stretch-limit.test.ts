import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStretchLimit } from "../../src/contact/stretch/stretch-limit.ts";
import { createRandom } from "../../src/core/random.ts";
import { type Cloth, STRETCH } from "../../src/fabric/cloth.ts";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";

const LIMIT = 0.05;
/** The limit counts a thread as too long from a thousandth of it on. */
const SLACK = 2.5e-3;

/** A square net of threads of length 1 with random masses. */
function createNet(side: number, random: () => number): { cloth: Cloth; positions: Float64Array } {
  const ends: number[] = [];
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      const i = r * side + c;
      if (c + 1 < side) ends.push(i, i + 1);
      if (r + 1 < side) ends.push(i, i + side);
    }
  }
  const count = ends.length / 2;
  const particleCount = side * side;
  const springs = {
    count,
    ends: Uint32Array.from(ends),
    restLength: new Float64Array(count).fill(1),
    kind: new Uint8Array(count).fill(STRETCH),
  };
  const mass = Float64Array.from({ length: particleCount }, () => 0.5 + random());
  const positions = Float64Array.from({ length: 3 * particleCount }, (_, c) => {
    const i = Math.floor(c / 3);
    return [i % side, Math.floor(i / side), 0][c % 3];
  });
  const cloth = { particleCount, mass, springs, strainLimit: new Float64Array(particleCount).fill(LIMIT) } as unknown as Cloth;
  return { cloth, positions };
}

function longest({ springs }: Cloth, x: Float64Array): number {
  let most = 0;
  for (let s = 0; s < springs.count; s++) {
    const [i, j] = springs.ends.subarray(2 * s, 2 * s + 2);
    most = Math.max(most, Math.hypot(...[0, 1, 2].map((c) => x[3 * j + c] - x[3 * i + c])));
  }
  return most;
}

/** Σ m x, and Σ m (x − at) × (to − x). */
function moments(mass: Float64Array, from: Float64Array, to: Float64Array): { shift: number[]; turn: number[] } {
  const shift = [0, 0, 0];
  const turn = [0, 0, 0];
  for (let i = 0; i < mass.length; i++) {
    const d = [0, 1, 2].map((c) => mass[i] * (to[3 * i + c] - from[3 * i + c]));
    for (let c = 0; c < 3; c++) {
      const [a, b] = [(c + 1) % 3, (c + 2) % 3];
      shift[c] += d[c];
      turn[c] += from[3 * i + a] * d[b] - from[3 * i + b] * d[a];
    }
  }
  return { shift, turn };
}

describe("the limit of stretch", () => {
  test("leaves no thread longer than it may be, and moves no centre of mass", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 9 }), (seed, side) => {
        const random = createRandom(seed);
        const { cloth, positions } = createNet(side, random);
        const limit = createStretchLimit(cloth);
        const inverseMass = cloth.mass.map((m) => 1 / m);
        const ends = positions.map((x) => x + 0.25 * (random() - 0.5));
        const proposed = ends.slice();
        const isMoved = limit?.shorten(positions, ends, inverseMass, 1 / 60);
        expect(isMoved).toBe(longest(cloth, proposed) > 1 + LIMIT + SLACK / 2 || limit?.count(proposed) !== 0);
        expect(longest(cloth, ends)).toBeLessThan(1 + LIMIT + SLACK);
        const { shift, turn } = moments(cloth.mass, proposed, ends);
        const far = Math.max(...ends.map((x, c) => Math.abs(x - proposed[c])));
        for (let c = 0; c < 3; c++) {
          expect(shift[c]).toBeCloseTo(0, 12);
          expect(Math.abs(turn[c])).toBeLessThan(0.3 * far * far * cloth.mass.length + 1e-12); // of second order
        }
      }),
      { numRuns: 60 },
    );
  });

  test("moves what it says, and nothing that is held", () => {
    const { cloth, positions } = createNet(5, createRandom(3));
    const limit = createStretchLimit(cloth);
    const inverseMass = cloth.mass.map((m, i) => (i < 5 ? 0 : 1 / m));
    const ends = positions.map((x, c) => (c % 3 === 1 && c >= 60 ? x + 0.5 : x));
    const proposed = ends.slice();
    expect(limit?.shorten(positions, ends, inverseMass, 1 / 60)).toBe(true);
    const moved = new Set(limit?.moved.subarray(0, limit.movedCount));
    for (let i = 0; i < 25; i++) {
      const stays = [0, 1, 2].every((c) => ends[3 * i + c] === proposed[3 * i + c]);
      if (i < 5) expect(stays).toBe(true);
      if (!moved.has(i)) expect(stays).toBe(true);
    }
    expect(longest(cloth, ends)).toBeLessThan(1.06);
  });

  test("stays above floors", () => {
    const { cloth, positions } = createNet(5, createRandom(3));
    const limit = createStretchLimit(cloth);
    const ends = positions.map((x, c) => (c % 3 === 2 && c > 36 ? 0.6 : x));
    const vertices = Uint32Array.from({ length: 12 }, (_, n) => 13 + n);
    const normals = Float64Array.from({ length: 36 }, (_, c) => (c % 3 === 2 ? 1 : 0));
    const floors = { count: 12, vertices, normals, limits: new Float64Array(12).fill(0.6 * 60) };
    limit?.shorten(
      positions,
      ends,
      cloth.mass.map((m) => 1 / m),
      1 / 60,
      floors,
    );
    for (const i of vertices) expect(ends[3 * i + 2]).toBeGreaterThan(0.6 - 1e-12);
    expect(ends[2]).toBe(0);
    expect(longest(cloth, ends)).toBeLessThan(1.055);
  });

  test("what begins too long gets no longer; what is held at both ends stays", () => {
    const { cloth, positions } = createNet(2, createRandom(1));
    const limit = createStretchLimit(cloth);
    const wide = positions.map((x) => 1.5 * x);
    const inverseMass = cloth.mass.map((m) => 1 / m);
    const ends = wide.map((x) => 1.2 * x);
    limit?.shorten(wide, ends, inverseMass, 1 / 60);
    expect(longest(cloth, ends)).toBeLessThan(1.5 * (1 + SLACK));
    expect(longest(cloth, ends)).toBeGreaterThan(1.49);
    expect(limit?.shorten(wide, wide.slice(), new Float64Array(4), 1 / 60)).toBe(false);
    expect(limit?.count(wide)).toBe(4);
  });
});

/** A sheet of cotton, held at two corners, that a ball pushes half a metre back in 0.4 s. */
function hitSheet(stretch: "limited" | "free", further: object = {}): SceneInput {
  const keyframes = [
    { at: 0, offset: [0, 0, 0] as const },
    { at: 0.4, offset: [0, 0, 0.5] as const },
  ];
  return {
    drape: 1,
    timestep: 1 / 60,
    cloths: [{ grid: { columns: 17, rows: 17, width: 1, height: 1 }, fabric: "cotton", pins: ["top-left", "top-right"], stretch }],
    colliders: [{ sphere: { center: [0.5, -0.5, -0.4], radius: 0.2 }, motion: { keyframes } }],
    ...further,
  };
}

async function largestStrain(scene: SceneInput, steps: number, look?: (simulation: Simulation) => void): Promise<number> {
  const simulation = await createSimulation(scene);
  let most = 0;
  for (let n = 0; n < steps; n++) {
    simulation.step();
    most = Math.max(most, simulation.view.measure().strainMax);
    look?.(simulation);
  }
  return most;
}

describe("cloth that is hit", () => {
  const cases: [string, object][] = [
    ["implicit Euler", { solver: { method: "implicit-euler", tolerance: 1e-2, maxIterations: 10 } }],
    ["a constant matrix", { solver: { method: "linear-edge" } }],
    ["two levels, and meets itself", { solver: { method: "two-level" }, collision: { self: true } }],
  ];

  test.each(cases)("stretches no further than its fabric bears: %s", async (_, further) => {
    const free = await largestStrain(hitSheet("free", further), 40);
    expect(free).toBeGreaterThan(0.08); // else nothing was limited
    const limited = await largestStrain(hitSheet("limited", further), 40, (simulation) => {
      expect(simulation.view.inspect().maxPenetration).toBeLessThan(1e-6);
      if (simulation.view.inspect().intersections > 0) expect(further).not.toHaveProperty("collision");
    });
    expect(limited).toBeLessThan(0.065);
  });

  test("stretches no further where pins draw other cloth apart", async () => {
    const hit = hitSheet("limited", { solver: { method: "linear-edge" } });
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.1, offset: [1, 0, 0] },
      ],
    } as const;
    const grid = { columns: 2, rows: 2, width: 1, height: 1, origin: [3, 0, 0] } as const;
    const cloths = [...hit.cloths, { grid, fabric: "cotton", pins: [0, { vertex: 1, motion }] } as const];
    const simulation = await createSimulation({ ...hit, cloths });
    const strains = new Float64Array(simulation.particleCount);
    for (let n = 0; n < 40; n++) {
      simulation.step();
      simulation.view.readField("strain", strains);
      expect(Math.max(...strains.subarray(0, 17 * 17))).toBeLessThan(0.065);
    }
    expect(Math.max(...strains)).toBeGreaterThan(0.5); // else nothing was drawn apart
  });

  test("keeps its momentum in the air", async () => {
    const grid = { columns: 9, rows: 9, width: 1, height: 1 } as const;
    const positions: number[] = [];
    for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) positions.push(c / 8, -r / 8, 0);
    const scene: SceneInput = {
      drape: 1,
      gravity: [0, 0, 0],
      solver: { method: "implicit-euler", tolerance: 1e-8 },
      cloths: [{ grid, fabric: { base: "jersey", damping: 0, strainLimit: 0.02 }, positions }],
    };
    const simulation = await createSimulation(scene);
    const { positions: _, velocities, ...rest } = simulation.snapshot();
    const random = createRandom(5);
    const v = velocities.map(() => 3 * (random() - 0.5));
    simulation.restore({ ...rest, positions: simulation.snapshot().positions, velocities: v });
    const before = simulation.view.measure();
    let most = 0;
    for (let n = 0; n < 30; n++) {
      simulation.step();
      most = Math.max(most, simulation.view.measure().strainMax);
    }
    const after = simulation.view.measure();
    expect(most).toBeLessThan(0.025);
    for (let c = 0; c < 3; c++) expect(after.momentum[c]).toBeCloseTo(before.momentum[c], 7);
    expect(after.kinetic + after.elastic).toBeLessThan(before.kinetic + before.elastic);
  });
});

describe("what has no limit", () => {
  const grid = { columns: 5, rows: 5, width: 1, height: 1 } as const;
  const heavy = { base: "jersey", strainLimit: 0.01 } as const;
  const pins = ["top"] as const;
  const gravity = [0, -200, 0] as const;
  test.each([
    ["a cloth that stretches freely", { grid, fabric: heavy, pins, stretch: "free" }],
    ["raw springs", { grid, fabric: heavy, springs: { stretch: 50 }, pins }],
    ["a cloth that tears", { grid, fabric: { ...heavy, tearStrength: 1e5 }, pins, tear: true }],
  ] as const)("%s", async (_, cloth) => {
    expect(await largestStrain({ drape: 1, gravity, cloths: [cloth] }, 30)).toBeGreaterThan(0.05);
  });

  test("and what pins draw apart is told", async () => {
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.2, offset: [1, 0, 0] },
      ],
    } as const;
    const cloth = { grid: { ...grid, columns: 2, rows: 2 }, fabric: "cotton", pins: [0, { vertex: 1, motion }] } as const;
    const simulation = await createSimulation({ drape: 1, cloths: [cloth] });
    for (let n = 0; n < 20; n++) simulation.step();
    expect(simulation.view.measure().overstretched).toBe(1);
    expect(simulation.report.overstretched).toBe(1);
  });
});
