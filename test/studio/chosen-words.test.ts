import { describe, expect, test } from "vitest";
import { createSimulation, METHODS } from "../../src/index.ts";
import { describeChosen } from "../../studio/src/panel/chosen-words.ts";

describe("what auto has chosen", () => {
  test("is told with the settings that differ from the method's own", async () => {
    const cloths = [{ grid: { columns: 12, rows: 10, width: 1, height: 0.8 }, fabric: "cotton" as const, pins: [0] }];
    const inAir = await createSimulation({ drape: 1, cloths });
    expect(describeChosen(METHODS, "auto", inAir.method, inAir.options)).toBe("Here: Two levels.");
    const { method, options } = await createSimulation({ drape: 1, cloths, colliders: [{ plane: { point: [0, -2, 0] } }] });
    expect(describeChosen(METHODS, "auto", method, options)).toMatch(
      /^Here: Implicit Euler, tolerance [\d.]+, velocityTolerance [\d.]+, maxIterations \d+, warmStart 0\.6\.$/,
    );
  });

  test("is rounded, and is nothing where the method is the one asked for or not known", () => {
    const options = { tolerance: 0.01, velocityTolerance: 0.00016349 };
    expect(describeChosen(METHODS, "auto", "implicit-euler", options)).toBe(
      "Here: Implicit Euler, tolerance 0.01, velocityTolerance 0.00016.",
    );
    expect(describeChosen(METHODS, "implicit-euler", "implicit-euler", options)).toBe("");
    expect(describeChosen(METHODS, "auto", "magic", options)).toBe("");
  });
});
