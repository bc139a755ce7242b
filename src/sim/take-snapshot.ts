import { hashCloth } from "./hash-cloth.ts";
import type { Run } from "./run.ts";
import { saveRun } from "./save-run.ts";
import type { Snapshot } from "./snapshot.ts";

export const SNAPSHOT_FORMAT = 11;

export function takeSnapshot(run: Run): Snapshot {
  return { format: SNAPSHOT_FORMAT, cloth: hashCloth(run.uncut), ...saveRun(run) };
}
