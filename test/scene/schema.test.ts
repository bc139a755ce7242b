import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../src/files.ts";
import { DrapeError, parseScene } from "../../src/index.ts";
import { ROOT } from "../support/run-cli.ts";
import { flippedTexts, strangeScenes } from "./broken-scenes.ts";

const schema = JSON.parse(readFileSync(join(ROOT, "scene.schema.json"), "utf8"));
const accepts = new Ajv({ strict: true, strictTuples: false, strictTypes: false, strictRequired: false, allowUnionTypes: true }).compile(
  schema,
);

/** Why the parser refuses a scene, or undefined where it reads it. */
function refusal(scene: unknown): string | undefined {
  try {
    parseScene(scene);
    return undefined;
  } catch (error) {
    if (error instanceof DrapeError) return error.message;
    throw error;
  }
}

/** What a schema cannot say, by the lines in which the parser says it. */
const BEYOND_A_SCHEMA: readonly (readonly [line: RegExp, why: string])[] = [
  [/give (each \w+|the figure) a name of its own$/, "names in one list are all different"],
  [/^compare\[\d+\]: .*choose one of/, "a name that another list of the scene gives"],
  [/times must ascend/, "numbers in a list ascend"],
  [/\.until: got .* give a finite number of at least/, "one number is at least another"],
  [/^wind\.lift: got .* up to/, "one number is at most another"],
  [/\.rounding: got .* up to/, "a number is at most the least of three others"],
  [/give a direction of some length$/, "three numbers are not all zero"],
  [/give a direction perpendicular to u$/, "two directions are perpendicular"],
  [/\.(velocities|masses|material): got \d+ entries; give \d+$/, "a list is as long as another"],
  [/\.heights\[\d+\]: got \d+ entries; give \d+$/, "lists in a list are equally long"],
  [
    /\.(springs|triangles|hinges)\[\d+\]\[\d\]: got \d+; give a whole number of at least 0 and up to \d+$/,
    "the number of a vertex that is there",
  ],
  [/: got \d+ numbers; give a multiple of \d$/, "numbers in rows, one after another"],
  [/: got \d+ rows for \d+ vertices; give one row a vertex$/, "a list has as many rows as another"],
  [/\.triangles: got nothing, with \d+ positions/, "a list has three rows a triangle"],
  [/\.triangles\[\d+\]: got \d+; give a whole number of at least 0 and up to -?\d+$/, "the number of a vertex that is there"],
  [/groups ascend and lie apart$|\.groups\[\d+\]: got triangles .* the mesh has/, "runs of a list ascend and end in it"],
  [/join two different particles$|give four different particles$|give three different corners$/, "numbers in a row are different"],
];

/** The value that a text is, or undefined where it is no JSON. */
function parseText(text: string): unknown {
  try {
    return parseJson(text, "scene.json");
  } catch {
    return undefined;
  }
}

/** What the two say of a scene: the same, or not for a reason of the table; anything else is a fault of one of them. */
function compare(scene: unknown): "read" | "refused" | "beyond" {
  const line = refusal(scene);
  const isFine = accepts(scene);
  if (line === undefined) {
    expect(isFine, `the schema alone refuses ${JSON.stringify(scene)}: ${JSON.stringify(accepts.errors)}`).toBe(true);
    return "read";
  }
  if (!isFine) return "refused";
  expect(
    BEYOND_A_SCHEMA.some(([pattern]) => pattern.test(line)),
    `the parser alone refuses: ${line}`,
  ).toBe(true);
  return "beyond";
}

describe("scene.schema.json", () => {
  test("types, schema and tables are what the descriptions say", () => {
    const script = ["--import", "./scripts/typescript.mjs", "scripts/generate-scene.mjs", "--check"];
    expect(() => execFileSync(process.execPath, script, { cwd: ROOT, stdio: "pipe" })).not.toThrow();
  });

  test("every scene of the gallery is fine", () => {
    const files = readdirSync(join(ROOT, "scenes")).filter((file) => file.endsWith(".json"));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) expect(compare(JSON.parse(readFileSync(join(ROOT, "scenes", file), "utf8"))), file).toBe("read");
  });

  test("a thousand scenes with flipped bytes get the same verdict from schema and parser", () => {
    const verdicts: string[] = [];
    fc.assert(
      fc.property(flippedTexts, (text) => {
        const scene = parseText(text);
        if (scene !== undefined) verdicts.push(compare(scene));
      }),
      { numRuns: 1000 },
    );
    for (const verdict of ["read", "refused"]) expect(verdicts.filter((one) => one === verdict).length).toBeGreaterThan(5);
  });

  test("a thousand scenes with strange values get the same verdict from schema and parser", () => {
    const verdicts: string[] = [];
    fc.assert(
      fc.property(strangeScenes, (scene) => {
        verdicts.push(compare(scene));
      }),
      { numRuns: 1000 },
    );
    for (const verdict of ["read", "refused"]) expect(verdicts.filter((one) => one === verdict).length).toBeGreaterThan(20);
  });
});
