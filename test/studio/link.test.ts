import fc from "fast-check";
import { expect, test } from "vitest";
import { formatLink, parseLink } from "../../studio/src/page/link.ts";

test("a link carries scene, method, time step and options", () => {
  expect(parseLink("#scene=flag&method=theta&timestep=0.01&set.theta=0.7&set.jacobian=exact")).toEqual({
    scene: "flag",
    method: "theta",
    timestep: 0.01,
    options: { theta: "0.7", jacobian: "exact" },
  });
});

test("what a link does not say is left out; what it says wrongly is listed besides", () => {
  expect(parseLink("")).toEqual({ options: {} });
  expect(parseLink("#scene=&timestep=")).toEqual({ options: {} });
  expect(parseLink("#scene=&timestep=-1&colour=red")).toEqual({ options: {}, ignored: ["timestep=-1", "colour=red"] });
  expect(parseLink("#timestep=NaN&method=rk4")).toEqual({ method: "rk4", options: {}, ignored: ["timestep=NaN"] });
  expect(parseLink("#timestep=Infinity")).toEqual({ options: {}, ignored: ["timestep=Infinity"] });
  expect(Object.getPrototypeOf(parseLink("#set.__proto__=1").options)).toBe(Object.prototype);
});

test("every link survives being written and read", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });
  const link = fc.record({
    scene: name,
    method: name,
    timestep: fc.double({ min: 1e-6, max: 10, noNaN: true }),
    options: fc.dictionary(name, name, { maxKeys: 4 }),
  });
  fc.assert(
    fc.property(link, (given) => {
      expect(parseLink(formatLink(given))).toEqual({ ...given, options: { ...given.options } });
    }),
  );
});
