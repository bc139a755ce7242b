import { expect, test } from "vitest";
import { energy } from "../../studio/src/readout.ts";

test("an energy has a unit that suits it, and rounding's leftovers are nothing", () => {
  expect(energy(2e-27)).toBe("0 J");
  expect(energy(-3e-14)).toBe("0 J");
  expect(energy(0.0123)).toBe("12.3 mJ");
  expect(energy(12.3456)).toBe("12.35 J");
  expect(energy(1.234e30)).toBe("1.23e30 J");
  expect(energy(Number.NaN)).toBe("∞ J");
});
