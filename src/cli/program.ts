import { DrapeError, InputError, nearestWord, UnsupportedError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { formatFlags, parseArguments } from "./arguments.ts";
import { benchCommand } from "./bench.ts";
import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { matrixCommand } from "./matrix.ts";
import { methodsCommand } from "./methods.ts";
import { papersCommand } from "./papers.ts";
import { runCommand } from "./run.ts";
import { settleCommand } from "./settle.ts";

/** Every command: a new one is a file beside this one and a line here. */
const COMMANDS: readonly Command[] = [runCommand, methodsCommand, checkCommand, settleCommand, matrixCommand, benchCommand, papersCommand];

/** Runs what the words after `drape` ask for, and says in one line what was wrong. Returns the exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await runWords(words);
  } catch (error) {
    const expected = error instanceof DrapeError;
    const message = expected ? error.message : `unexpected failure: ${(error as Error)?.stack ?? String(error)}`;
    process.stderr.write(`drape: ${message}\n`);
    return error instanceof InputError || error instanceof UnsupportedError ? 1 : 2;
  }
}

async function runWords([name, ...rest]: readonly string[]): Promise<number> {
  if (name === "--version" || name === "-v") {
    process.stdout.write(`drape ${VERSION}\n`);
    return 0;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(generalHelp());
    return name === undefined ? 1 : 0;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) {
    const near = nearestWord(
      name,
      COMMANDS.map((one) => one.name),
    );
    const advice = near === undefined ? `use ${COMMANDS.map((one) => one.name).join(", ")}` : `did you mean ${near}?`;
    throw new InputError("command", JSON.stringify(name.slice(0, 40)), advice);
  }
  if (rest.includes("--help")) {
    process.stdout.write(commandHelp(command));
    return 0;
  }
  return command.run(parseArguments(rest, command.flags));
}

function generalHelp(): string {
  const lines = COMMANDS.map(({ name, operands, summary }) => `  drape ${`${name} ${operands}`.padEnd(14)} ${summary}`);
  return `drape ${VERSION}: real-time cloth\n\n${lines.join("\n")}\n\n  drape COMMAND --help   its options\n  drape --version\n`;
}

function commandHelp({ name, operands, summary, flags }: Command): string {
  const options = flags.length > 0 ? `\n${formatFlags(flags)}\n` : "";
  const usage = ["drape", name, operands, flags.length > 0 ? "[options]" : ""].filter((word) => word !== "").join(" ");
  return `${usage}\n${summary}\n${options}`;
}
