import { placeSurface } from "../contact/shapes/place-surface.ts";
import { pairGap } from "../contact/shapes/surface-pair.ts";
import { readPlace } from "../core/body-place.ts";
import { createRun } from "../sim/run.ts";
import { readPositions } from "../sim/show.ts";
import { takeSnapshot } from "../sim/take-snapshot.ts";
import { update } from "../sim/update.ts";
import { loadSetup } from "./load-setup.ts";

/** What every room stands on: what it takes to make and run a plain scene, in a simulation or in a world. */
export const GROUND = [loadSetup, createRun, update, readPositions, takeSnapshot, readPlace, placeSurface, pairGap] as const;
