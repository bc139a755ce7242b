import type { Choice, ClothStart, OptionValue } from "../methods/method.ts";
import type { RunSetup } from "./setup.ts";

/** The same setup, where its method stands for others with the one that it chooses. That depends on nothing but the setup. */
export function chooseSolver<S extends RunSetup>(setup: S): S {
  const { method, options } = setup;
  return method.choose === undefined ? setup : withChoice(setup, method.choose(describeStart(setup), options));
}

/** The same, where a method may load the code of the one that it chooses. */
export async function loadSolver<S extends RunSetup>(setup: S): Promise<S> {
  const { method, options } = setup;
  if (method.loadChoice === undefined) return chooseSolver(setup);
  return withChoice(setup, await method.loadChoice(describeStart(setup), options));
}

function describeStart(setup: RunSetup): ClothStart {
  const { collision, pins } = setup;
  const held = Uint32Array.from(pins, ({ vertex }) => vertex);
  return { ...setup, held, touches: collision !== undefined && (collision.self || collision.colliders.length > 0) };
}

function withChoice<S extends RunSetup>(setup: S, { method, settings, proposals, given }: Choice): S {
  const chosen: Record<string, OptionValue> = {};
  for (const { name, default: usual } of method.options) chosen[name] = settings[name] ?? setup.options[name] ?? usual;
  const notices = [...(setup.notices ?? []), ...(given === undefined ? [] : [`solver.budget: ${setup.options.budget} ms leave ${given}`])];
  return { ...setup, method, options: chosen, wasmFrom: 0, ...(proposals && { proposals }), ...(notices.length > 0 && { notices }) };
}
