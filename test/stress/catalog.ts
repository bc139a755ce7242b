import { flagPole } from "./scenes/flag-pole.ts";
import { foldedDrop } from "./scenes/folded-drop.ts";
import { funnel } from "./scenes/funnel.ts";
import { needles } from "./scenes/needles.ts";
import { rotatingSphere } from "./scenes/rotating-sphere.ts";
import { sphereOnStack } from "./scenes/sphere-on-stack.ts";
import { twistedCylinder } from "./scenes/twisted-cylinder.ts";
import type { StressScene } from "./stress-scene.ts";

/** The stress scenes; to add one, write it and put it here. */
export const STRESS_SCENES: readonly StressScene[] = [
  sphereOnStack,
  rotatingSphere,
  twistedCylinder,
  needles,
  funnel,
  foldedDrop,
  flagPole,
];
