import type { Comparison, ComparisonHost } from "../compare/comparison.ts";
import type { ComparedName } from "../page/link.ts";
import { loadOnce } from "./load-once.ts";
import type { PageParts } from "./page-parts.ts";

/** The comparison of several solvers, loaded when it is first asked for. */
export interface LazyComparison {
  readonly isOpen: boolean;
  /** The comparison while it is open. */
  readonly current: Comparison | undefined;
  /** Loads its code, once; false where that fails, and the banner says so. */
  load(): Promise<boolean>;
  /** To be called after `load`. */
  open(compared: readonly ComparedName[]): void;
  close(): void;
}

export function createLazyComparison(
  { banner, stage, scenery }: Pick<PageParts, "banner" | "stage" | "scenery">,
  host: ComparisonHost,
): LazyComparison {
  let comparison: Comparison | undefined;
  return {
    get isOpen() {
      return comparison?.isOpen === true;
    },
    get current() {
      return comparison?.isOpen ? comparison : undefined;
    },
    load: loadOnce("The comparison", banner, async () => {
      const { createComparison } = await import("../compare/comparison.ts");
      comparison = createComparison(document.body, stage, scenery, host);
    }),
    open: (compared) => comparison?.open(compared),
    close: () => comparison?.close(),
  };
}
