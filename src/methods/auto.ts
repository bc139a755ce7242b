import { chooseMethod } from "./choose-method.ts";
import { describeCloth } from "./describe-cloth.ts";
import type { Method } from "./method.ts";
import { AUTO } from "./unchosen-auto.ts";
import { boundModes } from "./ways/bound-modes.ts";

/** `auto`, with all the methods that it may choose. */
export const auto: Method = {
  ...AUTO,
  choose: (start, options) => chooseMethod({ ...describeCloth(start, options), ...boundModes(start) }, options.budget as number),
};
