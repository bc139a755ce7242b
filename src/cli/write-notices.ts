import type { Simulation } from "../sim/simulation.ts";

/** Tells on stderr, a line each, what was mended or passed over in a scene and its files. */
export function writeNotices({ notices }: Pick<Simulation, "notices">): void {
  for (const notice of notices) process.stderr.write(`drape: ${notice}\n`);
}
