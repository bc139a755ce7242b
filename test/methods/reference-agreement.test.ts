import { describe, expect, it } from "vitest";
import { METHODS } from "../../src/index.ts";
import { some } from "../support/full.ts";
import { type NetworkScene, runReference } from "../support/reference.ts";
import { kimNetwork } from "./kim-network.ts";
import { type RandomNetworkOptions, randomNetworkScene } from "./random-network.ts";
import { relativeDifference, runScene } from "./run-scene.ts";

const AGREEMENT = 1e-9;
const STEPS = 20;

type SolverOptions = NetworkScene["solver"];

/** Every method that does not stand for others; those with a matrix with every jacobian. The wind of the scenes stops after 9 of the 20 steps. */
const SOLVERS: SolverOptions[] = METHODS.flatMap(({ name: method, options, choose }): SolverOptions[] => {
  if (choose !== undefined) return [];
  const tight = options.some((option) => option.name === "tolerance") ? { tolerance: 1e-13 } : {};
  const jacobians = options.find((option) => option.name === "jacobian")?.choices;
  if (jacobians === undefined) return [{ method, ...tight }];
  return jacobians.map((jacobian) => ({ method, jacobian, ...tight }));
});

const FURTHER_SOLVERS: SolverOptions[] = [
  { method: "theta", theta: 0, tolerance: 1e-13 },
  { method: "theta", theta: 0.3, tolerance: 1e-13 },
  { method: "theta", theta: 0.8, jacobian: "exact", tolerance: 1e-13 },
  { method: "theta", theta: 1, jacobian: "smoothed", tolerance: 1e-13 },
  { method: "implicit-euler", jacobian: "smoothed", alpha: 0.6, tolerance: 1e-13 },
  { method: "implicit-euler", jacobian: "choi", jacobianSprings: "stretch", tolerance: 1e-13 },
  { method: "implicit-euler", bending: false, tolerance: 1e-13 },
  { method: "newton-midpoint", bending: false, tolerance: 1e-13 },
  { method: "verlet", bending: false },
];

const SCENES: Record<string, [seed: number, options: RandomNetworkOptions]> = {
  "a windy symmetric sheet with a bend modulus and both dampings": [
    11,
    {
      shape: "sheet",
      springModel: "symmetric",
      bending: "modulus",
      wind: true,
      damping: { viscous: 0.05, relative: 0.02 },
    },
  ],
  "a windy asymmetric sheet with explicit hinges": [
    12,
    {
      shape: "sheet",
      springModel: "asymmetric",
      bending: "hinges",
      wind: true,
      damping: { viscous: 0, relative: 0.03 },
    },
  ],
  "a windy symmetric tangle with explicit hinges, undamped": [
    13,
    { shape: "tangle", springModel: "symmetric", bending: "hinges", wind: true, damping: { viscous: 0, relative: 0 } },
  ],
  "an asymmetric tangle without triangles": [
    14,
    {
      shape: "tangle",
      springModel: "asymmetric",
      bending: "none",
      wind: false,
      damping: { viscous: 0.1, relative: 0 },
    },
  ],
};

async function expectAgreement(scene: NetworkScene, steps: number): Promise<void> {
  const engine = await runScene(scene, steps);
  const reference = runReference(scene, steps);
  expect(relativeDifference(engine.x, reference.x)).toBeLessThan(AGREEMENT);
  expect(relativeDifference(engine.v, reference.v)).toBeLessThan(AGREEMENT);
}

describe.each(some(Object.entries(SCENES), 1))("on %s", (_, [seed, options]) => {
  const scene = randomNetworkScene(seed, options);

  it.each(SOLVERS.map((solver) => [describeSolver(solver), solver] as const))("%s agrees with the reference", (_name, solver) => {
    // the reference knows no hats on tangles, whose triangles lie anyhow
    const reduced = solver.method === "two-level" && options.shape === "tangle" ? { ...solver, hats: 0 } : solver;
    // an indefinite matrix, which `exact` may have, blows rounding up: a shorter run
    return expectAgreement({ ...scene, solver: reduced }, solver.jacobian === "exact" ? STEPS / 2 : STEPS);
  });
});

describe("on a windy sheet", () => {
  const [seed, options] = Object.values(SCENES)[1];
  const scene = randomNetworkScene(seed + 10, options);

  it.each(FURTHER_SOLVERS.map((solver) => [describeSolver(solver), solver] as const))("%s agrees with the reference", (_name, solver) =>
    expectAgreement({ ...scene, solver }, STEPS),
  );

  it("several cloths, of different laws and dampings, agree with the reference", async () => {
    const others = Object.values(SCENES).map(([at, settings]) => randomNetworkScene(at + 20, settings).cloths[0]);
    const solver = { method: "implicit-euler", tolerance: 1e-13 };
    await expectAgreement({ ...scene, cloths: others, solver }, 5);
  });

  it("implicit Euler's own blocks are clamped", async () => {
    const bare = await runScene({ ...scene, solver: { method: "implicit-euler", tolerance: 1e-13 } }, 3);
    const reference = runReference({ ...scene, solver: { method: "implicit-euler", jacobian: "clamped" } }, 3);
    expect(relativeDifference(bare.x, reference.x)).toBeLessThan(AGREEMENT);
  });
});

describe("on Kim's hanging cloth, eight by eight", () => {
  const solvers: SolverOptions[] = [
    { method: "implicit-euler", jacobian: "smoothed", tolerance: 1e-13 },
    { method: "implicit-midpoint", tolerance: 1e-13 },
    { method: "newton-euler", tolerance: 1e-12 },
  ];

  it.each(solvers.map((solver) => [solver.method, solver] as const))("%s agrees at steps of 0.25 s", (_name, solver) =>
    expectAgreement(withLaw({ ...kimNetwork(8), solver }, "asymmetric"), 25),
  );
});

function withLaw(scene: NetworkScene, springModel: "symmetric" | "asymmetric"): NetworkScene {
  return { ...scene, cloths: scene.cloths.map((cloth) => ({ ...cloth, springModel })) };
}

function describeSolver(solver: SolverOptions): string {
  const { method, tolerance: _, ...options } = solver;
  return [method, ...Object.entries(options).map(([key, value]) => `${key} ${value}`)].join(", ");
}
