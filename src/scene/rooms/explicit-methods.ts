// Methods without a solve. A room (../rooms.ts).

import { explicitEuler } from "../../methods/explicit-euler.ts";
import type { Method } from "../../methods/method.ts";
import { rk4 } from "../../methods/rk4.ts";
import { symplecticEuler } from "../../methods/symplectic-euler.ts";
import { verlet } from "../../methods/verlet.ts";

export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [explicitEuler, symplecticEuler, verlet, rk4];
