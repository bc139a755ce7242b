import { describe, expect, test } from "vitest";
import { checkFabric, type Fabric } from "../../src/fabric/fabric.ts";
import { FABRIC_FIELDS } from "../../src/fabric/fabric-fields.ts";
import { FABRICS, findFabric } from "../../src/fabric/fabrics.ts";

const GF_CM2_PER_CM = 98.0665e-6; // [N·m]
const GF_PER_CM_DEGREE = (0.980665 * 180) / Math.PI; // [N/m] per radian

describe("presets", () => {
  test("at least eight, at least five of them measured, each named once", () => {
    expect(FABRICS.length).toBeGreaterThanOrEqual(8);
    expect(FABRICS.filter((fabric) => fabric.measured).length).toBeGreaterThanOrEqual(5);
    expect(new Set(FABRICS.map((fabric) => fabric.name)).size).toBe(FABRICS.length);
    for (const { measured, source } of FABRICS) expect(/20\d\d/.test(source)).toBe(measured);
  });

  test.each(FABRICS)("$name is a possible fabric", (fabric) => {
    checkFabric(fabric, "fabric");
    expect(fabric.name).toMatch(/^[a-z-]+$/);
    expect(fabric.density / fabric.thickness).toBeGreaterThan(200); // [kg/m³]
    expect(fabric.density / fabric.thickness).toBeLessThan(1000);
    // bending length c = (B/w)^⅓, 1 to 3 cm for cloth
    const bendingLength = Math.cbrt(fabric.bending / (fabric.density * 9.81));
    expect(bendingLength).toBeGreaterThan(0.01);
    expect(bendingLength).toBeLessThan(0.03);
    // the air's hold is the same on all
    expect(fabric.damping * fabric.density).toBeCloseTo(0.1, 2);
  });

  // ranges that KES-F reports: B [gf·cm²/cm], G [gf/(cm·deg)], weight [mg/cm²]
  const ranges: [name: string, b: [number, number], g: [number, number], w: [number, number]][] = [
    ["silk", [0.01, 0.05], [0.25, 0.5], [4, 9]],
    ["cotton", [0.03, 0.1], [0.6, 2], [10, 15]],
    ["wool", [0.07, 0.15], [0.5, 0.8], [18, 28]],
    ["denim", [0.3, 1.2], [2, 6], [33, 50]],
  ];
  test.each(ranges)("%s lies within a factor of 2 of the usual KES-F ranges", (name, b, g, w) => {
    const fabric = findFabric(name);
    const checks: [number, [number, number]][] = [
      [fabric.bending / GF_CM2_PER_CM, b],
      [fabric.shear / GF_PER_CM_DEGREE, g],
      [fabric.density * 100, w],
    ];
    for (const [value, [low, high]] of checks) {
      expect(value).toBeGreaterThan(low / 2);
      expect(value).toBeLessThan(high * 2);
    }
  });

  test("the defaults of the fields are cotton's", () => {
    const cotton = findFabric("cotton");
    for (const field of FABRIC_FIELDS) expect(field.default).toBe(cotton[field.name]);
  });
});

describe("checking", () => {
  const cotton = findFabric("cotton");
  test.each(FABRIC_FIELDS)("$name out of range, NaN or missing is refused", (field) => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, field.min - 1, field.max * 2, undefined, "1"]) {
      const bad = { ...cotton, [field.name]: value } as unknown as Fabric;
      expect(() => checkFabric(bad, "cloths[0].fabric")).toThrow(new RegExp(`^cloths\\[0\\]\\.fabric\\.${field.name}: got`));
    }
  });
  test("shear above a stretch is refused, with the limit", () => {
    expect(() => checkFabric({ ...cotton, shear: 3955 }, "fabric")).toThrow("here below 3955 N/m");
  });
  test("an unknown name suggests the nearest", () => {
    expect(() => findFabric("coton")).toThrow('fabric: got "coton"; did you mean "cotton"?');
    expect(() => findFabric("granite", "cloths[1].fabric")).toThrow(/^cloths\[1\]\.fabric: got "granite"; choose one of cotton, /);
  });
});
