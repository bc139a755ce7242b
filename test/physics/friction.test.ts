import { describe, expect, it } from "vitest";
import { createSimulation, METHODS } from "../../src/index.ts";
import type { SolverInput } from "../../src/scene/scene-input.ts";
import { some } from "../support/full.ts";
import { fastest, GRAVITY, readX, runFor, type Scene, SLOPE, stepFor, threadScene } from "./contact-scenes.ts";

const COSINE = 1 / Math.sqrt(1 + SLOPE * SLOPE);
const incline = { plane: { normal: [-SLOPE, 1, 0] } };

/** BDF2 begins anew with every particle that contact has corrected, and such a particle gains only ⅔ h a in a step. */
const SLIDING = METHODS.map(({ name }) => name).filter((name) => !name.startsWith("bdf2"));

describe.each(SLIDING)("a particle on an incline of tan θ = 0.5, with %s", (method) => {
  const scene = (friction: number): Scene => ({
    drape: 1,
    timestep: 0.01,
    solver: { method } as SolverInput,
    colliders: [incline],
    collision: { thickness: 0, friction },
    cloths: [{ network: { positions: [[0, 0, 0]], masses: 0.3, springs: [] } }],
  });

  it("slides with 0.0877 m/s² for μ = 0.49", async () => {
    const simulation = await createSimulation(scene(0.49));
    runFor(simulation, 2);
    const [x, y] = readX(simulation);
    const expected = GRAVITY * COSINE * (SLOPE - 0.49);
    expect(expected).toBeCloseTo(0.0877, 4);
    expect((2 * Math.hypot(x, y)) / 4 / expected).toBeCloseTo(1, 1);
    expect(fastest(simulation) / 2 / expected).toBeCloseTo(1, 3);
  });

  it.each([0.5, 0.51])("stays for μ = %f", async (friction) => {
    const simulation = await createSimulation(scene(friction));
    runFor(simulation, 2);
    expect(Math.hypot(...readX(simulation))).toBeLessThan(1e-12);
  });
});

describe.each(["implicit-euler", "newton-euler", "triangle-implicit"])("a patch of cotton on the incline, with %s", (method) => {
  it.each([
    [0.49, 0.0877],
    [0.5, 0],
    [0.51, 0],
  ])("for μ = %f it slides with %f m/s² as a whole", async (friction, acceleration) => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 0.01,
      solver: { method } as SolverInput,
      colliders: [incline],
      collision: { thickness: 0, friction },
      cloths: [
        {
          grid: { columns: 5, rows: 5, width: 0.2, height: 0.2, u: [1, SLOPE, 0], v: [0, 0, 1] },
          fabric: { base: "cotton" as const, damping: 0 },
        },
      ],
    });
    const start = readX(simulation);
    runFor(simulation, 2);
    const end = readX(simulation);
    for (let i = 0; i < start.length; i += 3) {
      const way = Math.hypot(...[0, 1, 2].map((c) => end[i + c] - start[i + c]));
      if (acceleration === 0) expect(way).toBeLessThan(1e-6);
      else expect((2 * way) / 4 / acceleration).toBeCloseTo(1, 1);
    }
  });
});

describe.each(["implicit-euler", "gauss-seidel", "linear-edge", "two-level", "verlet"])("stopping, with %s", (method) => {
  it("a particle slides v²/(2μg)", async () => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 0.001,
      solver: { method } as SolverInput,
      colliders: [{ plane: {} }],
      collision: { thickness: 0, friction: 0.4 },
      cloths: [{ network: { positions: [[0, 0, 0]], velocities: [[2, 0, 1]], masses: 0.1, springs: [] } }],
    });
    runFor(simulation, 1);
    const [x, y, z] = readX(simulation);
    expect(Math.hypot(x, z) / (5 / (2 * 0.4 * GRAVITY))).toBeCloseTo(1, 1.7);
    expect(y).toBe(0);
    expect(fastest(simulation)).toBe(0);
  });
});

/**
 * A thread over half a fixed cylinder with a weight at each end, in the tension that would just balance the weights if all of the
 * cylinder helped alike. It must hold below T₂/T₁ = e^{μπ} and slip above; the polygon of 48 sides itself is right to 0.1 %.
 */
describe.each(["implicit-euler", "bdf2", "verlet"])("a thread over a cylinder, with %s", (method) => {
  const sides = 48;
  const radius = 0.1;
  const hanging = 6;
  const weight = 0.1;

  async function slip(friction: number, ratio: number): Promise<number> {
    const spacing = (Math.PI * radius) / sides;
    const count = 2 * hanging + sides + 1;
    const points = Array.from({ length: count }, (_, k): [number, number, number] => {
      const i = k - hanging;
      if (i < 0) return [-radius, i * spacing, 0];
      if (i > sides) return [radius, (sides - i) * spacing, 0];
      const angle = Math.PI - (Math.PI * i) / sides;
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    });
    const masses = points.map((_, k) => (k === 0 ? weight : k === count - 1 ? weight * ratio : 1e-5));
    const tension = points.slice(1).map((_, k) => {
      const along = Math.min(1, Math.max(0, (k + 0.5 - hanging) / sides));
      return weight * GRAVITY * ratio ** along;
    });
    const simulation = await createSimulation(
      threadScene({ points, masses, tension }, 2000, {
        timestep: stepFor(method, 0.001, 1 / 40000),
        solver: { method, tolerance: 1e-10 },
        colliders: [{ capsule: { from: [0, 0, -1], to: [0, 0, 1], radius } }],
        collision: { thickness: 0, friction },
      }),
    );
    const before = readX(simulation)[3 * count - 2];
    runFor(simulation, 0.2);
    return before - readX(simulation)[3 * count - 2];
  }

  it.each(some([0.2, 0.5], 1))("holds up to e^{μβ}, within 3 %, for μ = %f", async (friction) => {
    const limit = Math.exp(friction * Math.PI);
    expect(Math.abs(await slip(friction, 0.97 * limit))).toBeLessThan(1e-3);
    expect(await slip(friction, 1.03 * limit)).toBeGreaterThan(2e-3);
  });
});

describe.each(["sphere", "capsule", "cones"])("a patch of cotton that slides down a %s", (kind) => {
  const radius = 0.5;
  const thickness = 0.005;
  const bodies: Record<string, object> = {
    sphere: { sphere: { center: [0, 0, 0], radius } },
    capsule: { capsule: { from: [-0.5, 0, 0], to: [0.5, 0, 0], radius } },
    cones: {
      cones: [
        { from: [-0.3, 0, 0], to: [0.3, 0, 0], radii: [radius, radius] },
        { from: [0, 0, 0], to: [0, -0.4, 0], radii: [0.3, 0.2] },
      ],
    },
  };
  const start = 0.3;
  const seconds = 0.4;

  /** α'' = (g/R) (sin α − μ (cos α − R α'²/g)) from rest, while it presses on the body. */
  function expectedAngle(friction: number): number {
    const arm = radius + thickness;
    const h = 1e-5;
    let angle = start;
    let speed = 0;
    for (let t = 0; t < seconds; t += h) {
      const press = Math.max(0, GRAVITY * Math.cos(angle) - arm * speed * speed);
      speed += (h * (GRAVITY * Math.sin(angle) - friction * press)) / arm;
      angle += h * speed;
    }
    return angle - start;
  }

  /** By how far it turns about the middle of the body, which all moves with a velocity. */
  async function slide(friction: number, timestep: number, velocity: readonly [number, number, number]): Promise<number> {
    const arm = radius + thickness;
    const size = 0.02;
    const along = [0, -Math.sin(start), Math.cos(start)];
    const [y, z] = [arm * Math.cos(start), arm * Math.sin(start)];
    const simulation = await createSimulation({
      drape: 1,
      timestep,
      solver: { method: "implicit-euler" },
      colliders: [
        {
          ...bodies[kind],
          motion: {
            keyframes: [
              { at: 0, offset: [0, 0, 0] },
              { at: 1, offset: [...velocity] },
            ],
          },
        },
      ],
      collision: { thickness, friction },
      cloths: [
        {
          grid: {
            columns: 3,
            rows: 3,
            width: size,
            height: size,
            origin: [-size / 2, y - (size / 2) * along[1] + 1e-4, z - (size / 2) * along[2]],
            u: [1, 0, 0],
            v: along,
          },
          velocity: [...velocity],
          fabric: { base: "cotton" as const, damping: 0 },
        },
      ],
    } as Scene);
    runFor(simulation, seconds);
    const x = readX(simulation);
    let [sumY, sumZ] = [0, 0];
    for (let i = 0; i < x.length; i += 3) {
      sumY += x[i + 1] - velocity[1] * seconds;
      sumZ += x[i + 2] - velocity[2] * seconds;
    }
    return Math.atan2(sumZ, sumY) - start;
  }

  it.each([
    [0, 0.05],
    [0.2, 0.1],
  ])("does so as fast as the equation of motion says, for μ = %f", async (friction, tolerance) => {
    const angle = await slide(friction, 1 / 240, [0, 0, 0]);
    expect(Math.abs(angle / expectedAngle(friction) - 1)).toBeLessThan(tolerance);
  });

  it("does the same on a body that moves steadily", async () => {
    const atRest = await slide(0.2, 1 / 60, [0, 0, 0]);
    expect(Math.abs((await slide(0.2, 1 / 60, [0.7, 0.4, 0.3])) / atRest - 1)).toBeLessThan(0.02);
    expect(atRest).toBeLessThan(0.6 * (await slide(0, 1 / 60, [0, 0, 0])));
  });
});

describe.each(["implicit-euler", "bdf2", "linear-edge", "two-level"])("cloth that slides fast, with %s", (method) => {
  const box = { box: { center: [0, -0.1, 0], halfSizes: [0.5, 0.1, 0.5] } };
  const patch = {
    grid: { columns: 8, rows: 8, width: 0.2, height: 0.2, origin: [0.25, 0, -0.1], u: [1, 0, 0], v: [0, 0, 1] },
    fabric: { base: "cotton" as const, damping: 0 },
  };
  const meanOf = (values: ArrayLike<number>, axis: number): number => {
    let sum = 0;
    for (let i = axis; i < values.length; i += 3) sum += values[i];
    return (3 * sum) / values.length;
  };
  const meanVelocity = (simulation: Awaited<ReturnType<typeof createSimulation>>, axis: number): number => {
    const v = new Float64Array(3 * simulation.particleCount);
    simulation.readVelocities(v);
    return meanOf(v, axis);
  };

  it("leaves a table over its edge, and is not held there", async () => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 1 / 60,
      solver: { method } as SolverInput,
      colliders: [box],
      collision: { thickness: 0, friction: 0.1 },
      cloths: [{ ...patch, velocity: [2, 0, 0] }],
    });
    runFor(simulation, 0.3);
    expect(meanVelocity(simulation, 0)).toBeGreaterThan(1.6); // μgt and its bending over the edge have cost less
    const x = readX(simulation);
    expect(Math.min(...x.filter((_, c) => c % 3 === 0))).toBeGreaterThan(0.5);
    expect(meanOf(x, 1)).toBeLessThan(-0.01);
  });

  it("falls freely where the body is taken away below it", async () => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 1 / 60,
      solver: { method } as SolverInput,
      colliders: [
        {
          ...box,
          motion: {
            keyframes: [
              { at: 0, offset: [0, 0, 0] },
              { at: 0.1, offset: [0, 0, 0] },
              { at: 0.3, offset: [0, -0.8, 0] },
            ],
          },
        },
      ],
      collision: { thickness: 0, friction: 0.1 },
      cloths: [{ ...patch, grid: { ...patch.grid, origin: [-0.4, 0, -0.1] }, velocity: [1, 0, 0] }],
    });
    runFor(simulation, 0.2);
    const fallen = meanVelocity(simulation, 1);
    expect(fallen).toBeLessThan(-0.6);
    expect(fallen).toBeGreaterThan(-GRAVITY * 0.12); // a tenth of a second of it, and a step
  });

  it("is slowed by μg on a plane", async () => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 1 / 120,
      solver: { method } as SolverInput,
      colliders: [{ plane: {} }],
      collision: { thickness: 0, friction: 0.4 },
      cloths: [{ ...patch, velocity: [2, 0, 0] }],
    });
    runFor(simulation, 0.25);
    expect((2 - meanVelocity(simulation, 0)) / (0.4 * GRAVITY * 0.25)).toBeCloseTo(1, 1);
  });
});

describe("a body in motion", () => {
  const sheet = {
    grid: { columns: 15, rows: 15, width: 0.6, height: 0.6, origin: [-0.3, 0.6, 0] },
    fabric: "cotton" as const,
    pins: ["top"],
  };

  it.each([
    ["a sphere", { sphere: { center: [0, 0.3, -1], radius: 0.1 } }],
    ["a plate of 1 mm", { box: { center: [0, 0.3, -1], halfSizes: [0.1, 0.1, 0.0005] } }],
  ])("%s at 10 m/s takes the middle of a hanging sheet along", async (_name, shape) => {
    const motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 0.12, offset: [0, 0, 1.2] },
      ],
    };
    const simulation = await createSimulation({ drape: 1, colliders: [{ ...shape, motion }], cloths: [sheet] });
    runFor(simulation, 0.1);
    expect(simulation.view.measure().contacts).toBeGreaterThan(0);
    runFor(simulation, 0.05);
    const middle = readX(simulation)[3 * (7 * 15 + 7) + 2];
    expect(middle).toBeGreaterThan(0.2);
  });

  it("a turning sphere drags the cloth on it around, without friction it does not", async () => {
    const turn = async (friction: number): Promise<number> => {
      const simulation = await createSimulation({
        drape: 1,
        colliders: [
          {
            sphere: { center: [0, -0.3, 0], radius: 0.3 },
            motion: { rotation: { axis: [0, 1, 0], center: [0, -0.3, 0], speed: 2, from: 0.5 } },
          },
        ],
        collision: { friction },
        cloths: [{ disk: { rings: 6, radius: 0.2, origin: [0, 0.01, 0], v: [0, 0, 1] }, fabric: "silk" }],
      });
      runFor(simulation, 1);
      const x = readX(simulation);
      const first = 3 * (1 + 6 + 12); // on the third ring, at angle 0 at the start
      return Math.atan2(-x[first + 2], x[first]);
    };
    expect(await turn(5)).toBeCloseTo(1, 1.3);
    expect(Math.abs(await turn(0))).toBeLessThan(0.03);
  });

  it("may be moved from outside, by name and by number", async () => {
    const simulation = await createSimulation({
      drape: 1,
      timestep: 0.01,
      colliders: [{ plane: {}, name: "tray" }],
      collision: { thickness: 0, friction: 10 },
      cloths: [{ network: { positions: [[0, 0, 0]], masses: 1, springs: [] } }],
    });
    simulation.step();
    for (let n = 1; n <= 100; n++) {
      simulation.bodies.move(n % 2 === 0 ? 0 : "tray", { position: [0.01 * n, 0.002 * n, 0] });
      simulation.step();
    }
    const [x, y] = readX(simulation);
    expect(x).toBeCloseTo(1, 9);
    expect(y).toBeCloseTo(0.2, 9);
    expect(() => simulation.bodies.move("cup", { position: [0, 0, 0] })).toThrow('give one of "tray"');
  });
});
