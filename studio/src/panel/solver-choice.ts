import type { OptionInfo, OptionValue, SceneInput } from "drape";
import type { SolverChoice } from "../commands.ts";
import { FIRST_METHOD, methods } from "../engine.ts";
import type { Link } from "../page/link.ts";
import { readOptionText } from "./option-control.ts";

/** A link's solver, and what of the link had to be left out. */
export interface LinkedSolver {
  readonly solver: SolverChoice;
  /** The link's method where there is none of that name: the scene's own stands in. */
  readonly unknownMethod: string | undefined;
  /** Options the method does not have or values it does not take, as the link wrote them. */
  readonly ignored: readonly string[];
}

/** The scene's own solver block, in which no method means the engine's first; that alone while there is no scene. */
export function ownSolver(input: SceneInput | undefined): SolverChoice {
  return { method: FIRST_METHOD, ...input?.solver } as SolverChoice;
}

/**
 * The method as this scene starts it: its own block where the method is its own. Another method takes over what the block
 * sets for an option of the same name and default; another default tells that the name means something else there.
 */
export function startSolver(method: string, own: SolverChoice): SolverChoice {
  if (method === own.method) return own;
  const known = findOptions(own.method);
  const kept: Record<string, OptionValue> = {};
  for (const option of findOptions(method)) {
    const same = known.find(({ name }) => name === option.name)?.default === option.default;
    if (!same || own[option.name] === undefined) continue;
    const value = readOptionText(option, String(own[option.name]));
    if (value !== undefined) kept[option.name] = value;
  }
  return { ...kept, method };
}

/** The method and options that a link asks for, on top of how the scene starts that method. */
export function readLinkedSolver(link: Link, own: SolverChoice): LinkedSolver {
  const known = link.method === undefined || methods().some(({ name }) => name === link.method);
  const method = known ? (link.method ?? own.method) : own.method;
  const options: Record<string, OptionValue> = {};
  const ignored: string[] = [];
  for (const [name, text] of Object.entries(link.options)) {
    const option = findOptions(method).find((candidate) => candidate.name === name);
    const value = option === undefined ? undefined : readOptionText(option, text);
    if (value === undefined) ignored.push(`set.${name}=${text}`);
    else options[name] = value;
  }
  const solver = { ...startSolver(method, own), ...options, method };
  return { solver, unknownMethod: known ? undefined : link.method, ignored };
}

function findOptions(method: string): readonly OptionInfo[] {
  return methods().find(({ name }) => name === method)?.options ?? [];
}
