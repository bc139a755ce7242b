import { expect, test } from "vitest";
import { FABRICS } from "../../src/index.ts";

const { FIELD_SCALES, formatQuantity, STEPS } = await import("../../studio/src/fabric/field-scale.ts");

test("every preset lies on every slider, and every position of it is within the field's range", () => {
  for (const { field, toPosition, toValue } of FIELD_SCALES) {
    for (const fabric of FABRICS) {
      const position = toPosition(fabric[field.name]);
      expect(position).toBeGreaterThan(0);
      expect(position).toBeLessThan(STEPS);
      expect(toValue(position) / fabric[field.name]).toBeCloseTo(1, 1);
    }
    for (let position = 0; position <= STEPS; position++) {
      expect(toValue(position)).toBeGreaterThanOrEqual(field.min);
      expect(toValue(position)).toBeLessThanOrEqual(field.max);
      expect(Math.abs(toPosition(toValue(position)) - position)).toBeLessThanOrEqual(1);
    }
    expect(toPosition(0)).toBe(0);
  }
});

test("quantities have three digits and a prefix that suits them", () => {
  expect(formatQuantity(0.1503, "kg/m²")).toBe("150 g/m²");
  expect(formatQuantity(2, "kg/m²")).toBe("2 kg/m²");
  expect(formatQuantity(5e-6, "N·m")).toBe("5 µN·m");
  expect(formatQuantity(3.18e-4, "m")).toBe("0.318 mm");
  expect(formatQuantity(10354, "N/m")).toBe("10.4 kN/m");
  expect(formatQuantity(66.8, "N/m")).toBe("66.8 N/m");
  expect(formatQuantity(0, "N·m")).toBe("0 N·m");
  expect(formatQuantity(0.67, "1/s")).toBe("0.67 1/s");
  expect(formatQuantity(0.5, "-")).toBe("0.5");
});
