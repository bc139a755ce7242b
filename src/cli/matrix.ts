import { InputError, UnsupportedError } from "../core/errors.ts";
import { ORDERINGS } from "../linalg/ordering.ts";
import { computeSpy } from "../linalg/spy.ts";
import { formatMatrixMarket } from "../output/matrix-market.ts";
import { describeRun, runInfo } from "../output/run-info.ts";
import { buildScene } from "../scene/build-scene.ts";
import { parseScene } from "../scene/parse-scene.ts";
import { createSimulationFromSetup } from "../sim/simulation.ts";
import { type Arguments, readScenePath } from "./arguments.ts";
import type { Command } from "./command.ts";
import { checkOutputs, doJob } from "./files.ts";
import { meshLoaderBeside } from "./mesh-loader-beside.ts";
import { readScenario, SCENARIO_FLAGS } from "./scenario.ts";

/** `drape matrix`: the constant system matrix of a scene, and what each ordering makes of its factor. */
export const matrixCommand: Command = {
  flags: [
    ...SCENARIO_FLAGS,
    { name: "out", value: "FILE.mtx", summary: "write the matrix in the Matrix Market format" },
    { name: "quiet", summary: "no table" },
  ],
  run: showMatrix,
};

async function showMatrix(args: Arguments): Promise<number> {
  const { flags } = args;
  const path = readScenePath("matrix", args);
  const out = flags.get("out");
  if (out !== undefined && !/\.mtx$/i.test(out)) throw new InputError("--out", out, "give it the ending .mtx");
  const scene = parseScene(await readScenario(path, args));
  await checkOutputs(path, new Map([["--out", out]]));
  const simulation = createSimulationFromSetup(await buildScene(scene, meshLoaderBeside(path)));
  const matrix = simulation.view.matrix();
  if (matrix === undefined) {
    throw new UnsupportedError(
      `${simulation.method} has no constant matrix: choose linear-edge, linear-triangle, two-level or desbrun with --method`,
    );
  }
  if (!flags.has("quiet")) {
    process.stdout.write(`matrix: ${matrix.rowCount} rows, ${matrix.rowCount + 2 * matrix.column.length} non-zeros\n`);
    for (const ordering of ORDERINGS) {
      const spy = computeSpy(matrix, ordering, 1);
      const chosen = ordering === "auto" ? ` (${spy.ordering})` : "";
      process.stdout.write(`factor: ${String(spy.factorEntries).padStart(10)} non-zeros, ${ordering}${chosen}\n`);
    }
  }
  if (out === undefined) return 0;
  return doJob(true, async ({ files }) => {
    const info = runInfo(simulation, path, scene.timestep);
    await files.write(out, formatMatrixMarket(matrix, [describeRun(info), "rows are vertices in the scene's order"]));
    return 0;
  });
}
