import type { Arguments, Flag } from "./arguments.ts";

/** One command of the `drape` program. */
export interface Command {
  readonly name: string;
  /** What follows the name, such as SCENE. */
  readonly operands: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Returns the exit code: 0 done, 1 the input was wrong, 2 it failed while running. */
  run(args: Arguments): Promise<number>;
}
