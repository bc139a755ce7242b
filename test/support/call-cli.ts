import { chdir, cwd, stderr, stdout } from "node:process";
import { runProgram } from "../../src/cli/program.ts";
import { type CliResult, ROOT } from "./run-cli.ts";

/** What the `drape` program would do, here and not in a process of its own, which takes half a second to begin. One at a time. */
export async function callCli(args: readonly string[], folder: string = ROOT): Promise<CliResult> {
  const before = cwd();
  const out = capture(stdout);
  const err = capture(stderr);
  chdir(folder);
  try {
    const code = await runProgram(args);
    return { code, stdout: out.text(), stderr: err.text() };
  } finally {
    chdir(before);
    out.end();
    err.end();
  }
}

/** What is written to a stream from now on. */
function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const { write } = stream;
  let text = "";
  stream.write = (piece: string | Uint8Array): boolean => {
    text += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
    return true;
  };
  return {
    text: () => text,
    end: () => {
      stream.write = write;
    },
  };
}
