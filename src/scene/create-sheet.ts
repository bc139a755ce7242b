import { describeValue, InputError, UnsupportedError } from "../core/errors.ts";
import { readAnyObject, readInteger, readList, readNumber, readObject, readVec3 } from "../core/read.ts";
import type { VectorInput } from "../core/vec3.ts";
import type { Fabric } from "../fabric/fabric.ts";
import { fabricPart } from "../fabric/fabric-cloth.ts";
import { assembleCloth } from "../fabric/make-cloth.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import type { KernelModule } from "../kernels/module.ts";
import { renumberMatrix } from "../linalg/symmetric-matrix.ts";
import { createGrid, type GridOptions } from "../mesh/grid.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import { buildTopology } from "../mesh/topology.ts";
import type { Method, MethodOptions, OptionValue } from "../methods/method.ts";
import { readOption } from "../methods/read-option.ts";
import { type Abilities, stepAlone } from "../sim/abilities.ts";
import { chooseSolver } from "../sim/choose-solver.ts";
import { measureState } from "../sim/measure.ts";
import { meansWasm, type SimulationSetup } from "../sim/setup.ts";
import { createSimulationFromSetup, type Simulation } from "../sim/simulation.ts";
import { numberParticles } from "./number-particles.ts";
import { SCENE_DEFAULTS } from "./scene-defaults.ts";

export interface SheetOptions {
  readonly grid: GridOptions;
  readonly fabric: Fabric;
  readonly method: Method;
  /** Options of the method; those not named have their defaults. */
  readonly options?: MethodOptions;
  /** What `loadBlockKernels`, `loadLinearKernels` or `loadAllKernels` gives, for methods with an option `kernels`; they compute in TypeScript without. */
  readonly kernels?: KernelModule | undefined;
  /** Vertices that are held: row r, column c of the grid is r · columns + c. None by default; `edit.grab` holds more. */
  readonly pins?: readonly number[];
  /** [m/s²]; 0, −9.81, 0 by default. */
  readonly gravity?: VectorInput;
  /** [s]; 1/60 by default. */
  readonly timestep?: number;
}

/** A sheet steps and is measured. */
const SHEET_ABILITIES: Abilities = {
  ...stepAlone(() => "drape/core has no code for it; use createSimulation of drape"),
  measureState,
  renumberMatrix,
};
const SHEET_KEYS = ["grid", "fabric", "method", "options", "kernels", "pins", "gravity", "timestep"] as const;

/**
 * One rectangle of cloth, held by some of its vertices, in the air: what a scene of that alone gives, bit for bit (given the kernels where
 * the scene would use them), with a fifth of the code to load. It steps, is dragged, feels wind, is measured and saved; it meets nothing and cannot be inspected, cut or lose springs.
 */
export function createSheet(sheet: SheetOptions): Simulation {
  const { fabric, method } = readObject(sheet, "sheet", SHEET_KEYS) as unknown as SheetOptions;
  if (typeof method?.create !== "function") {
    throw new InputError("method", describeValue(method), "give a method of drape/core, such as implicitEuler");
  }
  if (typeof fabric !== "object" || fabric === null) {
    throw new InputError("fabric", describeValue(fabric), 'give a fabric, such as findFabric("cotton")');
  }
  const options = fillOptions(method, readAnyObject(sheet.options ?? {}, "options") as MethodOptions);
  readAnyObject(sheet.grid, "grid");
  const gravity = readVec3(sheet.gravity ?? SCENE_DEFAULTS.gravity, "gravity");
  const timestep = readNumber(sheet.timestep ?? SCENE_DEFAULTS.timestep, "timestep", { above: 0, unit: "s" });
  const surface = createGrid(sheet.grid);
  const particleCount = surface.positions.length / 3;
  const overrides = {
    asymmetric: method.springModel === "asymmetric",
    shearModel: (options.shear ?? "axes") as ShearModel,
  };
  const part = fabricPart(surface, buildTopology(particleCount, surface.triangles), fabric, overrides);
  const chosen = chooseSolver({
    cloth: assembleCloth([part]),
    positions: surface.positions,
    velocities: new Float64Array(3 * particleCount),
    sceneIndex: Uint32Array.from({ length: particleCount }, (_, i) => i),
    uv: textureCoordinates(surface),
    pins: readPins(sheet.pins ?? [], particleCount).map((vertex) => ({ vertex })),
    environment: { gravity: Float64Array.from(gravity), wind: undefined, seed: SCENE_DEFAULTS.seed },
    method,
    options,
    timestep,
    abilities: SHEET_ABILITIES,
  });
  const setup = numberParticles(chosen);
  return createSimulationFromSetup({ ...setup, kernels: takeKernels(setup, sheet.kernels) });
}

/** The kernels that were handed over, where a scene of the same size would use them. */
function takeKernels(setup: SimulationSetup, given: KernelModule | undefined): KernelModule | undefined {
  const { kernels: wanted, preconditioner = "blocks" } = setup.options;
  if (preconditioner !== "blocks")
    throw new UnsupportedError(`options.preconditioner: "${preconditioner}" is not in drape/core, but in createSimulation`);
  if (given !== undefined && typeof given?.module !== "object") {
    throw new InputError(
      "kernels",
      describeValue(given),
      "give what loadBlockKernels, loadLinearKernels or loadAllKernels returned, awaited",
    );
  }
  if (wanted === "wasm") {
    if (given !== undefined) return given;
    throw new UnsupportedError('options.kernels: "wasm" needs kernels: give "kernels": await loadBlockKernels()');
  }
  return wanted === "auto" && meansWasm(setup) ? given : undefined;
}

function readPins(pins: readonly number[], particleCount: number): number[] {
  const vertices = readList(pins, "pins").map((vertex, n) => readInteger(vertex, `pins[${n}]`, { min: 0, max: particleCount - 1 }));
  return [...new Set(vertices)];
}

function fillOptions(method: Method, given: MethodOptions): MethodOptions {
  const known = method.options.map(({ name }) => name);
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong !== undefined) {
    throw new InputError(`options.${wrong.slice(0, 40)}`, describeValue(given[wrong]), `use ${known.join(", ")}`);
  }
  const options: Record<string, OptionValue> = {};
  for (const option of method.options) {
    const value = given[option.name];
    options[option.name] = value === undefined ? option.default : readOption(value, `options.${option.name}`, option);
  }
  return options;
}
