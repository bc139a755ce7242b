import { describe, expect, test } from "vitest";
import { MEASURED } from "../../src/contact/shapes/collider.ts";
import {
  addNothing,
  computeAccelerations,
  computeSum,
  createForces,
  type Extensions,
  type ForceFactory,
  forceOptions,
  type Method,
  NO_PAIRS,
  number,
  object,
  required,
  type ShapeKind,
} from "../../src/extend.ts";
import { listBodies } from "../../src/files.ts";
import { createSimulation, InputError, METHODS, parseScene, type SceneInput, selectVariant, UnsupportedError } from "../../src/index.ts";

const GRID = { columns: 5, rows: 5, width: 1, height: 1, v: [0, 0, 1] };

function scene(more: object = {}): SceneInput {
  return { drape: 1, cloths: [{ grid: GRID, pins: [0, 4] }], ...more };
}

/** Moves by the mean of its last two accelerations: it has a history. */
const lazy: Method = {
  name: "lazy",
  title: "Lazy",
  summary: "",
  paper: "",
  equations: "",
  conserves: [],
  stepLimit: 0,
  springModel: "symmetric",
  options: [{ name: "laziness", summary: "", kind: "number", unit: "", default: 0.5, min: 0, max: 1 }],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const before = new Float64Array(3 * problem.cloth.particleCount);
    const now = new Float64Array(before.length);
    const share = options.laziness as number;
    return {
      history: [before],
      propose({ from: { x, v, time }, h, next }) {
        computeAccelerations(problem, forces, x, v, time, now);
        computeSum(v, (1 - share) * h, now, next.v);
        computeSum(next.v, share * h, before, next.v);
        computeSum(x, h, next.v, next.x);
        before.set(now);
      },
    };
  },
};

/** A cylinder without ends about the x axis. */
const rod: ShapeKind<{ readonly radius: number }> = {
  name: "rod",
  summary: "a cylinder without ends about the x axis",
  field: object("Rod", { radius: required(number({ above: 0, unit: "m" })) }),
  create: ({ radius }) => ({
    kind: "rod",
    steepness: 1,
    convex: true,
    bound: Float64Array.of(-1, -radius, -radius, 1, radius, radius),
    measure(p, out) {
      const r = Math.sqrt(p[1] * p[1] + p[2] * p[2]);
      out[0] = r - radius;
      out[1] = 0;
      out[2] = r > 0 ? p[1] / r : 1;
      out[3] = r > 0 ? p[2] / r : 0;
      out[4] = 1;
    },
  }),
};

/** Pushes those particles that are, or are copies of, one vertex of the scene, by 1 N upwards. */
function lift(vertex: number, seen: number[] = []): ForceFactory {
  return ({ origin, particleCount }) => {
    seen.push(particleCount);
    return {
      name: "lift",
      role: "external",
      constantMatrix: true,
      pairs: NO_PAIRS,
      energy: () => 0,
      addForce(_x, _v, _t, f) {
        for (let i = 0; i < origin.length; i++) if (origin[i] === vertex) f[3 * i + 1] += 1;
      },
      addMatrix: addNothing,
    };
  };
}

/** An elastic force that draws all to y = 0. */
const level: ForceFactory = ({ particleCount }) => ({
  name: "level",
  role: "elastic",
  constantMatrix: true,
  pairs: NO_PAIRS,
  energy: (x) => x.reduce((sum, y, c) => (c % 3 === 1 ? sum + 0.5 * y * y : sum), 0),
  addForce(x, _v, _t, f, energy) {
    for (let i = 0; i < particleCount; i++) f[3 * i + 1] -= x[3 * i + 1];
    if (energy !== undefined) energy[0] += this.energy(x);
  },
  addMatrix(_x, scale, _slots, diagonal) {
    for (let i = 0; i < particleCount; i++) diagonal[6 * i + 3] += scale;
  },
});

const positionsOf = (simulation: Awaited<ReturnType<typeof createSimulation>>): Float64Array => {
  const positions = new Float64Array(3 * simulation.particleCount);
  simulation.readPositions(positions);
  return positions;
};

describe("a method of one's own", () => {
  const solver = { method: "lazy", laziness: 0.25 };

  test("is named by the scene, with options checked like any other's", async () => {
    const simulation = await createSimulation(scene({ solver }), { methods: [lazy] });
    expect([simulation.method, simulation.options]).toEqual(["lazy", { laziness: 0.25 }]);
    const wrong = (given: object) => () => parseScene(scene({ solver: given }), { methods: [lazy] });
    expect(wrong({ method: "lazy", laziness: 2 })).toThrow(/^solver\.laziness: got 2/);
    expect(wrong({ method: "lazi" })).toThrow(/did you mean "?lazy/);
    expect(wrong({ method: "lazy", lazyness: 1 })).toThrow(/^solver\.lazyness: .*did you mean laziness/);
    expect(() => parseScene(scene({ solver }))).toThrow(/^solver\.method: got "lazy"/);
  });

  test("continues from a snapshot bit for bit", async () => {
    const simulation = await createSimulation(scene({ solver, timestep: 1e-3 }), { methods: [lazy] });
    for (let n = 0; n < 5; n++) simulation.step();
    const snapshot = simulation.snapshot();
    for (let n = 0; n < 5; n++) simulation.step();
    const hash = simulation.hash();
    simulation.restore(snapshot);
    for (let n = 0; n < 5; n++) simulation.step();
    expect(simulation.hash()).toBe(hash);
  });

  test("goes on with a cloth that is cut", async () => {
    const simulation = await createSimulation(scene({ solver, timestep: 1e-3 }), { methods: [lazy] });
    simulation.step();
    simulation.edit.cut([[2, 7]]);
    simulation.step();
    expect(simulation.particleCount).toBe(26);
  });

  test("can be that of a variant", () => {
    const variants = [{ name: "slow", solver }];
    expect(selectVariant(scene({ variants }), "slow", { methods: [lazy] }).solver).toEqual(solver);
  });
});

describe("a force of one's own", () => {
  test("finds the vertices of the scene in a cloth that is numbered otherwise, and after a cut", async () => {
    const seen: number[] = [];
    const solver = { method: "linear-edge", ordering: "nested-dissection" };
    const simulation = await createSimulation(scene({ solver, gravity: [0, 0, 0] }), { forces: [lift(12, seen)] });
    simulation.step();
    const heights = positionsOf(simulation).filter((_, c) => c % 3 === 1);
    expect(heights.indexOf(Math.max(...heights))).toBe(12);
    const edges = [
      [2, 7],
      [7, 12],
    ] as const;
    simulation.edit.cut(edges);
    simulation.step();
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([25, simulation.particleCount]);
    expect(simulation.particleCount).toBeGreaterThan(25);
  });

  test("an elastic one acts under auto, which takes a method that can, and is an error with kernels that cannot", async () => {
    const simulation = await createSimulation(scene(), { forces: [level] });
    const without = await createSimulation(scene());
    for (let n = 0; n < 60; n++) {
      simulation.step();
      without.step();
    }
    expect(simulation.method).toBe("implicit-euler");
    const lowest = (one: typeof simulation): number => Math.min(...positionsOf(one).filter((_, c) => c % 3 === 1));
    expect(lowest(simulation)).toBeGreaterThan(0.5 * lowest(without));
    const solver = { method: "implicit-euler", kernels: "wasm", tolerance: 1e-3 };
    await expect(createSimulation(scene({ solver }), { forces: [level] })).rejects.toThrow(UnsupportedError);
  });

  test("needs a name of its own", async () => {
    const twin: ForceFactory = (cloth, environment) => ({ ...lift(0)(cloth, environment), name: "gravity" });
    await expect(createSimulation(scene(), { forces: [twin] })).rejects.toThrow(/^forces: got "gravity"/);
  });
});

describe("a collider of one's own", () => {
  const colliders = [{ name: "bar", rod: { radius: 0.1 }, friction: 0.2 }];

  test("holds cloth, moves, and is listed by its kind", async () => {
    const cloths = [{ grid: { ...GRID, columns: 17, rows: 17, origin: [-0.5, 0.12, -0.5] } }];
    const simulation = await createSimulation(scene({ cloths, colliders }), { shapes: [rod] });
    for (let n = 0; n < 30; n++) simulation.step();
    expect(simulation.bodies.list).toMatchObject([{ name: "bar", kind: "rod" }]);
    expect(simulation.view.inspect().maxPenetration).toBe(0);
    const top = (): number => Math.max(...positionsOf(simulation).filter((_, c) => c % 3 === 1));
    expect(top()).toBeCloseTo(0.1, 2);
    for (let n = 1; n <= 20; n++) {
      simulation.bodies.move("bar", { position: [0, 0.01 * n, 0] });
      simulation.step();
    }
    expect(top()).toBeCloseTo(0.3, 2);
  });

  test("is judged by its own φ", async () => {
    const simulation = await createSimulation(scene({ colliders }), { shapes: [rod] });
    expect(simulation.view.inspect().maxPenetration).toBeCloseTo(0.1, 12); // a row of vertices lies on its axis
  });

  test("has fields checked like any other's", () => {
    const wrong = (given: object) => () => parseScene(scene({ colliders: [given] }), { shapes: [rod] });
    expect(wrong({ rod: { radius: -1 } })).toThrow(/^colliders\[0\]\.rod\.radius: got -1/);
    expect(wrong({ rod: {} })).toThrow(/^colliders\[0\]\.rod\.radius: /);
    expect(wrong({ rod: { radius: 1 }, sphere: { center: [0, 0, 0], radius: 1 } })).toThrow(/rod/);
    expect(() => parseScene(scene({ colliders }))).toThrow(/^colliders\[0\]\.rod: /);
  });

  test("is baked as triangles on φ = 0", async () => {
    const simulation = await createSimulation(scene({ colliders }), { shapes: [rod] });
    const [body] = listBodies(parseScene(scene({ colliders }), { shapes: [rod] }), simulation.bodies.list);
    expect(body.triangles.length).toBeGreaterThan(100);
    const shape = rod.create({ radius: 0.1 });
    const measured = new Float64Array(MEASURED);
    for (let p = 0; p < body.positions.length; p += 3) {
      shape.measure(body.positions.subarray(p, p + 3), measured);
      expect(Math.abs(measured[0])).toBeLessThan(0.02);
    }
  });
});

test.each<[string, Extensions]>([
  ['methods[0].name: got "verlet"', { methods: [{ ...lazy, name: "verlet" }] }],
  ['methods[1].name: got "lazy"', { methods: [lazy, lazy] }],
  ["methods[0].create", { methods: [{ ...lazy, create: undefined as never }] }],
  ["methods[0].options", { methods: [{ ...lazy, options: undefined as never }] }],
  ['shapes[0].name: got "sphere"', { shapes: [{ ...rod, name: "sphere" }] }],
  ['shapes[0].name: got "friction"', { shapes: [{ ...rod, name: "friction" }] }],
  ['shapes[0].name: got "a b"', { shapes: [{ ...rod, name: "a b" }] }],
  ["shapes[0].field", { shapes: [{ ...rod, field: undefined as never }] }],
  ["shapes[0].create", { shapes: [{ ...rod, create: () => undefined as never }] }],
])("what is added and wrong is refused: %s", (start, extensions) => {
  const parse = () => parseScene(scene({ colliders: [{ rod: { radius: 1 } }] }), extensions);
  expect(parse).toThrow(InputError);
  expect(parse).toThrow(new RegExp(`^${start.replace(/[[\]]/g, "\\$&")}`));
});

test("what is added stays with its simulation", () => {
  expect(METHODS.map(({ name }) => name)).not.toContain("lazy");
});
