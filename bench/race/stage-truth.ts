import { strainOf } from "./compare.ts";
import { seenLike } from "./kept-motion.ts";
import { framesDistance } from "./measure.ts";
import type { RaceCloth } from "./race-cloth.ts";
import type { RaceScene } from "./race-scene.ts";
import { type Effort, findTruth } from "./reference.ts";
import type { Result } from "./run-setting.ts";
import type { StageTruth } from "./stage.ts";

/** What a stage is held against; undefined where that has not been computed. */
export async function describeTruth(cloth: RaceCloth, { strain }: RaceScene, effort: Effort): Promise<StageTruth | undefined> {
  const truth = await findTruth(cloth, effort);
  if (truth === undefined) return undefined;
  const { about, change, frames, measures, strains, strains999 } = truth;
  const still = frames.map((x) => seenLike(cloth.positions, cloth, x));
  const end = strain === "rest" ? { maxRest: last(strains), p999Rest: last(strains999) } : {};
  return { about, change, stillError: framesDistance(still, frames), measures: { ...measures, ...end } };
}

/** So close to the converged motion, and within a tenth of its strain, that nothing finer can bring more. */
export function isGoodEnough({ measures }: Result, { strain }: RaceScene, truth: StageTruth): boolean {
  if (measures === undefined) return false;
  const near = Math.min(0.01, 0.1 * truth.stillError);
  return measures.motionError < near && strainOf(measures, strain).largest < 1.1 * strainOf(truth.measures, strain).largest;
}

function last(values: readonly number[] | undefined): number {
  return values?.at(-1) ?? Number.NaN;
}
