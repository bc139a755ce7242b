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

test("a link may compare methods, each with its own settings", () => {
  const link = parseLink("#scene=kim-fig4&compare=explicit-euler:timestep=1e-3,a,gauss-seidel:sweeps=4:order=index");
  expect(link).toEqual({
    scene: "kim-fig4",
    options: {},
    compare: [
      { name: "explicit-euler", timestep: 0.001, options: {} },
      { name: "a", options: {} },
      { name: "gauss-seidel", options: { sweeps: "4", order: "index" } },
    ],
  });
  expect(formatLink(link)).toBe("#scene=kim-fig4&compare=explicit-euler:timestep=0.001,a,gauss-seidel:sweeps=4:order=index");
  expect(parseLink("#compare")).toEqual({ options: {}, compare: [] });
  expect(parseLink("#compare=,rk4:sweeps:timestep=-1:=2")).toEqual({
    options: {},
    compare: [{ name: "rk4", options: {} }],
    ignored: ["rk4:sweeps", "rk4:timestep=-1", "rk4:=2"],
  });
});

test("every link survives being written and read", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });
  const word = name.filter((text) => !/[,:=]/.test(text) && text !== "timestep");
  const compared = fc.record({
    name: word,
    timestep: fc.double({ min: 1e-6, max: 10, noNaN: true }),
    options: fc.dictionary(word, word, { maxKeys: 3 }),
  });
  const link = fc.record({
    compare: fc.array(compared, { maxLength: 4 }),
    scene: name,
    method: name,
    timestep: fc.double({ min: 1e-6, max: 10, noNaN: true }),
    options: fc.dictionary(name, name, { maxKeys: 4 }),
  });
  fc.assert(
    fc.property(link, (given) => {
      const compare = given.compare.map((one) => ({ ...one, options: { ...one.options } }));
      expect(parseLink(formatLink(given))).toEqual({ ...given, options: { ...given.options }, compare });
    }),
  );
});
