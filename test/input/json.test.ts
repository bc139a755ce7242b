import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors.ts";
import { MAX_DEPTH, MAX_SCENE_LENGTH, parseJson } from "../../src/input/json.ts";

function refusal(text: string): string {
  try {
    parseJson(text, "s.json");
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error(`accepted ${text.slice(0, 60)}`);
}

describe("parseJson", () => {
  test("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text, "s.json")).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses what JSON.parse refuses, with a place", () => {
    fc.assert(
      fc.property(fc.string(), fc.json({ maxDepth: 3 }), fc.nat(), (noise, json, at) => {
        const cut = at % (json.length + 1);
        for (const text of [noise, json.slice(0, cut) + noise + json.slice(cut)]) {
          let sound = true;
          try {
            JSON.parse(text);
          } catch {
            sound = false;
          }
          if (sound || text.startsWith("\ufeff")) continue;
          expect(refusal(text)).toMatch(/^s\.json:\d+.*: got .+; .+$/);
        }
      }),
    );
  });

  test.each([
    ["[1,]", 's.json:1 [1]: got "]"; give a value here'],
    ["[1 2]", 's.json:1 [0]: got "2]"; put a comma or ] here'],
    ['{"a" 1}', 's.json:1 a: got "1}"; put a colon after the key'],
    ["{a: 1}", 's.json:1: got "a: 1}"; give a key in double quotes, or remove the comma before "}"'],
    ['{"a": {"b": [0,\n\n 01]}}', "s.json:3 a.b[1]: got 01; JSON has only finite numbers, strings, true, false, null, lists and objects"],
    ['["\t"]', 's.json:1 [0]: got "\\"\\t\\"]"; escape control characters and backslashes in strings'],
    ['["\\x"]', 's.json:1 [0]: got "\\"\\\\x\\"]"; escape control characters and backslashes in strings'],
    ["'x'", "s.json:1: got 'x'; JSON has only finite numbers, strings, true, false, null, lists and objects"],
    ["+1", "s.json:1: got +1; JSON has only finite numbers, strings, true, false, null, lists and objects"],
    ["undefined", "s.json:1: got undefined; JSON has only finite numbers, strings, true, false, null, lists and objects"],
  ])("%j", (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test("nests as deep as it says and no deeper; brackets in strings do not count", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(Array.isArray(parseJson(nested(MAX_DEPTH), "s.json"))).toBe(true);
    expect(refusal(nested(MAX_DEPTH + 1))).toContain("nested more than 32 deep");
    expect(parseJson(JSON.stringify([nested(100), '\\"[[[']), "s.json")).toEqual([nested(100), '\\"[[[']);
    expect(parseJson(`[${nested(2)},${nested(2)}]`.repeat(1), "s.json")).toEqual([[[]], [[]]]);
  });

  test("refuses a text that is too long before reading it", () => {
    expect(refusal(" ".repeat(MAX_SCENE_LENGTH + 1))).toBe("s.json: got 64000001 characters; keep it below 64000000 characters");
  });

  test("passes over a byte order mark", () => {
    expect(parseJson('\ufeff{"drape": 1}', "s.json")).toEqual({ drape: 1 });
  });
});
