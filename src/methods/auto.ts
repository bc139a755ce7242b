import { AUTO } from "./auto-info.ts";
import { chooseMethod } from "./choose-method.ts";
import { describeCloth } from "./describe-cloth.ts";
import type { Method } from "./method.ts";

/** Stands for another method, which is chosen when the simulation is made and is what computes. */
export const auto: Method = {
  ...AUTO,
  choose: (start, options) => chooseMethod(describeCloth(start, options), options.budget as number),
};
