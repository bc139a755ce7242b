import { InputError } from "../core/errors.ts";
import { buildScene } from "../scene/build-scene.ts";
import { parseScene } from "../scene/parse-scene.ts";
import type { Command } from "./command.ts";
import { meshLoaderBeside, readScene } from "./files.ts";

/** `drape check`: reads and builds a scene without running it. */
export const checkCommand: Command = {
  flags: [],
  async run({ positional }) {
    if (positional.length !== 1) throw new InputError("check", `${positional.length} scenes`, "name one scene file");
    const [path] = positional;
    const scene = parseScene(await readScene(path));
    const { cloth, method } = await buildScene(scene, meshLoaderBeside(path));
    const asked = scene.solver.method;
    const chosen = method === asked ? "" : `; ${asked.name} chooses ${method.name}`;
    const { particleCount, springs, triangles, hinges } = cloth;
    process.stdout.write(
      `${path}: fine — ${particleCount} particles, ${springs.count} springs, ${triangles.length / 3} triangles, ${hinges.count} hinges${chosen}\n`,
    );
    return 0;
  },
};
