import { type ClothDescription, describeCloth } from "../methods/describe-cloth.ts";
import { implicitEulerBy } from "../methods/implicit/implicit-euler-by.ts";
import type { createPlainStep } from "../methods/implicit/plain-step.ts";
import { type PlainStepCode, thetaBy } from "../methods/implicit/theta.ts";
import type { ClothStart, Method } from "../methods/method.ts";
import { AUTO } from "../methods/unchosen-auto.ts";
import { fitWay, isBound, type NamedChoice } from "../methods/ways/fit-way.ts";
import { implicitWay } from "../methods/ways/gradients.ts";
import { ROOMS } from "./rooms.ts";

/** Where methods are found; one that is not listed is found in the catalogue of all, which is larger. */
const PLACES: readonly (readonly [load: () => Promise<{ readonly METHODS: readonly Method[] }>, ...names: string[]])[] = [
  [ROOMS.explicitMethods, "explicit-euler", "symplectic-euler", "verlet", "rk4"],
  [ROOMS.sweepMethods, "gauss-seidel", "block-jacobi", "scalar-jacobi"],
  [ROOMS.linearMethods, "linear-edge", "linear-triangle", "desbrun"],
  [ROOMS.twoLevelMethod, "two-level"],
  [ROOMS.furtherMethods, "implicit-midpoint", "choi-ko", "paid", "bdf2", "bdf2-paid"],
  [ROOMS.furtherMethods, "rosenbrock", "newton-euler", "newton-midpoint", "triangle-implicit"],
];

/** `auto`, which loads the method that it chooses. */
const LOADING_AUTO: Method = {
  ...AUTO,
  async loadChoice(start, options) {
    const cloth = describeCloth(start, options);
    const budget = options.budget as number;
    const choice = isBound(cloth) ? fitWay(implicitWay(cloth), budget) : await chooseInAir(start, cloth, budget);
    const method = await loadMethod(choice.method);
    if (method === undefined) throw new Error(`no method is called ${choice.method}`);
    return { ...choice, method };
  },
};

async function chooseInAir(start: ClothStart, cloth: ClothDescription, budget: number): Promise<NamedChoice> {
  const { boundModes, findWaysInAir, chooseWay } = await ROOMS.waysInAir();
  return chooseWay(findWaysInAir({ ...cloth, ...boundModes(start) }), budget);
}

let plainStep: typeof createPlainStep | undefined;

/** Loads the step in TypeScript of plain methods, for all. */
export async function loadPlainStep(): Promise<void> {
  plainStep ??= (await ROOMS.plainSteps()).createPlainStep;
}

const LATE_STEP: PlainStepCode = { create: (...setup) => plainStep?.(...setup), load: loadPlainStep };

/** What most scenes need is here, whatever they name. */
const PLAIN_METHODS: readonly Method[] = [LOADING_AUTO, implicitEulerBy(LATE_STEP), thetaBy(LATE_STEP)];

/** The method of this name, with its code; undefined where there is none. */
export async function loadMethod(name: string): Promise<Method | undefined> {
  const plain = PLAIN_METHODS.find((method) => method.name === name);
  if (plain !== undefined) return plain;
  const [load] = PLACES.find(([, ...names]) => names.includes(name)) ?? [ROOMS.catalog];
  const { METHODS } = await load();
  return METHODS.find((method) => method.name === name);
}
