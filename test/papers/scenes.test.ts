import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parseScene } from "../../src/index.ts";
import { formatScene } from "../../src/output/scene-json.ts";
import { EXPERIMENTS } from "../../src/papers/catalog.ts";
import { sceneName } from "../../src/papers/experiment.ts";
import { PAPERS } from "../../src/papers/papers.ts";
import { ROOT } from "../support/run-cli.ts";

const FOLDER = join(ROOT, "scenes/papers");
const UPDATE = process.env.UPDATE_SCENES === "1";
if (UPDATE) mkdirSync(FOLDER, { recursive: true });

describe("the scene of each experiment", () => {
  it.each(EXPERIMENTS.map((experiment) => [sceneName(experiment), experiment] as const))(
    "%s is in scenes/papers for the studio (UPDATE_SCENES=1 writes it anew)",
    (name, { scene }) => {
      const path = join(FOLDER, `${name}.json`);
      const text = formatScene({ $schema: "../../scene.schema.json", ...scene });
      if (UPDATE) writeFileSync(path, text);
      expect(readFileSync(path, "utf8")).toBe(text);
      const { title, description, camera } = parseScene(JSON.parse(text));
      expect([title !== "", description !== "", camera !== undefined]).toEqual([true, true, true]);
    },
  );

  it("is the only one there", () => {
    const expected = EXPERIMENTS.map((experiment) => `${sceneName(experiment)}.json`);
    expect(readdirSync(FOLDER).sort()).toEqual(expected.sort());
  });
});

test("every experiment is a file named after it, and no two have one name", () => {
  for (const { paper, name } of EXPERIMENTS) {
    expect([name, existsSync(join(ROOT, `src/papers/${paper}/${name}.ts`))]).toEqual([name, true]);
  }
  expect(new Set(EXPERIMENTS.map(sceneName)).size).toBe(EXPERIMENTS.length);
  for (const { paper } of EXPERIMENTS) expect(PAPERS.map(({ key }) => key)).toContain(paper);
});
