import { UnsupportedError } from "../core/errors.ts";
import type { Force } from "../forces/force-term.ts";
import { EDGE_TERMS, type Forces } from "../forces/forces.ts";

/**
 * Throws an UnsupportedError that names the first elastic or damping force that kernels do not compute: all know the terms of springs, hinges
 * and particles, some know `others` besides. External forces are no matter: TypeScript computes them, and kernels take their sum.
 */
export function requireKnownTerms({ elastic, damping }: Forces<Force>, others: readonly string[] = []): void {
  for (const { name } of [...elastic, ...damping]) {
    if (EDGE_TERMS.includes(name) || others.includes(name)) continue;
    throw new UnsupportedError(`the kernels in WebAssembly do not compute the force "${name}"`);
  }
}
