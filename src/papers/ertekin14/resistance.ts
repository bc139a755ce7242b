import { cos, sin } from "../../core/trig.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Task } from "../experiment.ts";
import { readPositions } from "../run-steps.ts";

/** By how much a sheet is pulled [−], and the curvature to which it is rolled [1/m]. */
export const STRAIN = 0.001;
export const CURVATURE = 0.5;

/** What a flat sheet resists, by direction: stiffness of one that may not narrow [N/m], and the energy of rolling per area [J/m²]. */
export interface Resistance {
  readonly pull: readonly number[];
  readonly roll: readonly number[];
  /** Resistance to shearing along each direction [N/m]. */
  readonly shear: readonly number[];
}

/** The energy of the springs of a sheet, per area, when it is pulled, rolled and sheared in each direction [°]. The sheet lies in x and z and has one cloth. */
export async function measureResistance(scene: SceneInput, directions: readonly number[], task: Task): Promise<Resistance> {
  const flat = readPositions(await createSimulation(scene));
  const [cloth] = scene.cloths as Record<string, unknown>[];
  let [width, height] = [0, 0];
  for (let c = 0; c < flat.length; c += 3) {
    width = Math.max(width, flat[c]);
    height = Math.max(height, flat[c + 2]);
  }
  const area = width * height;
  const energyOf = async (place: (along: number, across: number) => [number, number, number]): Promise<number[]> => {
    const energies: number[] = [];
    for (const [n, degrees] of directions.entries()) {
      await task.progress(n / directions.length / 2 + (place(1, 0)[1] === 0 ? 0 : 0.5));
      const angle = (degrees * Math.PI) / 180;
      const [c, s] = [cos(angle), sin(angle)];
      const moved: number[] = [];
      for (let i = 0; i < flat.length; i += 3) {
        const [along, up, across] = place(c * flat[i] + s * flat[i + 2], c * flat[i + 2] - s * flat[i]);
        moved.push(c * along - s * across, up, s * along + c * across);
      }
      const simulation = await createSimulation({ ...scene, cloths: [placeAt(cloth, moved)] });
      energies.push(simulation.view.measure().elastic / area);
    }
    return energies;
  };
  const pulled = await energyOf((along, across) => [(1 + STRAIN) * along, 0, across]);
  const rolled = await energyOf((along, across) => [sin(CURVATURE * along) / CURVATURE, (1 - cos(CURVATURE * along)) / CURVATURE, across]);
  const sheared = await energyOf((along, across) => [along + STRAIN * across, 0, across]);
  return {
    pull: pulled.map((energy) => (2 * energy) / (STRAIN * STRAIN)),
    roll: rolled,
    shear: sheared.map((energy) => (2 * energy) / (STRAIN * STRAIN)),
  };
}

/** The same cloth with its particles elsewhere; `positions` has three numbers each. */
function placeAt(cloth: Record<string, unknown>, positions: readonly number[]): Record<string, unknown> {
  if (cloth.network === undefined) return { ...cloth, positions };
  const rows = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3));
  return { ...cloth, network: { ...(cloth.network as object), positions: rows } };
}
