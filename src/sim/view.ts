import type { SymmetricMatrix } from "../linalg/symmetric-matrix.ts";
import type { Inspection, Inspector } from "./inspect-state.ts";
import type { Metrics } from "./measure.ts";
import type { Run } from "./run.ts";
import type { SimulationSetup } from "./setup.ts";
import type { Sights } from "./sights.ts";

/**
 * A simulation as it is at the end of its last step, also after `update`, besides its surface: numbers for people and for pictures. Looking
 * changes nothing.
 */
export interface SimulationView extends Sights {
  /** Energies, momenta, strain, contacts. */
  measure(): Metrics;
  /** Has anything passed through anything? It takes longer than `measure`, often as long as a step. */
  inspect(): Inspection;
  /** The scalar system matrix of a method that factors one, for the scene's timestep, rows in the scene's order; else undefined. */
  matrix(): SymmetricMatrix | undefined;
}

export function createView(run: Run, { abilities, inspected = [], timestep }: SimulationSetup): SimulationView {
  const { bodies } = run;
  let inspector: Inspector | undefined;
  let sights: Sights | undefined;
  const look = (): Sights => {
    sights ??= abilities.createSights(run.rigSetup, inspected, () => run.rig, bodies);
    return sights;
  };
  return {
    measure: () => abilities.measureState(run.rig.revision.cloth, run.rig.forces, run.rig.state, run.report, run.rig.contact.count),
    inspect() {
      inspector ??= abilities.createInspector(run.uncut, inspected);
      return inspector(run.rig.revision, run.rig.state.x, bodies.end, bodies.endTime);
    },
    matrix() {
      const { solver, revision } = run.rig;
      return solver.matrix && abilities.renumberMatrix(solver.matrix(timestep), revision.sceneIndex);
    },
    readField: (field, out) => look().readField(field, out),
    springs: () => look().springs(),
    boxes: (depth) => look().boxes(depth),
    intersections: () => look().intersections(),
  };
}
