import { writeFileSync } from "node:fs";
import { createSimulation } from "drape";
import { createRecording, formatRecording, planBake, WRITERS, type WriterInfo } from "drape/files";

// Four seconds of a tablecloth that falls over a round table, as an animation that Blender, game engines and viewers open.
const SECONDS = 4;
const FILE = process.argv[2] ?? "tablecloth.glb";

const simulation = await createSimulation({
  drape: 1,
  cloths: [{ name: "tablecloth", grid: { columns: 41, rows: 41, width: 1.4, height: 1.4, origin: [-0.7, 0.8, -0.7], v: [0, 0, 1] } }],
  colliders: [
    { name: "table", capsule: { from: [-0.3, 0.6, 0], to: [0.3, 0.6, 0], radius: 0.15 } },
    { name: "floor", plane: { point: [0, 0, 0] } },
  ],
  collision: { self: true },
});
const steps = Math.round(SECONDS / simulation.timestep);
const recording = createRecording(simulation, planBake(steps, simulation.timestep, { fps: 15 }), "single");
recording.keep();
for (let step = 0; step < steps; step++) {
  simulation.step();
  recording.keep();
}
const glb = WRITERS.find(({ name }) => name === "glb") as WriterInfo;
const pieces = [...formatRecording(glb, recording)].map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece));
writeFileSync(FILE, Buffer.concat(pieces));
console.log(`${FILE}: ${recording.frameCount} frames of ${simulation.particleCount} vertices`);
