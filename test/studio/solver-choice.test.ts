import { expect, test } from "vitest";

const { METHODS } = await import("../../src/index.ts");
const { ownSolver, readLinkedSolver, startSolver } = await import("../../studio/src/panel/solver-choice.ts");
await (await import("../../studio/src/engine.ts")).fetchEngine();

const OWN = { method: "implicit-euler", tolerance: 1e-3, velocityTolerance: 1e-3 };

test("a scene without a solver block has the engine's first method", () => {
  expect(METHODS[0].name).toBe("auto");
  expect(ownSolver({ drape: 1, cloths: [] })).toEqual({ method: "auto" });
  expect(ownSolver({ drape: 1, cloths: [], solver: { method: "rk4" } })).toEqual({ method: "rk4" });
});

test("another method keeps what the scene sets, where the option means the same", () => {
  expect(startSolver("implicit-euler", OWN)).toEqual(OWN);
  expect(startSolver("theta", OWN)).toEqual({ ...OWN, method: "theta" });
  expect(startSolver("newton-euler", OWN)).toEqual({ method: "newton-euler" });
  expect(startSolver("explicit-euler", { ...OWN, bending: false })).toEqual({
    method: "explicit-euler",
    bending: false,
  });
});

test("a link's options go on top of the scene's", () => {
  const link = { method: "theta", options: { theta: "0.7", tolerance: "1e-8" } };
  expect(readLinkedSolver(link, OWN)).toEqual({
    solver: { method: "theta", theta: 0.7, tolerance: 1e-8, velocityTolerance: 1e-3 },
    unknownMethod: undefined,
    ignored: [],
  });
});

test("an unknown method gives way to the scene's own, and what does not fit is listed", () => {
  const link = { method: "foo", options: { tolerance: "5", colour: "red", bending: "false" } };
  expect(readLinkedSolver(link, OWN)).toEqual({
    solver: { ...OWN, bending: false },
    unknownMethod: "foo",
    ignored: ["set.tolerance=5", "set.colour=red"],
  });
});
