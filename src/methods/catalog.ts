import { auto } from "./auto.ts";
import { bdf2 } from "./bdf2.ts";
import { bdf2Paid } from "./bdf2-paid.ts";
import { blockJacobi } from "./block-jacobi.ts";
import { choiKo } from "./choi-ko.ts";
import { desbrun } from "./desbrun.ts";
import { explicitEuler } from "./explicit-euler.ts";
import { gaussSeidel } from "./gauss-seidel.ts";
import { implicitEuler } from "./implicit-euler.ts";
import { implicitMidpoint } from "./implicit-midpoint.ts";
import { linearEdge } from "./linear-edge.ts";
import { linearTriangle } from "./linear-triangle.ts";
import type { Method } from "./method.ts";
import { newtonEuler } from "./newton-euler.ts";
import { newtonMidpoint } from "./newton-midpoint.ts";
import { paid } from "./paid.ts";
import { rk4 } from "./rk4.ts";
import { rosenbrock } from "./rosenbrock.ts";
import { scalarJacobi } from "./scalar-jacobi.ts";
import { symplecticEuler } from "./symplectic-euler.ts";
import { theta } from "./theta.ts";
import { triangleImplicit } from "./triangle-implicit.ts";
import { twoLevel } from "./two-level.ts";
import { verlet } from "./verlet.ts";

/** Every method, in the order in which lists show them. A new one is a file beside this one and a line here. */
export const METHODS: readonly Method[] = [
  auto,
  implicitEuler,
  explicitEuler,
  symplecticEuler,
  verlet,
  rk4,
  theta,
  implicitMidpoint,
  gaussSeidel,
  blockJacobi,
  scalarJacobi,
  linearEdge,
  linearTriangle,
  twoLevel,
  desbrun,
  choiKo,
  paid,
  bdf2,
  bdf2Paid,
  rosenbrock,
  newtonEuler,
  newtonMidpoint,
  triangleImplicit,
];

export function findMethod(name: string): Method | undefined {
  return METHODS.find((method) => method.name === name);
}
