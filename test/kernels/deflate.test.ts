import { inflateRawSync } from "node:zlib";
import { array, assert, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { deflate } from "../../scripts/deflate.mjs";

const bytes = (most: number) => uint8Array({ min: 0, max: most, maxLength: 400 });

test.each([1, 3, 255])("what is deflated, behind other bytes too, is inflated to the same: bytes up to %d", (most) => {
  assert(
    property(bytes(most), array(bytes(most), { minLength: 1, maxLength: 4 }), (before, parts) => {
      const inflated = inflateRawSync(deflate(parts, before), { dictionary: before });
      expect(Buffer.compare(inflated, Buffer.concat(parts))).toBe(0);
    }),
    { numRuns: 40 },
  );
});
