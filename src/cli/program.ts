import { DrapeError, InputError, nearestWord, UnsupportedError } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { formatFlags, parseArguments } from "./arguments.ts";
import type { Command, CommandEntry } from "./command.ts";

/** Every command: a new one is a file beside this one and an entry here. What a command needs is loaded when it is asked for. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "run", operands: "SCENE", summary: "simulate a scene", load: async () => (await import("./run.ts")).runCommand },
  {
    name: "methods",
    operands: "",
    summary: "every solver with its options",
    load: async () => (await import("./methods.ts")).methodsCommand,
  },
  {
    name: "check",
    operands: "SCENE",
    summary: "validate a scene; one line an error, exit 1",
    load: async () => (await import("./check.ts")).checkCommand,
  },
  {
    name: "settle",
    operands: "SCENE",
    summary: "let the cloth come to rest, and write the scene with that as its start",
    load: async () => (await import("./settle.ts")).settleCommand,
  },
  {
    name: "matrix",
    operands: "SCENE",
    summary: "the system matrix of a linear method: non-zeros before and after factoring; export",
    load: async () => (await import("./matrix.ts")).matrixCommand,
  },
  {
    name: "bench",
    operands: "[SCENE]",
    summary: "how long methods take on this machine: on a scene, or on sheets of its own",
    load: async () => (await import("./bench.ts")).benchCommand,
  },
  {
    name: "papers",
    operands: "[KEY…]",
    summary: "run the papers' experiments again and write a report",
    load: async () => (await import("./papers.ts")).papersCommand,
  },
];

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
  const entry = COMMANDS.find((one) => one.name === name);
  if (entry === undefined) {
    const names = COMMANDS.map((one) => one.name);
    const near = nearestWord(name, names);
    const advice = near === undefined ? `use ${names.join(", ")}` : `did you mean ${near}?`;
    throw new InputError("command", JSON.stringify(name.slice(0, 40)), advice);
  }
  const command = await entry.load();
  if (rest.includes("--help")) {
    process.stdout.write(commandHelp(entry, command));
    return 0;
  }
  return command.run(parseArguments(rest, command.flags));
}

function generalHelp(): string {
  const lines = COMMANDS.map(({ name, operands, summary }) => `  drape ${`${name} ${operands}`.padEnd(14)} ${summary}`);
  return `drape ${VERSION}: real-time cloth\n\n${lines.join("\n")}\n\n  drape COMMAND --help   its options\n  drape --version\n`;
}

function commandHelp({ name, operands, summary }: CommandEntry, { flags }: Command): string {
  const options = flags.length > 0 ? `\n${formatFlags(flags)}\n` : "";
  const usage = ["drape", name, operands, flags.length > 0 ? "[options]" : ""].filter((word) => word !== "").join(" ");
  return `${usage}\n${summary}\n${options}`;
}
