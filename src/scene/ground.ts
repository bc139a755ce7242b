import { prepareContact } from "../contact/contact.ts";
import { placeSurface } from "../contact/shapes/place-surface.ts";
import { pairGap } from "../contact/shapes/surface-pair.ts";
import { readPlace } from "../core/body-place.ts";
import { disposable } from "../core/disposable.ts";
import { groupByKey } from "../core/group-by.ts";
import { gather } from "../fabric/gather.ts";
import { createConstantForces } from "../forces/constant-forces.ts";
import { createPlainArrays } from "../kernels/array-table.ts";
import { attemptKernels } from "../kernels/attempt-kernels.ts";
import { prepareBlockKernels } from "../kernels/blocks/block-kernels.ts";
import { createForeignArrays } from "../kernels/foreign-arrays.ts";
import { compileBinary } from "../kernels/kernels.ts";
import { requireKnownTerms } from "../kernels/known-terms.ts";
import { createKernelMemory } from "../kernels/memory.ts";
import { clearNormals } from "../linalg/clear-normals.ts";
import { nextCorner } from "../mesh/next-corner.ts";
import { createBodyPins } from "../sim/body-pins.ts";
import { createRun } from "../sim/run.ts";
import { saveRun } from "../sim/save-run.ts";
import { readPositions } from "../sim/show.ts";

import { update } from "../sim/update.ts";
import { isColliderShape } from "./collider-shape.ts";
import { loadSetup } from "./load-setup.ts";
import { SCENE_DEFAULTS } from "./scene-defaults.ts";

/**
 * What every room stands on: what it takes to make and run a plain scene, in a simulation or in a world, and small things that most rooms share,
 * each of which would be a chunk by itself.
 */
export const GROUND = [
  loadSetup,
  createRun,
  update,
  readPositions,
  saveRun,
  readPlace,
  placeSurface,
  pairGap,
  disposable,
  groupByKey,
  gather,
  nextCorner,
  createPlainArrays,
  createKernelMemory,
  createForeignArrays,
  compileBinary,
  prepareBlockKernels,
  requireKnownTerms,
  clearNormals,
  createConstantForces,
  attemptKernels,
  createBodyPins,
  isColliderShape,
  SCENE_DEFAULTS,
  prepareContact,
] as const;
