import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { doJob } from "../../src/cli/files.ts";
import { gridScene } from "../scene/sample-scenes.ts";
import { type CliResult, makeFolder, startCli, writeScene } from "../support/run-cli.ts";

const { folder: root, remove } = makeFolder();
afterAll(remove);

/** Starts a run that would take hours, waits until `underway` holds, and sends it a signal. */
async function interrupt(
  name: string,
  signal: NodeJS.Signals,
  underway: (names: string[], folder: string) => boolean,
  args: readonly string[] = [],
  { sides = 12, solver = {} }: { readonly sides?: number; readonly solver?: object } = {},
): Promise<{ result: CliResult; files: string[]; folder: string }> {
  const folder = join(root, name);
  mkdirSync(folder);
  writeScene(folder, "scene.json", { ...gridScene(sides, sides), solver });
  const { child, result } = startCli(
    ["run", "scene.json", "--steps", "100000000", "--state", "s.json", "--metrics", "m.csv", ...args],
    folder,
  );
  while (child.exitCode === null && !underway(readdirSync(folder), folder)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill(signal);
  // what comes in the moment in which a step begins is not seen until it ends, and one presses again
  const again = setInterval(() => existsSync(join(folder, "x.pc2.lock")) && child.kill(signal), 1000);
  const finished = await result;
  clearInterval(again);
  return { result: finished, files: readdirSync(folder).sort(), folder };
}

/** The growing table exists and holds some rows. */
function isGrowing(names: string[], folder: string): boolean {
  const part = names.find((name) => name.startsWith("m.csv.") && name.endsWith(".part"));
  return part !== undefined && statSync(join(folder, part)).size > 1000;
}

describe.skipIf(process.platform === "win32")("an interrupted run", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s: nothing under a final name, nothing half-written", async (signal) => {
    const { result, files } = await interrupt(signal, signal, isGrowing);
    expect(files).toEqual(["scene.json"]);
    expect(result.code).toBe(2);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(/^drape: interrupted at step \d+; unfinished files were removed\n$/);
  });

  test("meshes of earlier steps stay, each of them whole", async () => {
    const three = (names: string[]): boolean => names.filter((name) => name.endsWith(".obj")).length > 3;
    const { result, files, folder } = await interrupt("every", "SIGINT", three, ["--out", "x.obj", "--every", "5"]);
    expect(result.code).toBe(2);
    const meshes = files.filter((name) => name.endsWith(".obj"));
    // with what --resume goes on from
    expect(files).toEqual(["m.csv.part", "scene.json", "x.obj.part", "x.obj.resume", ...meshes].sort());
    expect(meshes.length).toBeGreaterThan(3);
    for (const mesh of meshes) {
      const lines = readFileSync(join(folder, mesh), "utf8").split("\n");
      expect(lines.filter((line) => line.startsWith("v ")).length).toBe(144);
      expect(lines.filter((line) => line.startsWith("f ")).length).toBe(242);
      expect(lines.at(-1)).toBe("");
    }
    expect(existsSync(join(folder, "x.obj"))).toBe(false);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s ends a step that would take minutes, and what was baked before stays",
    async (signal) => {
      const sweeps = { method: "gauss-seidel", sweeps: 10_000, kernels: "typescript" };
      const begun = (names: string[], folder: string): boolean =>
        names.includes("x.pc2.part") && statSync(join(folder, "x.pc2.part")).size > 0;
      const { result, files } = await interrupt(`in-a-step-${signal}`, signal, begun, ["--out", "x.pc2", "--every", "1"], {
        sides: 150,
        solver: sweeps,
      });
      expect(result.code).toBe(2);
      expect(result.stderr).toMatch(/drape: interrupted at step 0; the same with --resume goes on from there\n$/);
      // where it came just before the step there is a checkpoint as well
      expect(files.filter((name) => name !== "x.pc2.resume")).toEqual(["m.csv.part", "scene.json", "x.pc2.part"]);
    },
  );
});

test("a signal that a thread hears too, and tells later as Ctrl-C, ends nothing that is ending; without a signal nobody listens any more", async () => {
  const before = process.rawListeners("SIGINT");
  const hear = (signal: "SIGINT" | "SIGTERM"): void => process.rawListeners(signal).at(-1)?.(signal);
  const code = await doJob(true, async ({ isInterrupted }) => {
    hear("SIGTERM");
    return isInterrupted() ? 2 : 0;
  });
  expect([code, process.listenerCount("SIGINT")]).toEqual([2, before.length + 1]);
  hear("SIGINT");
  expect(process.rawListeners("SIGINT")).toEqual(before);
  for (const listener of process.rawListeners("SIGHUP").slice(-1)) process.off("SIGHUP", listener as () => void);
  await doJob(true, async () => 0);
  expect(process.rawListeners("SIGINT")).toEqual(before);
});
