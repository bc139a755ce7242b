import { execFile } from "node:child_process";
import { dirname } from "node:path";

/** What a program prints, run where it lies. */
export function runNode(file: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(process.execPath, [file], { cwd: dirname(file) }, (error, stdout) => (error ? fail(error) : done(stdout)));
  });
}
