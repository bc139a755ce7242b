import { expect, test } from "vitest";
import { choosePixelRatio } from "../../studio/src/stage/pixel-ratio.ts";

const DESK = { width: 1280, height: 800, devicePixelRatio: 1, handheld: false };

test("the picture has the screen's pixels, up to two a CSS pixel", () => {
  expect(choosePixelRatio(DESK)).toBe(1);
  expect(choosePixelRatio({ ...DESK, devicePixelRatio: 0.8 })).toBe(0.8);
  expect(choosePixelRatio({ ...DESK, devicePixelRatio: 2 })).toBe(2);
  expect(choosePixelRatio({ ...DESK, devicePixelRatio: 3 })).toBe(2);
});

test("phones and 4K have at most one and a half", () => {
  expect(choosePixelRatio({ width: 390, height: 844, devicePixelRatio: 3, handheld: true })).toBe(1.5);
  expect(choosePixelRatio({ ...DESK, width: 1920, height: 1080, devicePixelRatio: 2 })).toBe(1.5);
  expect(choosePixelRatio({ ...DESK, width: 3840, height: 2160, devicePixelRatio: 1 })).toBe(1);
  expect(choosePixelRatio({ ...DESK, width: 3840, height: 2160, devicePixelRatio: 2 })).toBe(1);
});
