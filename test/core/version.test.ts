import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION } from "../../src/core/version.ts";

test("the version that outputs name is the package's", () => {
  const packageFile = new URL("../../package.json", import.meta.url);
  expect(VERSION).toBe(JSON.parse(readFileSync(packageFile, "utf8")).version);
});
