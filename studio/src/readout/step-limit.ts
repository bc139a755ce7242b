/** What a step may take [ms], and what asks for it. */
export interface StepLimit {
  readonly name: string;
  readonly ms: number;
}

/** Frames of the screen a second. */
const FRAMES = 60;

/** The scene's budget where it sets one; else what leaves 60 frames a second in real time, of which each needs its steps. */
export function stepLimit(solver: Readonly<Record<string, unknown>>, timestep: number): StepLimit {
  const { budget } = solver;
  if (typeof budget === "number" && budget > 0) return { name: "budget", ms: budget };
  return { name: `${FRAMES} fps`, ms: 1000 * Math.min(timestep, 1 / FRAMES) };
}
