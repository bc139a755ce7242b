// The plain methods with conjugate gradients. A room (../rooms.ts).

import { theta } from "../../methods/implicit/theta.ts";
import { implicitEuler } from "../../methods/implicit-euler.ts";
import type { Method } from "../../methods/method.ts";

export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [implicitEuler, theta];
