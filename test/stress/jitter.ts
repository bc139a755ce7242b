import { createRandom } from "../../src/core/random.ts";
import type { Simulation } from "../../src/index.ts";

/**
 * Shifts every vertex by up to `amplitude` [m] along each axis, as the seed says. Pins (`except`) start where their script begins.
 * `except` counts vertices in the order of `x`.
 */
export function jitter(x: Float64Array, amplitude: number, seed: number, except: Iterable<number> = []): void {
  const random = createRandom(seed);
  const fixed = new Set(except);
  for (let i = 0; 3 * i < x.length; i++) {
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      const shift = amplitude * (2 * random() - 1);
      if (!fixed.has(i)) x[c] += shift;
    }
  }
}

/**
 * Gives a simulation that has not begun other start positions, in the scene's order. A snapshot holds them in an order of the engine's own,
 * which a snapshot of numbered positions tells.
 */
export function setPositions(simulation: Simulation, x: Float64Array): void {
  const snapshot = simulation.snapshot();
  const order = Float64Array.from(snapshot.positions, (_, c) => Math.floor(c / 3));
  simulation.restore({ ...snapshot, positions: order });
  const place = new Float64Array(x.length);
  simulation.readPositions(place);
  const positions = new Float64Array(x.length);
  for (let i = 0; 3 * i < x.length; i++) {
    for (let c = 0; c < 3; c++) positions[3 * place[3 * i] + c] = x[3 * i + c];
  }
  simulation.restore({ ...snapshot, positions, previous: positions });
}
