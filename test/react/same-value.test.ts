import { Mesh, Vector3 } from "three";
import { expect, test } from "vitest";
import { changedFields, isSame } from "../../src/react/same-value.ts";

const mesh = new Mesh();
const call = (): void => {};

test.each<[unknown, unknown, boolean]>([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[1, 2], [1, 2, 3], false],
  [new Float32Array([1, 2]), [1, 2], true],
  [Number.NaN, Number.NaN, true],
  [new Vector3(1, 2, 3), new Vector3(1, 2, 3), true],
  [new Vector3(1, 2, 3), new Vector3(1, 2, 4), false],
  [new URL("http://a/b"), new URL("http://a/b"), true],
  [new URL("http://a/b"), new URL("http://a/c"), false],
  [{ mesh }, { mesh }, true],
  [{ mesh }, { mesh: new Mesh() }, false],
  [{ call }, { call }, true],
  [{ call }, { call: () => {} }, false],
  [{ current: null }, { current: null }, false],
  [{ a: 1 }, undefined, false],
])("%o and %o: %s", (a, b, answer) => {
  expect(isSame(a, b)).toBe(answer);
  expect(isSame(b, a)).toBe(answer);
});

test("fields that differ are named, also those that are gone", () => {
  expect(changedFields({ a: 1, b: [1], c: 1 }, { a: 1, b: [2], d: 1 }).sort()).toEqual(["b", "c", "d"]);
});
