import type { BodiesByName } from "../sim/transplant.ts";

/** Is called by who has prepared his part of a change; resolves when all have. */
export type Agreement = () => Promise<BodiesByName | undefined>;

/** The error of one part of a change that could not be prepared. */
export interface Refusal {
  readonly part: number;
  readonly error: unknown;
}

/**
 * Does the parts of a change that is made by all or by none: each prepares its own, agrees, and goes on when all have. `bodies` is asked then, for all of
 * them. Gives what they give, or who refuses.
 */
export async function meet<T>(
  parts: readonly ((agree: Agreement) => Promise<T>)[],
  bodies: () => Promise<BodiesByName | undefined>,
): Promise<{ readonly done: readonly T[]; readonly refusals: readonly Refusal[] }> {
  const refusals: Refusal[] = [];
  let missing = parts.length;
  const opinion = { resolve: (_: BodiesByName | undefined): void => {}, reject: (_: unknown): void => {} };
  const all = new Promise<BodiesByName | undefined>((resolve, reject) => Object.assign(opinion, { resolve, reject }));
  all.catch(() => {}); // those who wait for it are told

  function arrive(): void {
    missing--;
    if (missing > 0) return;
    if (refusals.length > 0) opinion.reject(new Error("others refuse it"));
    else bodies().then(opinion.resolve, opinion.reject);
  }

  const done = await Promise.allSettled(
    parts.map(async (work, part) => {
      let isReady = false;
      const agree: Agreement = () => {
        isReady = true;
        arrive();
        return all;
      };
      try {
        return await work(agree);
      } catch (error) {
        if (!isReady || refusals.length === 0) refusals.push({ part, error });
        if (!isReady) arrive();
        throw error;
      }
    }),
  );
  return { done: done.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])), refusals };
}
