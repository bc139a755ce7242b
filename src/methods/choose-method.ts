import type { ClothDescription } from "./describe-cloth.ts";
import { implicitEuler } from "./implicit-euler.ts";
import { linearEdge } from "./linear-edge.ts";
import type { Choice, Method } from "./method.ts";
import { symplecticEuler } from "./symplectic-euler.ts";
import { theta } from "./theta.ts";
import { triangleImplicit } from "./triangle-implicit.ts";
import { twoLevel } from "./two-level.ts";
import { verlet } from "./verlet.ts";
import type { ModeBounds } from "./ways/bound-modes.ts";
import { chooseWay } from "./ways/choose-way.ts";
import { fitWay, isBound } from "./ways/fit-way.ts";
import { implicitWay } from "./ways/gradients.ts";
import type { WayName } from "./ways/way.ts";
import { findWaysInAir } from "./ways/ways-in-air.ts";

const WAYS: Readonly<Record<WayName, Method>> = {
  "implicit-euler": implicitEuler,
  "triangle-implicit": triangleImplicit,
  "symplectic-euler": symplecticEuler,
  verlet,
  theta,
  "linear-edge": linearEdge,
  "two-level": twoLevel,
};

/** The method that `auto` stands for, with the method itself: for those who have all of them. */
export function chooseMethod(cloth: ClothDescription & ModeBounds, budget: number): Choice {
  const choice = isBound(cloth) ? fitWay(implicitWay(cloth), budget) : chooseWay(findWaysInAir(cloth), budget);
  return { ...choice, method: WAYS[choice.method] };
}
