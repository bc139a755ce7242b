// Methods that solve, besides the plain ones, and what some of these are with multigrid. A room (../rooms.ts).

import { bdf2 } from "../../methods/bdf2.ts";
import { bdf2Paid } from "../../methods/bdf2-paid.ts";
import { choiKo } from "../../methods/choi-ko.ts";
import { implicitMidpoint } from "../../methods/implicit-midpoint.ts";
import type { Method } from "../../methods/method.ts";
import { newtonEuler } from "../../methods/newton-euler.ts";
import { newtonMidpoint } from "../../methods/newton-midpoint.ts";
import { paid } from "../../methods/paid.ts";
import { rosenbrock } from "../../methods/rosenbrock.ts";
import { triangleImplicit } from "../../methods/triangle-implicit.ts";

export { implicitEuler } from "../../methods/implicit-euler.ts";
export { precondition } from "../../methods/multigrid/preconditioned.ts";
export { theta } from "../../methods/theta.ts";
export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [
  bdf2,
  bdf2Paid,
  choiKo,
  implicitMidpoint,
  newtonEuler,
  newtonMidpoint,
  paid,
  rosenbrock,
  triangleImplicit,
];
