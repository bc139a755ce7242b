import { expect, test } from "vitest";
import { formatScene } from "../../src/output/scene-json.ts";

test("objects have a line a field, short lists stand on one line", () => {
  expect(formatScene({ drape: 1, a: { b: [1, 2], c: {} }, d: [], e: ["x"], f: undefined })).toBe(
    '{\n  "drape": 1,\n  "a": {\n    "b": [1, 2],\n    "c": {}\n  },\n  "d": [],\n  "e": ["x"]\n}\n',
  );
});

test("long lists of numbers fill lines of 140 characters, other long lists and those of objects have a line an entry", () => {
  const numbers = Array.from({ length: 2000 }, (_, n) => (((n * 7919) % 1000) - 500) / 1000);
  const words = Array.from({ length: 30 }, (_, n) => `word ${n}`);
  const rows = Array.from({ length: 30 }, (_, n) => [n, n + 1]);
  const scene = { numbers, words, rows, objects: [{ a: 1 }, { a: 2 }] };
  const text = formatScene(scene);
  expect(JSON.parse(text)).toEqual(scene);
  const lines = text.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(140);
  const filled = lines.slice(2, lines.indexOf("  ],"));
  expect(filled.length).toBeLessThan(2000 / 12);
  // no line has room for the first number of the next
  for (let n = 0; n + 1 < filled.length; n++) {
    const [next] = filled[n + 1].trim().split(" ");
    expect(filled[n].length + 1 + next.length).toBeGreaterThan(140);
  }
  expect(text).toContain('\n    "word 7",\n');
  expect(text).toContain("\n    [7, 8],\n");
  expect(text).toContain('  "objects": [\n    {\n      "a": 1\n    },\n    {\n');
});
