import { validateBytes } from "gltf-validator";
import { expect } from "vitest";
import { createSimulation, type SceneInput, type Simulation } from "../../src/index.ts";
import { type FrameChoice, planBake } from "../../src/output/bake-plan.ts";
import type { BakedBody } from "../../src/output/baked-bodies.ts";
import { type BakedRun, createBakedRun } from "../../src/output/baked-run.ts";
import { createRecording, type Recording } from "../../src/output/recording.ts";
import { findWriter, formatRecording, type RecordingFileOptions } from "../../src/output/writers.ts";

export interface Baked {
  readonly simulation: Simulation;
  readonly recording: Recording;
  readonly run: BakedRun;
  /** What the simulation said of each frame: positions in double precision, and its triangles. */
  readonly seen: readonly { readonly positions: Float64Array; readonly triangles: Uint32Array }[];
}

/** Runs a scene and records it, keeping beside it what the simulation itself said. */
export async function bake(
  scene: SceneInput,
  steps: number,
  choice: FrameChoice = { every: 1 },
  precision: "single" | "double" = "single",
  velocities: boolean = false,
): Promise<Baked> {
  const simulation = await createSimulation(scene, { threads: 1 });
  const plan = planBake(steps, simulation.timestep, choice);
  const recording = createRecording(simulation, plan, precision, { velocities });
  const seen: { positions: Float64Array; triangles: Uint32Array }[] = [];
  for (let step = 0; step <= steps; step++) {
    if (step > 0) simulation.step();
    const before = recording.frameCount;
    recording.keep();
    if (recording.frameCount === before) continue;
    const positions = new Float64Array(3 * simulation.particleCount);
    simulation.readPositions(positions);
    seen.push({ positions, triangles: simulation.triangles.slice() });
  }
  return { simulation, recording, run: createBakedRun(recording), seen };
}

/** The bytes of a file of this ending. */
export function fileOf(
  recording: Recording,
  ending: string,
  bodies: readonly BakedBody[] = [],
  options: RecordingFileOptions = {},
): Uint8Array<ArrayBuffer> {
  const chunks = [...formatRecording(findWriter(`x${ending}`, "test"), recording, bodies, options)];
  const pieces = chunks.map((chunk) => (typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** No errors and no warnings in the Khronos validator; that no texture uses the texture coordinates is no more than a remark. */
export async function expectValid(glb: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(glb);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
}
