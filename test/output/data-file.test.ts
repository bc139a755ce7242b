import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimulation, InputError, type Snapshot } from "../../src/index.ts";
import { decodeData, encodeData } from "../../src/output/data-file.ts";
import { gridScene } from "../scene/sample-scenes.ts";

const array = fc.oneof(
  fc.float64Array({ maxLength: 9 }),
  fc.float32Array({ maxLength: 9 }),
  fc.uint32Array({ maxLength: 9 }),
  fc.uint8Array({ maxLength: 9 }),
);
const leaf = fc.oneof(fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.constant(undefined), array);
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("data"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== "$"),
      tie("data"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

describe("a data file", () => {
  test("reads back to the last bit, with the sign of zeros, NaN and what is undefined", () => {
    fc.assert(
      fc.property(data, (value) => {
        const bytes = encodeData(value);
        expect(decodeData(bytes, "x")).toStrictEqual(value);
        const within = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
        expect(decodeData(within, "x")).toStrictEqual(value);
      }),
    );
  });

  test("cut short anywhere, it is refused in a sentence", () => {
    const bytes = encodeData({ a: Float64Array.of(1, 2, 3), b: "text" });
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeData(bytes.subarray(0, length), "x.resume")).toThrow(InputError);
    }
  });

  test("with any byte changed, it is refused or means the same", () => {
    const value = { a: Float64Array.of(1, 2, 3), b: [1, { c: Uint8Array.of(7) }], d: -0 };
    const bytes = encodeData(value);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] ^= change;
        try {
          expect(decodeData(changed, "x")).toStrictEqual(value);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }),
    );
  });

  test("hostile texts with a right checksum are refused", () => {
    for (const value of [
      { $: "Float64Array", length: 1e9 },
      { $: "Float64Array", length: -1 },
      { $: "constructor", length: 1 },
      { $: "number", is: "1e5" },
    ]) {
      // what stands for an array is written as it is by hiding it from the encoder
      const text = JSON.stringify({ hidden: value });
      const bytes = encodeText(text);
      expect(() => decodeData(bytes, "x")).toThrow(InputError);
    }
    expect(() => decodeData(encodeText(`${"[".repeat(100)}${"]".repeat(100)}`), "x")).toThrow(/nested too deeply/);
    expect(() => decodeData(encodeText("{"), "x")).toThrow(/not JSON/);
    expect(Object.getPrototypeOf(decodeData(encodeText('{"__proto__": {"polluted": 1}}'), "x"))).toBe(Object.prototype);
  });
});

/** A file of this text, its checksum right: the text of a string is replaced, of which the length is the same. */
function encodeText(text: string): Uint8Array {
  const length = new TextEncoder().encode(text).length;
  const bytes = encodeData("x".repeat(Math.max(0, length - 2)));
  bytes.set(new TextEncoder().encode(text), 24);
  new DataView(bytes.buffer).setUint32(20, crcOf(bytes.subarray(24)), true);
  return bytes;
}

/** The checksum once more, bit by bit. */
function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (-(crc & 1) & 0xedb88320);
  }
  return ~crc >>> 0;
}

test("a snapshot that went through a file continues bit for bit", async () => {
  const scene = {
    ...gridScene(8, 8),
    solver: { method: "bdf2" },
    wind: { velocity: [1, 0, 0.5], density: 0.4 },
  };
  const straight = await createSimulation(scene);
  for (let step = 0; step < 40; step++) straight.step();
  const first = await createSimulation(scene);
  for (let step = 0; step < 17; step++) first.step();
  const second = await createSimulation(scene);
  second.restore(decodeData(encodeData(first.snapshot()), "x") as Snapshot);
  while (second.steps < 40) second.step();
  expect(second.hash()).toBe(straight.hash());
});
