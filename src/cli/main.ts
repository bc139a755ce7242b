#!/usr/bin/env node
import { runProgram } from "./program.ts";

// whoever reads our output may stop reading, as `head` does
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runProgram(process.argv.slice(2));
