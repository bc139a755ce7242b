import type { OptionValue } from "../methods/method.ts";
import type { SimulationSetup } from "./setup.ts";

/** The same setup, where its method stands for others with the one that it chooses. That depends on nothing but the setup. */
export function chooseSolver(setup: SimulationSetup): SimulationSetup {
  const { method, options, collision, pins } = setup;
  if (method.choose === undefined) return setup;
  const held = Uint32Array.from(pins, ({ vertex }) => vertex);
  const touches = collision !== undefined && (collision.self || collision.colliders.length > 0);
  const choice = method.choose({ ...setup, held, touches }, options);
  const chosen: Record<string, OptionValue> = {};
  for (const { name, default: usual } of choice.method.options) {
    chosen[name] = choice.settings[name] ?? options[name] ?? usual;
  }
  return { ...setup, method: choice.method, options: chosen, wasmFrom: 0 };
}
