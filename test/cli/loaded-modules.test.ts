import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { squareScene } from "../scene/sample-scenes.ts";
import { makeFolder, ROOT, writeScene } from "../support/run-cli.ts";

const DIST = pathToFileURL(join(ROOT, "dist/")).href;
const { folder, remove } = makeFolder();
afterAll(remove);

/** The modules of the built program that a command line loads, by their paths below dist. */
async function listModules(...args: string[]): Promise<string[]> {
  const observer = pathToFileURL(join(ROOT, "test/support/list-modules.mjs")).href;
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", observer, join(ROOT, "dist/cli/main.js"), ...args]);
  return stderr
    .split("\n")
    .filter((line) => line.startsWith(DIST))
    .map((line) => line.slice(DIST.length));
}

const roomsOf = (modules: readonly string[]): Set<string> => new Set(modules.map((path) => path.split("/")[0]));

test.each([["--version"], ["--help"]])("%s loads the program and its catalogue of commands, and no engine", async (word) => {
  const modules = await listModules(word);
  expect(modules).toContain("cli/program.js");
  expect(roomsOf(modules)).toEqual(new Set(["cli", "core"]));
  expect(modules.length).toBeLessThan(10);
});

test("a command loads what it needs: check a scene's parser, but neither writers nor papers nor the step", async () => {
  const rooms = roomsOf(await listModules("check", writeScene(folder, "scene.json", squareScene())));
  expect(rooms).toContain("scene");
  expect([...rooms]).not.toEqual(expect.arrayContaining(["papers"]));
  expect([...rooms]).not.toEqual(expect.arrayContaining(["output"]));
});
