// Oh's family. A room (../rooms.ts).

import { bdf2 } from "../../methods/bdf2.ts";
import { bdf2Paid } from "../../methods/bdf2-paid.ts";
import type { Method } from "../../methods/method.ts";
import { paid } from "../../methods/paid.ts";

export { createSimulation } from "../create-simulation.ts";

export const METHODS: readonly Method[] = [paid, bdf2, bdf2Paid];
