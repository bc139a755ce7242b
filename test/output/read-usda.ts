// @ts-expect-error: three has no types for it
import { USDAParser } from "three/examples/jsm/loaders/usd/USDAParser.js";

/** A value of a prim for each time code, or one for all. */
export interface UsdaSamples {
  readonly times: readonly number[];
  readonly values: readonly number[][];
}

/** What three's reader finds in a USD stage: a prim's attribute as time samples, flat. */
export function readUsda(text: string): (prim: string, attribute: string) => UsdaSamples {
  const { specsByPath } = new USDAParser().parseData(text) as {
    specsByPath: Record<string, { fields: Record<string, unknown> }>;
  };
  return (prim, attribute) => {
    const { timeSamples, default: still } = specsByPath[`/drape/${prim}.${attribute}`].fields;
    const { times, values } = (timeSamples ?? { times: [0], values: [still] }) as { times: number[]; values: unknown[][] };
    return { times, values: values.map((value) => value.flat(2) as number[]) };
  };
}
