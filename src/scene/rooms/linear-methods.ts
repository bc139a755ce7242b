// Methods with a constant factor. A room (../rooms.ts).

import { desbrun } from "../../methods/desbrun.ts";
import { linearEdge } from "../../methods/linear-edge.ts";
import { linearTriangle } from "../../methods/linear-triangle.ts";
import type { Method } from "../../methods/method.ts";

export { GROUND } from "../ground.ts";

export const METHODS: readonly Method[] = [linearEdge, linearTriangle, desbrun];
