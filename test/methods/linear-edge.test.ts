import { describe, expect, it } from "vitest";
import { some } from "../support/full.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { type PinMotion, runLinearReference } from "../support/reference-linear.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { relativeDifference, runScene, simulate, type TestScene } from "./run-scene.ts";
import { sampleSheet } from "./sample-sheet.ts";

const AGREEMENT = 1e-9;
const STEPS = 12;
const LINEAR_EDGE = { method: "linear-edge", tolerance: 1e-13 };

type Row = readonly [predictor: string, order: number];
const PREDICTORS: Row[] = ["previous", "ier", "ivt"].flatMap((name) => [1, 2].map((order): Row => [name, order]));

const SHEET: RandomNetworkOptions = {
  shape: "sheet",
  springModel: "symmetric",
  bending: "hinges",
  wind: true,
  damping: { viscous: 0.05, relative: 0.02 },
};

async function expectAgreement(scene: NetworkScene, steps = STEPS): Promise<void> {
  const engine = await runScene(scene, steps);
  const reference = runReference(scene, steps);
  expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
  expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
}

describe.each(some(PREDICTORS, 3))("linear-edge with predictor %s of order %i agrees with the dense reference", (...row) => {
  const [predictor, order] = row;
  const solver = { ...LINEAR_EDGE, predictor, order };
  const cases = ["euler", "bdf2", "midpoint"].flatMap((integrator) =>
    (["symmetric", "asymmetric"] as const).flatMap((law) => [1, 3].map((iterations) => [integrator, law, iterations] as const)),
  );

  it.each(cases)("with %s on a windy, damped, %s sheet with hinges, %i solves a step", (integrator, law, iterations) =>
    expectAgreement({
      ...randomNetworkScene(51, { ...SHEET, springModel: law }),
      solver: { ...solver, integrator, iterations },
    }),
  );

  it("on a tangle without triangles, undamped", () =>
    expectAgreement({
      ...randomNetworkScene(53, {
        ...SHEET,
        shape: "tangle",
        wind: false,
        damping: { viscous: 0, relative: 0 },
      }),
      solver,
    }));

  it.each(["euler", "bdf2", "midpoint"])("with lbfgs and %s, whose memory outlives the step", (integrator) =>
    expectAgreement({
      ...randomNetworkScene(52, SHEET),
      solver: { ...solver, integrator, iterations: 5, acceleration: "lbfgs", memory: 3 },
    }),
  );

  it.each(["euler", "bdf2", "midpoint"])("with %s and pins that move", async (integrator) => {
    const scene = { ...randomNetworkScene(54, SHEET), solver: { ...solver, integrator } };
    const [cloth] = scene.cloths;
    const start = (pin: number): number[] => cloth.network.positions[pin];
    // one shakes, the other is carried along and stops after 0.06 s
    const motion: PinMotion = (pin, t) =>
      pin === 0
        ? [start(0)[0], start(0)[1] + 0.1 * Math.sin(2 * Math.PI * 4 * t), start(0)[2]]
        : start(4).map((value, c) => value + (c === 2 ? 2 * Math.min(t, 0.06) : 0));
    const pins = [
      { vertex: 0, motion: { sine: { direction: [0, 1, 0], amplitude: 0.1, frequency: 4 } } },
      {
        vertex: 4,
        motion: {
          keyframes: [
            { at: 0, offset: [0, 0, 0] },
            { at: 0.06, offset: [0, 0, 0.12] },
          ],
        },
      },
    ];
    const engine = await runScene({ ...scene, cloths: [{ ...cloth, pins }] } as unknown as TestScene, STEPS);
    const reference = runLinearReference(scene, STEPS, motion);
    expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
    expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
    expect(relativeDifference((await runScene(scene, STEPS)).x, reference.x)).toBeGreaterThan(0.01); // pins at rest
  });
});

describe("linear-edge", () => {
  it("uses ivt of order 1, one solve, Euler and hinges unless told otherwise", async () => {
    const scene = randomNetworkScene(55, SHEET);
    const bare = await runScene({ ...scene, solver: { method: "linear-edge" } }, STEPS);
    const options = { predictor: "ivt", order: 1, iterations: 1, acceleration: "none", integrator: "euler" };
    expect(bare.x).toEqual((await runScene({ ...scene, solver: { ...LINEAR_EDGE, ...options } }, STEPS)).x);
    const reference = runReference({ ...scene, solver: { method: "linear-edge" } }, STEPS);
    expect(relativeDifference(bare.x, reference.x)).toBeLessThan(AGREEMENT);
  });

  it("leaves the hinges out on request", () =>
    expectAgreement({ ...randomNetworkScene(56, SHEET), solver: { ...LINEAR_EDGE, bending: false } }));

  it("is the same in every order of elimination, but for rounding", async () => {
    const scene = randomNetworkScene(57, SHEET);
    const auto = await runScene({ ...scene, solver: LINEAR_EDGE }, STEPS);
    for (const ordering of ["natural", "cuthill-mckee", "reverse-cuthill-mckee", "minimum-degree", "nested-dissection"]) {
      const other = await runScene({ ...scene, solver: { ...LINEAR_EDGE, ordering } }, STEPS);
      expect(relativeDifference(other.x, auto.x)).toBeLessThan(1e-12);
    }
  });

  it.each(["symmetric", "asymmetric"] as const)("with predictor previous is Desbrun's filter, %s", async (law) => {
    const scene = randomNetworkScene(58, { ...SHEET, springModel: law });
    const edge = await runScene({ ...scene, solver: { ...LINEAR_EDGE, predictor: "previous" } }, 30);
    const desbrun = await runScene({ ...scene, solver: { method: "desbrun" } }, 30);
    expect(relativeDifference(edge.x, desbrun.x)).toBeLessThan(1e-12);
    expect(relativeDifference(edge.v, desbrun.v)).toBeLessThan(1e-12);
  });

  it.each(PREDICTORS)("with predictor %s of order %i carries a free sheet along unchanged", async (predictor, order) => {
    const velocity = [0.3, -0.7, 1.1];
    const network = sampleSheet({
      columns: 5,
      rows: 4,
      spacing: 0.125,
      stiffness: 5,
      bendModulus: 1e-3,
      mass: (i) => 0.01 + 0.001 * i,
      velocity: () => velocity,
    });
    for (const integrator of ["euler", "bdf2"]) {
      const solver = { ...LINEAR_EDGE, predictor, order, integrator };
      const { x, v } = await runScene({ drape: 1, gravity: [0, 0, 0], timestep: 0.02, solver, cloths: [{ network }] }, 50);
      const moved = network.positions.flatMap((p) => p.map((value, c) => value + velocity[c]));
      expect(relativeDifference(x, moved)).toBeLessThan(1e-12);
      expect(
        relativeDifference(
          v,
          network.positions.flatMap(() => velocity),
        ),
      ).toBeLessThan(1e-12);
    }
  });

  it.each(PREDICTORS)("with predictor %s of order %i lets a free sheet fall as gravity says", async (predictor, order) => {
    const network = sampleSheet({
      columns: 4,
      rows: 4,
      spacing: 0.25,
      stiffness: 800,
      mass: (i) => 0.01 + 0.002 * i,
    });
    const solver = { ...LINEAR_EDGE, predictor, order };
    const { x } = await runScene({ drape: 1, gravity: [0, -9.81, 0], timestep: 0.01, solver, cloths: [{ network }] }, 40);
    const fall = -9.81 * 0.01 * 0.01 * ((40 * 41) / 2);
    for (let c = 1; c < x.length; c += 3) expect(x[c]).toBeCloseTo(fall, 12);
  });

  it.each(PREDICTORS)("with predictor %s of order %i gives a pendulum the inertia m + h²k at first", async (...row) => {
    const [predictor, order] = row;
    const [m, k, h] = [0.05, 300, 0.02];
    const network: NetworkScene["cloths"][0]["network"] = {
      positions: [
        [0, 0, 0],
        [0.5, 0, 0],
      ],
      masses: m,
      springs: [[0, 1, 0.5, k, "stretch"]],
    };
    const scene = { drape: 1 as const, gravity: [0, -9.81, 0], timestep: h, cloths: [{ network, pins: [0] }] };
    const { v } = await runScene({ ...scene, solver: { ...LINEAR_EDGE, predictor, order } }, 1);
    expect(v[4] / h).toBeCloseTo((-9.81 * m) / (m + h * h * k), 12);
    expect([v[3], v[5]]).toEqual([0, 0]);
    const whole = await runScene({ ...scene, solver: { method: "newton-euler", tolerance: 1e-13 } }, 1);
    expect(whole.v[4] / h).toBeCloseTo(-9.81, 0); // the fully implicit step has next to none of it
  });

  it("with ivt of order 1 is A Δv = h F(x + h v)", async () => {
    const { wind: _, ...scene } = randomNetworkScene(59, {
      ...SHEET,
      bending: "none",
      damping: { viscous: 0, relative: 0 },
    });
    const [{ network, pins = [] }] = scene.cloths;
    const { positions, velocities = [], masses, springs } = network;
    const h = scene.timestep;
    const count = positions.length;
    const start = await runScene({ ...scene, solver: LINEAR_EDGE }, 0);
    const { v } = await runScene({ ...scene, solver: LINEAR_EDGE }, 1);
    const dv = Array.from({ length: count }, (_, i) => [0, 1, 2].map((c) => v[3 * i + c] - start.v[3 * i + c]));
    const flown = positions.map((p, i) => p.map((value, c) => value + (pins.includes(i) ? 0 : h * velocities[i][c])));
    const left = dv.map((d, i) => d.map((value) => (masses as number[])[i] * value));
    const right = positions.map((_, i) => [0.3, -9.81, 0.2].map((g) => h * g * (masses as number[])[i]));
    for (const [i, j, L, k] of springs) {
      const d = flown[j].map((value, c) => value - flown[i][c]);
      const r = Math.hypot(...d);
      for (let c = 0; c < 3; c++) {
        left[i][c] += h * h * k * (dv[i][c] - dv[j][c]);
        left[j][c] += h * h * k * (dv[j][c] - dv[i][c]);
        right[i][c] += (h * k * (r - L) * d[c]) / r;
        right[j][c] -= (h * k * (r - L) * d[c]) / r;
      }
    }
    const free = (values: number[][]): number[] => values.flatMap((value, i) => (pins.includes(i) ? [] : value));
    expect(relativeDifference(free(left), free(right))).toBeLessThan(1e-12);
  });

  it.each([
    ["previous", 1],
    ["ier", 1],
    ["ivt", 1],
    ["ivt", 2],
  ])("with predictor %s of order %i keeps the linear momentum of a free sheet, not pinned and not pulled", async (...row) => {
    const [predictor, order] = row;
    const { wind: _, ...scene } = randomNetworkScene(60, SHEET);
    const free = scene.cloths.map(({ network }) => ({ network, damping: { relative: 0.02 } }));
    const solver = { ...LINEAR_EDGE, predictor, order };
    const simulation = await simulate({ ...scene, gravity: [0, 0, 0], cloths: free, solver });
    const before = simulation.view.measure().momentum;
    for (let n = 0; n < 50; n++) simulation.step();
    const after = simulation.view.measure().momentum;
    for (let c = 0; c < 3; c++) expect(after[c]).toBeCloseTo(before[c], 12);
  });
});

describe("a spring that spins freely, two equal masses, once in two seconds", () => {
  const [k, m, h, turn] = [20, 0.1, 0.002, 2];
  const omega = (2 * Math.PI) / turn;
  const network: NetworkScene["cloths"][0]["network"] = {
    positions: [
      [-0.5, 0, 0],
      [0.5, 0, 0],
    ],
    velocities: [
      [0, -0.5 * omega, 0],
      [0, 0.5 * omega, 0],
    ],
    masses: m,
    springs: [[0, 1, 1 - (m * omega * omega) / (2 * k), k, "stretch"]], // taut enough to keep on its circle
  };

  /** Angular momentum after one turn over that at the start. */
  async function turnLeft(solver: NetworkScene["solver"]): Promise<number> {
    const scene: NetworkScene = { drape: 1, gravity: [0, 0, 0], timestep: h, solver, cloths: [{ network }] };
    const { x, v } = await runScene(scene, Math.round(turn / h));
    return (x[0] * v[1] - x[1] * v[0] + x[3] * v[4] - x[4] * v[3]) / (2 * 0.25 * omega);
  }

  it("loses it like exp(−2kht/m) with the previous direction", async () => {
    const expected = Math.exp((-2 * k * h * turn) / m); // 0.20
    expect(await turnLeft({ ...LINEAR_EDGE, predictor: "previous" })).toBeCloseTo(expected, 3);
    expect(await turnLeft({ ...LINEAR_EDGE, predictor: "previous", integrator: "bdf2" })).toBeCloseTo(expected, 2);
  });

  it.each([
    ["ier", 1],
    ["ier", 2],
    ["ivt", 1],
    ["ivt", 2],
  ])("loses with %s of order %i what backward Euler itself loses, exp(−ω²ht), and in BDF2 next to nothing", async (...row) => {
    const [predictor, order] = row;
    const newton = await turnLeft({ method: "newton-euler", tolerance: 1e-12 });
    expect(newton).toBeCloseTo(Math.exp(-omega * omega * h * turn), 2); // 0.96
    expect(Math.abs((await turnLeft({ ...LINEAR_EDGE, predictor, order })) - newton)).toBeLessThan(1e-4);
    const bdf2 = await turnLeft({ ...LINEAR_EDGE, predictor, order, integrator: "bdf2" });
    expect(Math.abs(1 - bdf2)).toBeLessThan(1e-4);
  });
});
