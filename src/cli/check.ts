import { buildScene } from "../scene/build-scene.ts";
import { withKernels } from "../scene/load-kernels.ts";
import { parseScene } from "../scene/parse-scene.ts";
import { createSimulationFromSetup } from "../sim/simulation.ts";
import { readScenePath } from "./arguments.ts";
import type { Command } from "./command.ts";
import { readScene } from "./files.ts";
import { meshLoaderBeside } from "./mesh-loader-beside.ts";
import { writeNotices } from "./write-notices.ts";

/** `drape check`: reads and builds a scene without running it. The method is made too: it may refuse options that do not go together. */
export const checkCommand: Command = {
  flags: [],
  async run(args) {
    const path = readScenePath("check", args);
    const scene = parseScene(await readScene(path));
    const setup = await buildScene(scene, meshLoaderBeside(path));
    writeNotices(createSimulationFromSetup(await withKernels(setup, 1)));
    const { cloth, method } = setup;
    const asked = scene.solver.method;
    const chosen = method === asked ? "" : `; ${asked.name} chooses ${method.name}`;
    const { particleCount, springs, triangles, hinges } = cloth;
    process.stdout.write(
      `${path}: fine — ${particleCount} particles, ${springs.count} springs, ${triangles.length / 3} triangles, ${hinges.count} hinges${chosen}\n`,
    );
    return 0;
  },
};
