import type { Contestant } from "./contestant.ts";
import { ammo } from "./contestants/ammo.ts";
import { drape } from "./contestants/drape.ts";
import { jolts } from "./contestants/jolt.ts";
import { plainPcg } from "./contestants/plain-pcg.ts";
import { chebyshev, projective } from "./contestants/projective.ts";
import { xpbd } from "./contestants/xpbd.ts";

export const CONTESTANTS: readonly Contestant[] = [...drape, ...jolts, ammo, xpbd, projective, chebyshev, plainPcg];
