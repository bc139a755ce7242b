// Methods with conjugate gradients on blocks of springs. A room (../rooms.ts).

import { choiKo } from "../../methods/choi-ko.ts";
import { theta } from "../../methods/implicit/theta.ts";
import { implicitEuler } from "../../methods/implicit-euler.ts";
import { implicitMidpoint } from "../../methods/implicit-midpoint.ts";
import type { Method } from "../../methods/method.ts";

export { createSimulation } from "../create-simulation.ts";

export const METHODS: readonly Method[] = [implicitEuler, theta, implicitMidpoint, choiKo];
