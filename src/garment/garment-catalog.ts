import { cape } from "./cape.ts";
import { dress } from "./dress.ts";
import type { GarmentKind } from "./garment-options.ts";
import { poncho } from "./poncho.ts";
import { skirt } from "./skirt.ts";
import { sleeves } from "./sleeves.ts";
import { trousers } from "./trousers.ts";

/** Every kind of garment: a new one is a file beside this one and a line here. */
export const GARMENTS: readonly GarmentKind[] = [cape, skirt, dress, poncho, trousers, sleeves];
