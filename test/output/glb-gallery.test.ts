import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import type { SceneInput } from "../../src/index.ts";
import { ROOT } from "../support/run-cli.ts";
import { bake, expectValid, fileOf } from "./bake.ts";

const GARMENTS = ["cape", "dress", "poncho", "skirt", "trousers-and-sleeves", "oh-dancers", "layers"];

describe("GLB of the gallery", () => {
  test.each(GARMENTS)("%s: 0 errors and 0 warnings in the Khronos validator", async (name) => {
    const scene = JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), "utf8")) as SceneInput;
    const { recording } = await bake(scene, 3);
    await expectValid(fileOf(recording, ".glb"));
  });
});
