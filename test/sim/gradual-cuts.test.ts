import { expect, test } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";

const [COLUMNS, ROWS] = [40, 30];
/** Vertices down the middle, from the lower edge up. */
const middle = (n: number): number => (ROWS - 1 - n) * COLUMNS + COLUMNS / 2;
const edge = (n: number): [number, number] => [middle(n), middle(n + 1)];

function sheet(method: string, self = false, options: object = {}): SceneInput {
  const [columns, rows] = [COLUMNS, ROWS];
  return {
    drape: 1,
    solver: { method, ...options },
    cloths: [
      {
        grid: { columns, rows, width: 0.8, height: 0.6, v: [0, -0.8, 0.6] },
        fabric: "cotton",
        pins: ["top-left", "top-right"],
      },
    ],
    ...(self ? { collision: { self: true, thickness: 0.004 } } : {}),
  } as SceneInput;
}

/** Steps until the cloth has come apart; how many steps were taken before that one. */
function stepUntilCut(simulation: Simulation, meanwhile?: (n: number) => void): number {
  const { revision } = simulation;
  for (let n = 0; n < 200; n++) {
    meanwhile?.(n);
    simulation.step();
    if (simulation.revision !== revision) return n;
  }
  throw new Error("it was not cut");
}

function stepOn(simulation: Simulation, count: number): Simulation {
  for (let n = 0; n < count; n++) simulation.step();
  return simulation;
}

const CASES: [method: string, self: boolean, options?: object][] = [
  ["gauss-seidel", false],
  ["gauss-seidel", true],
  ["block-jacobi", false],
  ["linear-edge", false],
  ["linear-edge", true, { acceleration: "lbfgs", integrator: "bdf2", iterations: 5 }],
  ["linear-triangle", false],
  ["two-level", true],
  ["implicit-euler", true, { tolerance: 1e-2 }],
  ["bdf2", false, { tolerance: 1e-2 }],
  ["symplectic-euler", false],
];

/** Of methods that do not bear a hand that jerks at the cloth with the scene's step [s]. */
const SHORT_STEPS: Record<string, number | undefined> = { "symplectic-euler": 1e-4, "block-jacobi": 1e-3 };

test.each(CASES)("%s (self-collision %s): a gradual cut is the same cut some steps later, to the bit", async (method, self, options) => {
  const scene = sheet(method, self, options);
  const [gradual, sudden] = await Promise.all([createSimulation(scene), createSimulation(scene)]);
  const h = SHORT_STEPS[method];
  for (const simulation of [gradual, sudden]) for (let n = 0; n < 5; n++) simulation.step(h);
  const interfere = (simulation: Simulation, n: number): void => {
    if (n === 1) simulation.edit.pin(3 * COLUMNS + 7);
    if (n === 2) simulation.edit.grab(9, [0.1, 0.1, 0.1]);
  };
  gradual.edit.cut([edge(0), edge(1)], { gradually: true });
  expect(gradual.revision).toBe(0);
  let steps = 0;
  for (; gradual.revision === 0; steps++) {
    interfere(gradual, steps);
    gradual.step(h);
    if (steps > 200) throw new Error("it was not cut");
  }
  for (let n = 0; n < steps - 1; n++) {
    interfere(sudden, n);
    sudden.step(h);
  }
  interfere(sudden, steps - 1);
  sudden.edit.cut([edge(0), edge(1)]);
  sudden.step(h);
  expect(gradual.particleCount).toBe(COLUMNS * ROWS + 2);
  expect(gradual.hash()).toBe(sudden.hash());
  for (const simulation of [gradual, sudden]) for (let n = 0; n < 8; n++) simulation.step(h);
  expect(gradual.hash()).toBe(sudden.hash());
});

test("a snapshot in between goes on to the same bits, at the same step", async () => {
  for (const method of ["gauss-seidel", "linear-edge", "two-level"]) {
    const scene = sheet(method, true);
    const whole = stepOn(await createSimulation(scene), 4);
    whole.edit.cut([edge(0)], { gradually: true });
    whole.step();
    whole.edit.cut([edge(1)], { gradually: true });
    const snapshot = structuredClone(whole.snapshot());
    expect(snapshot.pendingCuts?.waiting.length).toBe(1);
    const restored = await createSimulation(scene);
    restored.restore(snapshot);
    const steps = stepUntilCut(whole);
    expect(stepUntilCut(restored)).toBe(steps);
    expect(steps).toBeGreaterThan(0);
    expect(restored.hash()).toBe(whole.hash());
    // what was asked for meanwhile
    expect(stepUntilCut(restored)).toBe(stepUntilCut(whole));
    expect(restored.hash()).toBe(whole.hash());
    expect(whole.particleCount).toBe(COLUMNS * ROWS + 2);
    expect(whole.snapshot().pendingCuts).toBe(undefined);
  }
});

test("under another method what is begun is made ready for that", async () => {
  const first = stepOn(await createSimulation(sheet("linear-edge")), 2);
  first.edit.cut([edge(0)], { gradually: true });
  stepOn(first, 3);
  const other = await createSimulation(sheet("symplectic-euler"));
  other.restore(first.snapshot());
  for (let n = 0; n < 20 && other.revision === 0; n++) other.step(1e-4);
  expect(other.revision).toBe(1);
});

test("a small cloth is cut in the next step", async () => {
  const grid = { columns: 12, rows: 12, width: 1, height: 1 };
  const simulation = await createSimulation({ drape: 1, cloths: [{ grid, pins: ["top"] }] });
  simulation.edit.cut([[137, 125]], { gradually: true });
  simulation.step();
  expect(simulation.revision).toBe(1);
});

test("other edits in between do not lose it, and starting again does", async () => {
  const simulation = stepOn(await createSimulation(sheet("gauss-seidel")), 2);
  simulation.edit.cut([edge(0)], { gradually: true });
  simulation.step();
  simulation.edit.cut([[20, 60]]); // from the upper edge, at once
  expect(simulation.revision).toBe(1);
  expect(stepUntilCut(simulation)).toBe(0);
  expect(simulation.particleCount).toBe(COLUMNS * ROWS + 2);

  simulation.edit.cut([edge(1)], { gradually: true });
  simulation.step();
  simulation.reset();
  stepOn(simulation, 60);
  expect(simulation.revision).toBe(0);
});

test("an edge that is none is an error at once, and a cut that opens nothing is no harm", async () => {
  const simulation = await createSimulation(sheet("linear-edge"));
  expect(() => simulation.edit.cut([[0, 500]], { gradually: true })).toThrow(/edges\[0\]/);
  simulation.edit.cut([[middle(5), middle(6)]], { gradually: true }); // inside
  stepOn(simulation, 30);
  expect(simulation.revision).toBe(0);
  simulation.edit.cut([edge(0), edge(1), edge(2), edge(3), edge(4)], { gradually: true });
  stepUntilCut(simulation);
  expect(simulation.particleCount).toBe(COLUMNS * ROWS + 6); // the edge inside has come open too
});
