import type { Rig } from "./rig.ts";
import type { Run } from "./run.ts";
import type { RigSnapshot, RunSnapshot } from "./snapshot.ts";

/** The state of a run, to go back to. */
export function saveRun(run: Run): RunSnapshot {
  const { setup, rig, flight, gradualCuts, bodies } = run;
  if (run.isWhole) rig.previous.set(rig.state.x);
  return {
    method: setup.method.name,
    cutsMade: run.cutsMade,
    owed: run.owed,
    blend: run.blend,
    isWhole: run.isWhole,
    frame: { ...run.frame },
    wind: setup.environment.wind,
    gravity: setup.environment.gravity.slice(),
    jet: setup.environment.jet,
    ball: flight?.ball,
    pendingCuts: gradualCuts?.save(),
    bodies: bodies.save(run.isWhole),
    ...saveRig(rig),
  };
}

function saveRig({ revision, state, previous, solver, drive, contact }: Rig): RigSnapshot {
  return {
    revision: revision.cloth.revision,
    edits: revision.edits,
    time: state.time,
    timeCarry: state.timeCarry,
    steps: state.steps,
    sceneIndex: revision.sceneIndex.slice(),
    positions: state.x.slice(),
    velocities: state.v.slice(),
    previous: previous.slice(),
    history: solver.history.map((array) => array.slice()),
    drive: drive.save(),
    contact: contact.save(),
  };
}
