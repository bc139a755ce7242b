import type { Cycle } from "./cycle.ts";
import { dance } from "./cycles/dance.ts";
import { press } from "./cycles/press.ts";
import { stand } from "./cycles/stand.ts";
import { turn } from "./cycles/turn.ts";
import { walk } from "./cycles/walk.ts";

export type CycleName = "stand" | "walk" | "turn" | "dance" | "press";

/** Every motion of the figure by its name in scenes: a new one is a file in cycles/, a line here and its name above. */
export const CYCLES: Readonly<Record<CycleName, Cycle>> = { stand, walk, turn, dance, press };
