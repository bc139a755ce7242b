import { expect, test, vi } from "vitest";
import { cheapest, duel, front, goals, headlineGoal, type Point, pointsOf } from "../../bench/race/compare.ts";
import { type Contestant, FRAME, type Runner } from "../../bench/race/contestant.ts";
import { createDrape, drapeScene } from "../../bench/race/contestants/drape.ts";
import { createPlainPcg } from "../../bench/race/contestants/plain-pcg.ts";
import { createProjective } from "../../bench/race/contestants/projective.ts";
import { createXpbd } from "../../bench/race/contestants/xpbd.ts";
import { createExplicitMotion, explicitSteps } from "../../bench/race/explicit-motion.ts";
import { judgeStage } from "../../bench/race/headlines.ts";
import { createMeter, framesDistance, measureStrain } from "../../bench/race/measure.ts";
import { drawCurves } from "../../bench/race/plot.ts";
import { createSheet, type RaceCloth } from "../../bench/race/race-cloth.ts";
import { runSetting } from "../../bench/race/run-setting.ts";
import { runStage } from "../../bench/race/run-stage.ts";
import { hang } from "../../bench/race/scenes/hang.ts";
import { sphere } from "../../bench/race/scenes/sphere.ts";
import { swing } from "../../bench/race/scenes/swing.ts";

const SIZE = 8;
const LOOPS: readonly { name: string; create: (cloth: RaceCloth, steps: number, effort: number) => Runner }[] = [
  { name: "XPBD", create: (cloth, steps, effort) => createXpbd(cloth, steps * effort) },
  { name: "projective dynamics", create: (cloth, steps, effort) => createProjective(cloth, steps, effort, 0) },
  { name: "plain PCG", create: (cloth, steps, effort) => createPlainPcg(cloth, steps, 0.5 ** effort) },
];

function run(runner: Runner, cloth: RaceCloth, frames: number): Float64Array {
  for (let n = 0; n < frames; n++) runner.frame();
  const x = cloth.positions.slice();
  runner.readPositions(x);
  return x;
}

for (const { name, create } of LOOPS) {
  test(`${name}: a free sheet falls as the discrete law says, without strain`, () => {
    const cloth = createSheet({ scene: "fall", size: SIZE, origin: [0, 0, 0], v: [0, 0, 1], pins: "none" });
    const [steps, frames] = [2, 30];
    const x = run(create(cloth, steps, 1), cloth, frames);
    const h = FRAME / steps;
    const count = frames * steps;
    const fallen = (-9.81 * h * h * count * (count + 1)) / 2;
    for (let c = 1; c < x.length; c += 3) expect(x[c]).toBeCloseTo(cloth.positions[c] + fallen, 9);
    expect(Math.abs(measureStrain(cloth, x)[1])).toBeLessThan(1e-9);
  });

  test(`${name}: pins stay, and more work lowers the strain of a hanging sheet`, () => {
    const cloth = hang.createCloth(SIZE) as RaceCloth;
    const strains = [2, 8].map((effort) => {
      const x = run(create(cloth, 1, effort), cloth, 30);
      for (const pin of cloth.pins) {
        expect([...x.subarray(3 * pin, 3 * pin + 3)]).toEqual([...cloth.positions.subarray(3 * pin, 3 * pin + 3)]);
      }
      return measureStrain(cloth, x)[1];
    });
    expect(strains[1]).toBeLessThan(0.5 * strains[0]);
    expect(strains[1]).toBeGreaterThan(0);
  });
}

test("the three loops agree on the same hanging sheet", () => {
  const cloth = hang.createCloth(SIZE) as RaceCloth;
  const shapes = [
    run(createXpbd(cloth, 100), cloth, 60),
    run(createProjective(cloth, 4, 50, 0), cloth, 60),
    run(createPlainPcg(cloth, 4, 1e-4), cloth, 60),
  ];
  for (const shape of shapes.slice(1)) {
    for (let c = 0; c < shape.length; c++) expect(Math.abs(shape[c] - shapes[0][c])).toBeLessThan(0.02);
  }
});

test("Chebyshev's acceleration comes closer to the converged step than plain iterations do", () => {
  const cloth = swing.createCloth(SIZE) as RaceCloth;
  const converged = run(createProjective(cloth, 1, 1000, 0), cloth, 5);
  const distance = (rho: number): number => {
    const x = run(createProjective(cloth, 1, 40, rho), cloth, 5);
    return Math.max(...x.map((value, c) => Math.abs(value - converged[c])));
  };
  expect(distance(0.98)).toBeLessThan(0.5 * distance(0));
});

test("the sphere holds the cloth out", () => {
  const cloth = sphere.createCloth(SIZE) as RaceCloth;
  const meter = createMeter(cloth, undefined, undefined);
  const runner = createXpbd(cloth, 20);
  const x = cloth.positions.slice();
  for (let n = 0; n < 40; n++) {
    runner.frame();
    runner.readPositions(x);
    meter.take(x);
  }
  expect(meter.result().penetration).toBe(0);
  expect(Math.max(...x)).toBeGreaterThan(0.3);
});

test("the meter knows a pendulum: period and energy of a sheet turned rigidly, and its distance from a shifted one", () => {
  const cloth = swing.createCloth(SIZE) as RaceCloth;
  const turned = (angle: number): Float64Array => {
    const x = cloth.positions.slice();
    for (let c = 0; c < x.length; c += 3) {
      x[c + 1] = -cloth.positions[c + 2] * Math.sin(angle);
      x[c + 2] = cloth.positions[c + 2] * Math.cos(angle);
    }
    return x;
  };
  const rate = 3; // rad/s
  const frames = Array.from({ length: 60 }, (_, n) => turned(rate * (n + 1) * FRAME));
  const shifted = frames.map((frame) => frame.map((value, c) => (c % 3 === 0 ? value + 0.02 : value)));
  const meter = createMeter(cloth, shifted, undefined);
  for (const frame of frames) meter.take(frame);
  const { period, motionError, maxPeak, ownError, energy } = meter.result();
  const angle = rate * 59.5 * FRAME; // in the middle of the last frame
  let expected = 0.5 * 9.81; // above hanging still, for 1 kg
  for (let c = 2; c < cloth.positions.length; c += 3) {
    const z = cloth.positions[c];
    expected += (0.5 * (rate * z) ** 2 - 9.81 * z * Math.sin(angle)) / cloth.particleCount;
  }
  expect(energy).toBeCloseTo(expected / (0.5 * 9.81), 2);
  expect(period).toBeCloseTo((4 * Math.PI) / 2 / rate, 2);
  expect(motionError).toBeCloseTo(0.02, 9);
  expect(maxPeak).toBeLessThan(1e-9);
  expect(ownError).toBeNaN();
});

test("the leapfrog that large references come from agrees with Newton's midpoint rule, and with itself at half the step", async () => {
  for (const scene of [hang, swing]) {
    const cloth = scene.createCloth(SIZE) as RaceCloth;
    const steps = explicitSteps(cloth);
    const midpoint = await createDrape(drapeScene(cloth, 16, { method: "newton-midpoint", tolerance: 1e-4 }), 16);
    const motions = [
      ...[steps, 2 * steps].map((n) => {
        const { x, frame } = createExplicitMotion(cloth, n);
        return { frame, read: () => x.slice() };
      }),
      { frame: midpoint.frame, read: () => readAll(midpoint, cloth) },
    ];
    const [one, half, newton] = motions.map(({ frame, read }) =>
      Array.from({ length: 30 }, () => {
        frame();
        return read();
      }),
    );
    expect(framesDistance(one, half)).toBeLessThan(1e-3);
    expect(framesDistance(one, newton)).toBeLessThan(1e-3);
    expect(
      framesDistance(
        one,
        one.map(() => cloth.positions),
      ),
    ).toBeGreaterThan(3e-3);
  }
});

function readAll(runner: Runner, cloth: RaceCloth): Float64Array {
  const x = cloth.positions.slice();
  runner.readPositions(x);
  return x;
}

test("a duel is fought at the tightest goal that both reach, and costs are those of the cheapest settings", () => {
  const point = (name: string, ms: number, strain: number, error: number): Point => ({
    name,
    team: name === "a" ? "drape" : "rival",
    setting: `${ms}`,
    ms,
    strain,
    error,
    settled: true,
  });
  const ours = [point("a", 1, 0.04, 0.15), point("a", 4, 0.008, 0.04), point("a", 9, 0.004, 0.009)];
  const theirs = [point("b", 2, 0.3, 0.3), point("b", 20, 0.018, 0.045)];
  const met = duel(ours, theirs, goals({ truthStrain: 0, stillError: 1, truthChange: 0 }));
  expect(met?.goal).toEqual({ strain: 0.02, error: 0.05 });
  expect([met?.ours.ms, met?.theirs.ms]).toEqual([4, 20]);
  expect(
    goals({ truthStrain: 0.015, stillError: 0.1, truthChange: 0 }).every(({ strain, error }) => strain >= 0.02 && error <= 0.025),
  ).toBe(true);
  expect(cheapest(theirs, { strain: 0.01, error: 0.5 })).toBeUndefined();
  expect(front(ours, ({ error }) => error)).toHaveLength(3);
  expect(front([...ours, point("a", 5, 0.5, 0.5)], ({ error }) => error)).toHaveLength(3);
  const svg = drawCurves("a < b", "strain", [...ours, ...theirs], ({ strain }) => strain);
  expect(svg.match(/<circle/g)).toHaveLength(5);
  expect(svg).toContain("a &lt; b");
});

/** A sheet that hangs where it is, stretched by `strain`, and shakes as fast as it is told: one setting a strain. */
function stretcher(name: string, team: Contestant["team"], strains: readonly number[], shake: number): Contestant {
  return {
    name,
    team,
    about: "",
    scenes: ["hang"],
    settings: () =>
      strains.map((strain, n) => ({
        label: `n=${n}`,
        steps: 1,
        work: n + 1,
        integrator: "euler",
        options: { strain },
      })),
    create: async (cloth, { options }) => {
      let frame = 0;
      return {
        frame() {
          frame++;
        },
        readPositions(out) {
          out.set(cloth.positions.map((value) => value * (1 + (options.strain as number))));
          for (let c = 2; c < out.length; c += 3) out[c] += (frame % 2) * shake * FRAME;
        },
        dispose() {},
      };
    },
  };
}

test("every run of a stage is told at once, what is good enough ends a sweep, and who rattles has no strain at rest", async () => {
  const cloth = hang.createCloth(SIZE) as RaceCloth;
  const calm = stretcher("calm", "drape", [0.1, 0.004, 0.0041, 0.0042], 0);
  const slow = stretcher("slow", "rival", [0.3, 0.0045, 0.004], 0);
  const rattling = stretcher("rattling", "rival", [0.0001, 0.0001], 0.05);
  const absent: Contestant = { ...calm, name: "absent", team: "rival", scenes: [] };
  const kept: string[] = [];
  const truth = Array.from({ length: 60 }, () => cloth.positions.map((value) => 1.004 * value));
  const results = await runStage([calm, slow, rattling, absent], cloth, {
    frames: 60,
    deadline: Number.POSITIVE_INFINITY,
    truth,
    strain: "rest",
    truthStrain: 0.004,
    goodError: 0.001,
    thin: false,
    log: () => {},
    keep: ({ contestant, setting }) => void kept.push(`${contestant} ${setting}`),
    isStopped: () => false,
  });
  // the first round takes place 1, which is good enough: nothing costlier is run
  expect(kept.filter((one) => one.startsWith("calm"))).toEqual(["calm n=1", "calm n=0"]);
  expect(results.map(({ contestant, outcome }) => `${contestant} ${outcome}`)).toContain("absent cannot");
  const points = pointsOf(results, "rest");
  expect(points.filter(({ settled }) => !settled).map(({ name }) => name)).toEqual(["rattling", "rattling"]);
  const stage = {
    scene: hang,
    size: SIZE,
    hasTruth: true,
    truthAbout: "made up",
    truthMeasures: undefined,
    truthChange: 0.001,
    truthStrain: 0.004,
    stillError: 0.04,
    results: results.map((one) => ({ ...one, median: one.team === "drape" ? 1 : 4 })),
  };
  const { sentence, rows } = judgeStage(stage);
  expect(sentence).toMatch(/at 1 % max strain and 1 cm motion error calm \(n=1\) is 4\.0 × faster than slow\. Never there: rattling\.$/);
  expect(rows.map(({ rival, there }) => `${rival}: ${there}`)).toEqual(["slow: 4.0 × faster", "rattling: –"]);
  // a reference that is not sure allows no tight goal, and none at all where a frozen cloth would reach it
  expect(judgeStage({ ...stage, truthChange: 0.006 }).sentence).toContain("no ratio is claimed");
  expect(judgeStage({ ...stage, truthChange: 0.04, stillError: 0.4 }).sentence).toContain("8 cm motion error");
});

test("an engine that fails does not end the race", async () => {
  const cloth = hang.createCloth(SIZE) as RaceCloth;
  const broken: Contestant = {
    ...stretcher("broken", "rival", [0.1], 0),
    create: () => Promise.reject(new Error("no memory left")),
  };
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { outcome, measures } = await runSetting(broken, cloth, broken.settings(cloth)[0], 2, undefined, undefined);
  expect([outcome, measures]).toEqual(["failed", undefined]);
  expect(told.mock.calls).toEqual([["broken n=0: Error: no memory left"]]);
  told.mockRestore();
});

test("a stage that is stopped, or out of time, says what was left", async () => {
  const cloth = hang.createCloth(SIZE) as RaceCloth;
  const options = {
    frames: 2,
    truth: undefined,
    strain: "rest",
    truthStrain: Number.NaN,
    goodError: 0,
    thin: false,
    log: () => {},
    keep: () => {},
  } as const;
  const one = stretcher("one", "drape", [0.1, 0.2, 0.3], 0);
  const left = { contestant: "one", outcome: "out of time", setting: "3 settings" };
  const late = await runStage([one], cloth, { ...options, deadline: 0, isStopped: () => false });
  expect(late).toMatchObject([left]);
  const stopped = await runStage([one], cloth, { ...options, deadline: Infinity, isStopped: () => true });
  expect(stopped).toMatchObject([left]);
});

test("the headline asks for 1 % and 5 cm, unless the cloth itself strains more, hardly moves, or moves nobody knows how", () => {
  const goal = (truthStrain: number, stillError: number, truthChange: number): { strain: number; error: number } =>
    headlineGoal({ truthStrain, stillError, truthChange });
  expect(goal(0.005, 1, 0.001)).toEqual({ strain: 0.01, error: 0.05 });
  expect(goal(0.013, 1, Number.NaN)).toEqual({ strain: 0.02, error: 0.05 });
  expect(goal(0.005, 0.016, 0.001)).toEqual({ strain: 0.01, error: 0.004 });
  expect(goal(0.005, 1, 0.03)).toEqual({ strain: 0.01, error: 0.06 });
});
