import { expect, it } from "vitest";
import { CYCLES } from "../../src/figure/cycle-catalog.ts";
import { skinSurface } from "../../src/figure/figure.ts";
import { computeFleshDistance, packFlesh } from "../../src/figure/flesh.ts";
import { findIntersections } from "../../src/inspect/find-intersections.ts";
import { CLEAR_MOTIONS, figure, nameOf, poseCones, posesAt } from "./figure-samples.ts";

/** Poses a cycle; those that hardly move need fewer. */
const POSES: Record<string, number> = { stand: 2, "walk (none)": 6, "walk (circle)": 6 };

it.each(CLEAR_MOTIONS.map((motion) => ({ name: nameOf(motion), motion })))(
  "$name: the skin never meets itself, stays above the ground and within 1 cm of the cones",
  ({ name, motion }) => {
    const count = POSES[name] ?? 12;
    const out = new Float64Array(figure.surface.positions.length);
    for (let k = 0; k < count; k++) {
      const poses = posesAt(figure, motion, 0.6 + ((k + 0.3) * (CYCLES[motion.cycle].period + 0.4)) / count);
      skinSurface(figure, poses, out);
      expect(findIntersections(out, figure.surface.triangles).count).toBe(0);
      const { cones } = packFlesh(figure.bones.map((_, bone) => poseCones(figure, poses, [bone])));
      let lowest = Infinity;
      let outside = 0;
      let worst = -Infinity;
      for (let i = 0; i < out.length; i += 6) {
        lowest = Math.min(lowest, out[i + 1]);
        const distance = computeFleshDistance(cones, out[i], out[i + 1], out[i + 2]);
        worst = Math.max(worst, distance);
        if (distance > 0.004) outside++;
      }
      expect(lowest).toBeGreaterThan(-0.001);
      expect(worst).toBeLessThan(0.01);
      expect(outside).toBeLessThan(0.004 * (out.length / 6));
    }
  },
  60000,
);
