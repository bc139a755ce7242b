import type { Run } from "./run.ts";
import { shownShare } from "./show.ts";

/** The time that is shown [s]. */
export function displayTime(run: Run): number {
  const { time } = run.rig.state;
  const share = shownShare(run);
  return share === 1 ? time : time - (1 - share) * run.setup.timestep;
}
