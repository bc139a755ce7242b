import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FABRICS } from "../../src/fabric/fabrics.ts";
import { type Passport, testFabric } from "../../src/papers/physics/fabric-passport.ts";
import { formatPassports } from "../../src/papers/physics/passport-page.ts";
import { testFull } from "../support/full.ts";
import { ROOT } from "../support/run-cli.ts";

const PAGE = join(ROOT, "docs/fabrics.md");

testFull("docs/fabrics.md has what the tests find today (UPDATE_FABRICS=1 writes it anew)", async () => {
  const passports: Passport[] = [];
  const task = { isQuick: false, progress: async () => {} };
  for (const fabric of FABRICS) passports.push(await testFabric(fabric, { bend: true, drape: true }, task));
  const text = formatPassports(passports);
  if (process.env.UPDATE_FABRICS === "1") writeFileSync(PAGE, text);
  expect(readFileSync(PAGE, "utf8")).toBe(text);
});

test("docs/fabrics.md has a passport for every preset, with its weight and its source", () => {
  const text = readFileSync(PAGE, "utf8");
  for (const { name, title, source, density } of FABRICS) {
    expect(text).toMatch(new RegExp(`^\\| ${name} \\| ${Number((1000 * density).toFixed(1))} \\|`, "m"));
    expect(text).toContain(`### ${name}\n\n${title}. ${source === "typical" ? "All values are typical" : source}`);
  }
});
