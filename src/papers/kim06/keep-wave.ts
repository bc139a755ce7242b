import { sin } from "../../core/trig.ts";
import type { Vec3 } from "../../core/vec3.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { SceneInput, SolverInput, SpringRow } from "../../scene/scene-input.ts";
import { readVelocities } from "../run-steps.ts";
import { KIM } from "./kim-cloth.ts";

/** Particles a side of the cloth that carries the wave. */
export const WAVE_SIDE = 40;
/** In spacings. */
export const WAVE_LENGTH = 20;
const AMPLITUDE = 0.01;

/**
 * The share of a wave's kinetic energy that a step leaves: velocities like a sine of the place, along the plane of the cloth (axis 0) or across it
 * (axis 1). Particles are `spacing` times their rest distance apart. The step is linear in the velocities, so what the stretched or compressed
 * springs do besides is taken off by a step without the wave.
 */
export async function keepWave(
  solver: SolverInput,
  axis: 0 | 1,
  spacing: number,
  springModel?: "symmetric" | "asymmetric",
): Promise<number> {
  const moved: Float64Array[] = [];
  let before = 0;
  for (const amplitude of [AMPLITUDE, 0]) {
    const scene = waveScene(axis, spacing, amplitude, springModel);
    const simulation = await createSimulation({ ...scene, solver }, { threads: 1 });
    if (amplitude > 0) before = simulation.view.measure().kinetic;
    simulation.step();
    moved.push(readVelocities(simulation));
  }
  const [withWave, without] = moved;
  return withWave.reduce((sum, v, c) => sum + 0.5 * (v - without[c]) * (v - without[c]), 0) / before;
}

/** The cloth as a network, whose particles may have velocities of their own. */
function waveScene(axis: 0 | 1, spacing: number, amplitude: number, springModel?: "symmetric" | "asymmetric"): SceneInput {
  const positions: Vec3[] = [];
  const velocities: Vec3[] = [];
  const springs: SpringRow[] = [];
  const join = (r: number, c: number, dr: number, dc: number): void => {
    if (r + dr >= WAVE_SIDE || c + dc < 0 || c + dc >= WAVE_SIDE) return;
    const reach = Math.max(dr, Math.abs(dc));
    const length = reach * (dr !== 0 && dc !== 0 ? Math.SQRT2 : 1);
    const kind = reach === 2 ? "bend" : dr !== 0 && dc !== 0 ? "shear" : "stretch";
    springs.push([r * WAVE_SIDE + c, (r + dr) * WAVE_SIDE + c + dc, length, reach === 2 ? KIM.weak : KIM.stiffness, kind]);
  };
  for (let r = 0; r < WAVE_SIDE; r++) {
    for (let c = 0; c < WAVE_SIDE; c++) {
      positions.push([c * spacing, 0, r * spacing]);
      const speed = amplitude * sin((2 * Math.PI * (c + 0.5)) / WAVE_LENGTH);
      velocities.push(axis === 0 ? [speed, 0, 0] : [0, speed, 0]);
      for (const reach of [1, 2]) {
        for (const [dr, dc] of [
          [0, 1],
          [1, 0],
          [1, 1],
          [1, -1],
        ])
          join(r, c, dr * reach, dc * reach);
      }
    }
  }
  return {
    drape: 1,
    gravity: [0, 0, 0],
    timestep: KIM.timestep,
    cloths: [{ network: { positions, velocities, masses: 1, springs }, ...(springModel === undefined ? {} : { springModel }) }],
  };
}
