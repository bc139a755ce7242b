import type { Arguments, Flag } from "./arguments.ts";

/** One command of the `drape` program, as `drape --help` lists it. */
export interface CommandEntry {
  readonly name: string;
  /** What follows the name, such as SCENE. */
  readonly operands: string;
  readonly summary: string;
  /** Loads the command itself and the modules that it needs. */
  load(): Promise<Command>;
}

/** The options of a command and what it does. */
export interface Command {
  readonly flags: readonly Flag[];
  /** Returns the exit code: 0 done, 1 the input was wrong, 2 it failed while running. */
  run(args: Arguments): Promise<number>;
}
