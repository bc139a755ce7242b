import { cape } from "./cape.ts";
import { dress } from "./dress.ts";
import type { GarmentPattern } from "./garment-options.ts";
import { poncho } from "./poncho.ts";
import { skirt } from "./skirt.ts";
import { sleeves } from "./sleeves.ts";
import { trousers } from "./trousers.ts";

/** Every kind of garment: a new one is a file beside this one, a line here, and its words in garments.ts. */
export const GARMENTS: readonly GarmentPattern[] = [cape, skirt, dress, poncho, trousers, sleeves];
