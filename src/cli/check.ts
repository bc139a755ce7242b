import { InputError } from "../core/errors.ts";
import { buildScene } from "../scene/build-scene.ts";
import { parseScene } from "../scene/parse-scene.ts";
import type { Command } from "./command.ts";
import { meshLoaderBeside, readScene } from "./files.ts";

/** `drape check`: reads and builds a scene without running it. */
export const checkCommand: Command = {
  name: "check",
  operands: "SCENE",
  summary: "validate a scene; one line an error, exit 1",
  flags: [],
  async run({ positional }) {
    if (positional.length !== 1) throw new InputError("check", `${positional.length} scenes`, "name one scene file");
    const [path] = positional;
    const { cloth } = await buildScene(parseScene(await readScene(path)), meshLoaderBeside(path));
    const { particleCount, springs, triangles, hinges } = cloth;
    process.stdout.write(
      `${path}: fine — ${particleCount} particles, ${springs.count} springs, ${triangles.length / 3} triangles, ${hinges.count} hinges\n`,
    );
    return 0;
  },
};
