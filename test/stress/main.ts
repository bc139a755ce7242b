// The program of `npm run stress`; it can be bundled into one file and run elsewhere.
import { main } from "./run-stress.ts";

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(`npm run stress: ${error instanceof Error ? error.message.replaceAll("\n", " ") : error}`);
  return 1;
});
