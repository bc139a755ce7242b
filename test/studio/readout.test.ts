import { expect, test } from "vitest";

const { createReadout, describeInspection, describeOverstretched, energy } = await import("../../studio/src/readout/readout.ts");

test("an energy has a unit that suits it, and rounding's leftovers are nothing", () => {
  expect(energy(2e-27)).toBe("0 J");
  expect(energy(-3e-14)).toBe("0 J");
  expect(energy(0.0123)).toBe("12.3 mJ");
  expect(energy(12.3456)).toBe("12.35 J");
  expect(energy(1.234e30)).toBe("1.23e30 J");
  expect(energy(Number.NaN)).toBe("∞ J");
});

test("nothing that has passed through anything is calm, anything is not, in words with a unit", () => {
  const fine = { text: "nowhere", bad: false };
  expect(describeInspection({ intersections: 0, maxPenetration: 0 })).toEqual({
    intersections: fine,
    penetration: fine,
  });
  expect(describeInspection({ intersections: 0, maxPenetration: 1e-12, swappedLayers: 0 })).toEqual({
    intersections: fine,
    penetration: fine,
    layers: fine,
  });
  expect(describeInspection({ intersections: 1, maxPenetration: 0.0032, swappedLayers: 1 })).toEqual({
    intersections: { text: "at 1 place", bad: true },
    penetration: { text: "3.2 mm deep", bad: true },
    layers: { text: "at 1 vertex", bad: true },
  });
  expect(describeInspection({ intersections: 100_000, maxPenetration: 0.0123, swappedLayers: 7 })).toEqual({
    intersections: { text: "at 100000+ places", bad: true },
    penetration: { text: "1.23 cm deep", bad: true },
    layers: { text: "at 7 vertices", bad: true },
  });
  expect(describeInspection({ intersections: 2, maxPenetration: 12 }).penetration.text).toBe("12.0 m deep");
});

test("threads that are too long are told", () => {
  expect(describeOverstretched({ overstretched: 0 })).toBe(undefined);
  expect(describeOverstretched({ overstretched: 1 })).toEqual({ text: "1 thread", bad: true });
  expect(describeOverstretched({ overstretched: 7 })?.text).toBe("7 threads");
});

test("rows of the inspection are there only where somebody looked, and red where something was found", () => {
  const names = ["intersections", "penetration", "layers"];
  const fields = names.map((value) => ({
    dataset: { value } as Record<string, string>,
    textContent: "",
    parentElement: { hidden: true },
  }));
  const root = { querySelectorAll: () => fields, querySelector: () => null } as unknown as HTMLElement;
  const readout = createReadout(root);
  const metrics = { time: 0, kinetic: 0, elastic: 0, gravitational: 0, strainMean: 0, strainMax: 0, overstretched: 0 };
  const stats = { metrics, startEnergy: 0, ratio: 0, steps: 0, hash: 0 };
  const show = (inspection?: object): unknown[] => {
    const given = { ...stats, ...(inspection === undefined ? {} : { inspection }) };
    readout.showStats(given as unknown as Parameters<typeof readout.showStats>[0], {
      playing: false,
      speed: 1,
      solver: {},
      timestep: 1 / 60,
    });
    return fields.map(({ parentElement, dataset }) => (parentElement.hidden ? "hidden" : dataset.finding));
  };
  expect(show()).toEqual(["hidden", "hidden", "hidden"]);
  expect(show({ intersections: 3, maxPenetration: 0 })).toEqual(["bad", "none", "hidden"]);
  expect(fields.map(({ textContent }) => textContent)).toEqual(["at 3 places", "nowhere", ""]);
  expect(show({ intersections: 0, maxPenetration: 0.1, swappedLayers: 0 })).toEqual(["none", "bad", "none"]);
  expect(show()).toEqual(["hidden", "hidden", "hidden"]);
});
