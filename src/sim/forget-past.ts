import { copyArrays, type Rig } from "./rig.ts";

/** What the method and contact remember of steps begins anew. */
export function forgetPast({ solver, startHistory, contact }: Rig): void {
  copyArrays(startHistory, solver.history);
  const { pressing, letDown } = contact.save();
  contact.load({ elements: new Uint32Array(0), forces: new Float64Array(0), pressing, ...(letDown && { letDown }) });
}
