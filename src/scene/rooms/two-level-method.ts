// The two-level method, which brings coarse hats. A room (../rooms.ts).

import type { Method } from "../../methods/method.ts";
import { twoLevel } from "../../methods/two-level.ts";

export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [twoLevel];
