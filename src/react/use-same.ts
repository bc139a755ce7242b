import { useState } from "react";
import { isSame } from "./same-value.ts";

/** A value that stays the very same object for as long as its content does, and a number that is another whenever the content is. */
export function useSame<T>(value: T): readonly [value: T, generation: number] {
  const [kept, keep] = useState<readonly [T, number]>([value, 0]);
  if (isSame(kept[0], value)) return kept;
  const next = [value, kept[1] + 1] as const;
  keep(next); // React renders at once again
  return next;
}
