import { editCloth, type Run } from "./run.ts";
import { createTearing } from "./tearing.ts";

/** Cuts the cloth where it is pulled harder than it bears; the new lips move from the next step on. */
export function tear(run: Run): void {
  const { revision, state, drive } = run.rig;
  const { cloth } = revision;
  if (cloth.tearing === undefined) return;
  if (run.tearing?.cloth !== cloth) run.tearing = createTearing(cloth, cloth.tearing);
  const corners = run.tearing.find(state.x, drive.pinned, drive.grabbed);
  if (corners.length === 0) return;
  editCloth(run, { kind: "cut", corners });
  run.hasTorn = true;
}
