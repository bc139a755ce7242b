import { DrapeError, InputError } from "../core/errors.ts";
import { formatScene } from "../output/scene-json.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import { SETTLE_DEFAULTS, type SettledScene, type SettleOptions, settleScene } from "../scene/settle-scene.ts";
import { type Arguments, readNumberFlag, readScenePath } from "./arguments.ts";
import { BrokenOff, createBreakable } from "./breakable.ts";
import type { Command } from "./command.ts";
import { checkOutputs, doJob, readScene } from "./files.ts";
import { meshLoaderBeside } from "./mesh-loader-beside.ts";

/** `drape settle`: lets the cloths of a scene come to rest, and writes the scene with that as its start. */
export const settleCommand: Command = {
  flags: [
    { name: "seconds", value: "S", summary: `how long at most, in simulated seconds (default ${SETTLE_DEFAULTS.seconds})` },
    { name: "out", value: "FILE.json", summary: "write the scene here, which may be SCENE itself (default: to stdout)" },
    { name: "quiet", summary: "no progress and no summary" },
  ],
  run: settle,
};

/** Between two looks at the clock, so that an interrupt is seen. */
const YIELD_MS = 50;

async function settle(args: Arguments): Promise<number> {
  const { flags } = args;
  const path = readScenePath("settle", args);
  const out = flags.get("out");
  const seconds = readNumberFlag(flags, "seconds", { above: 0, max: 1000, unit: "s" }, SETTLE_DEFAULTS.seconds);
  if (out !== undefined && !/\.json$/i.test(out)) throw new InputError("--out", out, "give it the ending .json");
  const scene = (await readScene(path)) as SceneInput;
  await checkOutputs(undefined, new Map([["--out", out]]));
  const isQuiet = flags.has("quiet");
  return doJob(isQuiet, async ({ files, progress, isInterrupted }) => {
    let yielded = performance.now();
    const options: SettleOptions = {
      seconds,
      loadMesh: meshLoaderBeside(path),
      async onStep(steps, most, speed) {
        if (performance.now() - yielded > YIELD_MS) {
          progress.show(steps, most, `${(1000 * speed).toFixed(0)} mm/s`);
          await new Promise((resolve) => setImmediate(resolve));
          yielded = performance.now();
        }
        if (isInterrupted()) throw new DrapeError(`interrupted at step ${steps}; nothing was written`);
      },
    };
    const settled = await settleScene(scene, options, createBreakable()).catch((error) => {
      throw error instanceof BrokenOff ? new DrapeError("interrupted in a step; nothing was written") : error;
    });
    progress.clear();
    const text = formatScene(settled.scene);
    if (out === undefined) {
      process.stdout.write(text);
    } else {
      await files.write(out, text);
      if (!isQuiet) process.stdout.write(`${out}: ${describeResult(settled)}\n`);
    }
    return 0;
  });
}

function describeResult({ time, speed, isAtRest, inspection }: SettledScene): string {
  const { intersections, maxPenetration } = inspection;
  const state = isAtRest ? "at rest" : "not quite at rest";
  return (
    `${state} after ${Number(time.toPrecision(3))} s, the fastest particle at ${(1000 * speed).toFixed(1)} mm/s, ` +
    `${intersections} intersections, ${(1000 * maxPenetration).toFixed(2)} mm deep in bodies`
  );
}
