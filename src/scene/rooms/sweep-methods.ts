// Methods with sweeps. A room (../rooms.ts).

import { blockJacobi } from "../../methods/block-jacobi.ts";
import { gaussSeidel } from "../../methods/gauss-seidel.ts";
import type { Method } from "../../methods/method.ts";
import { scalarJacobi } from "../../methods/scalar-jacobi.ts";

export { implicitEuler } from "../../methods/implicit-euler.ts";
export { theta } from "../../methods/theta.ts";
export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [gaussSeidel, blockJacobi, scalarJacobi];
