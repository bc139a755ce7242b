// node scripts/clean.mjs FOLDER: removes a build folder, so that nothing of deleted sources is left in it.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

const BUILD_FOLDERS = ["dist", "studio/dist"];
for (const folder of process.argv.slice(2)) {
  if (!BUILD_FOLDERS.includes(folder)) throw new Error(`${folder} is not one of ${BUILD_FOLDERS.join(", ")}`);
  rmSync(join(ROOT, folder), { recursive: true, force: true });
}
