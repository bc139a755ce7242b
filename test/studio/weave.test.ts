import { expect, test } from "vitest";
import { FABRICS } from "../../src/index.ts";
import { FABRIC_LOOKS, lookOf, PLAIN_LOOK, weaveOptions } from "../../studio/src/fabric/fabric-looks.ts";
import { makeWeave, type WeaveOptions, type WeavePattern } from "../../studio/src/stage/weave.ts";

const PLAIN = weaveOptions(PLAIN_LOOK, 0, 40, 8);
const BLACK_AND_WHITE: WeaveOptions = {
  pattern: "plain",
  threads: 16,
  texelsPerThread: 4,
  warp: [0, 0, 0],
  weft: [250, 250, 250],
  variation: 0,
  relief: 1,
};

/** Green at the middle of a crossing. */
function readCrossing({ threads, texelsPerThread }: WeaveOptions, colour: Uint8Array, column: number, row: number): number {
  const size = threads * texelsPerThread;
  return colour[4 * Math.floor((row + 0.5) * texelsPerThread) * size + 4 * Math.floor((column + 0.5) * texelsPerThread) + 1];
}

test("warp and weft take turns on top, and the check's threads are lighter", () => {
  const { size, colour } = makeWeave(PLAIN);
  const green = (column: number, row: number): number => readCrossing(PLAIN, colour, column, row);
  expect(size).toBe(PLAIN.threads * PLAIN.texelsPerThread);
  expect(Math.abs(green(10, 10) - green(11, 10))).toBeGreaterThan(8);
  expect(green(0, 10)).toBeGreaterThan(green(10, 10) + 50);
});

test.each<[WeavePattern, number]>([
  ["plain", 1 / 2],
  ["twill", 1 / 4],
  ["satin", 1 / 8],
])("in %s the weft is on top at %d of the crossings, once in every repeat of each thread", (pattern, share) => {
  const options = { ...BLACK_AND_WHITE, pattern };
  const { colour } = makeWeave(options);
  const isWeft = (column: number, row: number): boolean => readCrossing(options, colour, column, row) > 100;
  for (let line = 0; line < 16; line++) {
    const along = Array.from({ length: 16 }, (_, k) => [isWeft(line, k), isWeft(k, line)]);
    expect(along.filter(([down]) => down)).toHaveLength(16 * share);
    expect(along.filter(([, across]) => across)).toHaveLength(16 * share);
  }
});

test("normals are of length one, in every pattern, and the images join at their edges", () => {
  for (const look of Object.values(FABRIC_LOOKS)) {
    const { size, normal } = makeWeave(weaveOptions(look, 0, 16, 4));
    for (let i = 0; i < normal.length; i += 4) {
      const [x, y, z] = [normal[i], normal[i + 1], normal[i + 2]].map((byte) => byte / 127.5 - 1);
      expect(Math.abs(Math.sqrt(x * x + y * y + z * z) - 1)).toBeLessThan(0.03);
    }
    expect(normal).toHaveLength(4 * size * size);
  }
});

test("the same options give the same bytes", () => {
  expect(makeWeave(PLAIN).colour).toEqual(makeWeave(PLAIN).colour);
});

test("every preset has a look of its own, and cloth of none is plain", () => {
  expect(Object.keys(FABRIC_LOOKS)).toEqual(FABRICS.map(({ name }) => name));
  const looks = Object.values(FABRIC_LOOKS).map((look) => JSON.stringify(look));
  expect(new Set(looks).size).toBe(FABRICS.length);
  for (const name of ["", "custom", "constructor"]) expect(lookOf(name)).toBe(PLAIN_LOOK);
});
