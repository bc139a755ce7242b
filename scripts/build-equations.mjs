// node --import ./scripts/typescript.mjs scripts/build-equations.mjs [--check]: sets the formulas of the papers' chapters as MathML and
// writes src/papers/report/mathml.ts, so that a report needs no typesetting. --check fails if that file is not what would be written.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import temml from "temml";
import { formulasOf } from "../src/papers/chapter.ts";
import { NOTATIONS } from "../src/papers/notations.ts";
import { ROOT } from "./run.mjs";

const FILE = join(ROOT, "src/papers/report/mathml.ts");

/** @type {Map<string, string>} */
const set = new Map();
for (const { tex, display } of formulasOf(NOTATIONS.flatMap((row) => Object.values(row)))) {
  const mathml = temml.renderToString(tex, { displayMode: display, throwOnError: true });
  set.set(`${display ? "display" : "inline"} ${tex}`, mathml);
}
const lines = [...set].map(([key, mathml]) => `  ${JSON.stringify(key)}: ${JSON.stringify(mathml)},`);
const text = `// Made by npm run build:equations from the papers' chapters. Do not edit.
// biome-ignore-all format: as it was made

/** Formulas as MathML, by "display" or "inline" and their TeX. */
export const MATHML: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`;
if (process.argv.includes("--check")) {
  if (readFileSync(FILE, "utf8") !== text) {
    console.error("src/papers/report/mathml.ts is not made from the chapters as they are: run npm run build:equations");
    process.exitCode = 1;
  }
} else writeFileSync(FILE, text);
