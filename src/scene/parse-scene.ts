import { InputError } from "../core/errors.ts";
import { readChoice } from "../core/read.ts";
import { describeFabric } from "../fabric/fabrics.ts";
import { describeMethod } from "../methods/method-words.ts";
import type { Extensions } from "./extensions.ts";
import type { SolverSpec } from "./fields/solver-field.ts";
import type { Scene } from "./read-scene.ts";
import { readWholeScene } from "./read-whole-scene.ts";
import type { SceneInput } from "./scene-input.ts";

export type { CutEvent, ReleaseEvent, Scene } from "./read-scene.ts";

/**
 * Checks a scene; throws an InputError that names the path, what was found and what to do. With `extensions` it may name what a program has
 * added. Methods and fabrics have the words that people read of them. `loadScene` does the same without these, and with no more code than the scene needs.
 */
export function parseScene(value: unknown, extensions: Extensions = {}): Scene {
  const { cloths, solver, variants, ...scene } = readWholeScene(value, extensions);
  return {
    ...scene,
    cloths: cloths.map((cloth) => ({ ...cloth, fabric: describeFabric(cloth.fabric) })),
    solver: describeSolver(solver),
    variants: variants.map((variant) => ({ ...variant, solver: describeSolver(variant.solver) })),
  };
}

function describeSolver({ method, options }: SolverSpec): SolverSpec {
  return { method: describeMethod(method), options };
}

/** The scene's JSON with the solver of one of its variants in place of its own. */
export function selectVariant(scene: SceneInput, name: string, extensions: Extensions = {}): SceneInput {
  const { variants } = parseScene(scene, extensions);
  const names = variants.map((variant) => variant.name);
  if (names.length === 0) throw new InputError("variant", JSON.stringify(name), "this scene has no variants");
  return { ...scene, solver: variants[names.indexOf(readChoice(name, "variant", names))].given };
}
