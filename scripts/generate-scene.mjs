// npm run build:scene [-- --check]: writes what follows from the descriptions of the scene format in src/scene/fields and the words about
// them in scripts/scene/words.ts: the input types, the JSON Schema and the tables of docs/scene-format.md. With --check it writes nothing and fails
// where a file is not what it would write.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sceneField } from "../src/scene/fields/scene-field.ts";
import { WHOLE_KINDS } from "../src/scene/whole-kinds.ts";
import { ROOT } from "./run.mjs";
import { writeInputTypes } from "./scene/input-types.ts";
import { writeSchema } from "./scene/schema.ts";
import { writeTables } from "./scene/tables.ts";

const scene = sceneField(WHOLE_KINDS);
const page = readFileSync(join(ROOT, "docs/scene-format.md"), "utf8");

/** The text as the formatter has it. @param {string} file @param {string} text */
function format(file, text) {
  const biome = join(ROOT, "node_modules/.bin/biome");
  return execFileSync(biome, ["format", `--stdin-file-path=${file}`], { input: text, cwd: ROOT, encoding: "utf8" });
}

const FILES = {
  "src/scene/scene-input.ts": format("src/scene/scene-input.ts", writeInputTypes(scene)),
  "scene.schema.json": format("scene.schema.json", writeSchema(scene)),
  "docs/scene-format.md": writeTables(page, scene),
};

for (const [file, text] of Object.entries(FILES)) {
  if (readFileSync(join(ROOT, file), { encoding: "utf8", flag: "a+" }) === text) continue;
  if (process.argv.includes("--check")) {
    console.error(`${file} is not what src/scene/fields and scripts/scene/words.ts say: run npm run build:scene`);
    process.exitCode = 1;
  } else writeFileSync(join(ROOT, file), text);
}
