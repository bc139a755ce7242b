import { describe, expect, it } from "vitest";
import { some } from "../support/full.ts";
import { STRESS_SCENES } from "./catalog.ts";
import { runStressScene } from "./run-scene.ts";
import { describeRow } from "./table.ts";

describe.each(some(STRESS_SCENES, 4))("$name: $shows", (scene) => {
  it.each(some([1, 2], 1))("ends every step free of intersections and gets where it should, jitter %i", async (seed) => {
    const row = await runStressScene(scene, { size: "short", seed, stopAtFault: true });
    expect(row.pass, describeRow(row)).toBe(true);
  });

  it("is reported as failing when collision is off", async () => {
    const row = await runStressScene(scene, { size: "short", seed: 1, off: true, stopAtFault: true });
    expect(row.pass).toBe(false);
    expect(row.intersections + row.maxPenetration).toBeGreaterThan(0);
  });
});
