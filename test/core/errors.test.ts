import fc from "fast-check";
import { expect, test } from "vitest";
import { DrapeError, describeValue, InputError, NumericalError, nearestWord, UnsupportedError } from "../../src/core/errors.ts";

test("an input error says where, what was found and what to do, in one line", () => {
  const error = new InputError("cloths[0].pins[2]", "-1", "give an index from 0 to 8");
  expect(error.message).toBe("cloths[0].pins[2]: got -1; give an index from 0 to 8");
  expect(error).toMatchObject({ name: "InputError", path: "cloths[0].pins[2]", got: "-1" });
});

test("every error of ours is a DrapeError under its own name", () => {
  const errors = [new InputError("a", "b", "c"), new NumericalError("blew up", 7, 0.07), new UnsupportedError("later")];
  expect(errors.every((error) => error instanceof DrapeError && error instanceof Error)).toBe(true);
  expect(errors.map((error) => error.name)).toEqual(["InputError", "NumericalError", "UnsupportedError"]);
  expect(errors[1]).toMatchObject({ step: 7, time: 0.07 });
});

test.each([
  [undefined, "nothing"],
  [null, "null"],
  [Number.NaN, "NaN"],
  [-0.5, "-0.5"],
  [true, "true"],
  [12n, "12n"],
  ["wool", '"wool"'],
  ["a\nb\u001b[31m", '"a\\nb\\u001b[31m"'],
  ["a\u2028b\u009b\u007f", '"a\\u2028b\\u009b\\u007f"'],
  [[1, [2]], "[1,[2]]"],
  [new Array(9).fill(0), "a list of 9"],
  [[1n], "a list of 1"],
  [{}, "an object with no keys"],
  [{ a: 1, b: 2 }, 'an object with the keys "a", "b"'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, 'an object with the keys "a", "b", "c", "d", …'],
  [new Float64Array(3), "a typed array"],
  [Math.sqrt, "a function"],
  [Symbol("s"), "a symbol"],
])("%o is shown as %s", (value, shown) => {
  expect(describeValue(value)).toBe(shown);
});

test("whatever it is, it is shown on one short line without control characters", () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2 });
  const control = fc.constantFrom("\n", "\u001b", "\u007f", "\u0085", "\u009b", "\u2028", "\u2029");
  const other = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const text = fc.string({ unit: fc.oneof(control, other) });
  fc.assert(
    fc.property(fc.oneof(anything, text, fc.array(text), fc.dictionary(text, text)), (value) => {
      const shown = describeValue(value);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThan(1000);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("lists that contain themselves or are nested ten thousand deep do no harm", () => {
  const loop: unknown[] = [];
  loop.push(loop);
  let deep: unknown[] = [];
  for (let n = 0; n < 10_000; n++) deep = [deep];
  expect(describeValue(loop)).toBe("a list of 1");
  expect(describeValue(deep).length).toBeLessThan(100);
});

test("a mistyped word finds its neighbour, a strange one finds none", () => {
  const known = ["explicit-euler", "implicit-euler", "verlet", "rk4"];
  expect(nearestWord("verlot", known)).toBe("verlet");
  expect(nearestWord("implicit-eular", known)).toBe("implicit-euler");
  expect(nearestWord("velet", known)).toBe("verlet");
  expect(nearestWord("rk45", known)).toBe("rk4");
  expect(nearestWord("gauss-seidel", known)).toBeUndefined();
  expect(nearestWord("verlet", [])).toBeUndefined();
});

test("of several neighbours the nearest is taken, then the first", () => {
  expect(nearestWord("cat", ["cart", "cat", "bat"])).toBe("cat");
  expect(nearestWord("cap", ["cat", "car"])).toBe("cat");
});

test("a word of any length is looked up at once", () => {
  expect(nearestWord("x".repeat(1_000_000), ["verlet"])).toBeUndefined();
});
