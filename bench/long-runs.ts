/**
 * Does `two-level` last, and how does it strain cloth, beside the scene's own solver? Scenes of the gallery for a minute each: largest strain of any spring at any time, the mean at the end, substeps that
 * the safety net caught, and intersections at the end. Runs that end early say when.
 *
 *     npm run bench -- long-runs [SCENE…] [seconds=60]
 */
import { NumericalError, type SceneInput } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { createGallerySimulation, readGalleryScene, sceneNames } from "./support/scene-run.ts";
import { publish, type Row } from "./support/table.ts";

type Solver = NonNullable<SceneInput["solver"]>;

const SCENES = ["flag", "curtain", "dress", "cape", "stack-and-ball"];
const TWO_LEVEL: Solver = { method: "two-level", kernels: "wasm" };

async function measure(name: string, label: string, solver: Solver, seconds: number): Promise<Row> {
  const scene = readGalleryScene(name);
  const timestep = (scene.timestep as number | undefined) ?? 1 / 60;
  const simulation = await createGallerySimulation(scene, solver, 1);
  const steps = Math.round(seconds / timestep);
  let largest = 0;
  let caught = 0;
  let solves = 0;
  let end = "";
  for (let n = 0; n < steps && end === ""; n++) {
    try {
      simulation.step();
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
      end = `lost after ${(n * timestep).toFixed(1)} s`;
    }
    caught += simulation.report.caught ?? 0;
    solves += simulation.report.iterations;
    largest = Math.max(largest, simulation.view.measure().strainMax);
  }
  return {
    scene: name,
    solver: label,
    "largest strain [%]": (100 * largest).toFixed(1),
    "mean strain at the end [%]": (100 * simulation.view.measure().strainMean).toFixed(2),
    "caught [% of solves]": label === "two-level" ? ((100 * caught) / solves).toFixed(2) : "",
    intersections: simulation.view.inspect().intersections,
    end,
  };
}

const { words, numbers } = readArguments({ seconds: 60 });
for (const word of words) if (!sceneNames().includes(word)) throw new Error(`no scene ${word}; there are: ${sceneNames().join(", ")}`);
const rows: Row[] = [];
for (const name of words.length > 0 ? words : SCENES) {
  rows.push(await measure(name, "its own", readGalleryScene(name).solver ?? { method: "auto" }, numbers.seconds));
  rows.push(await measure(name, "two-level", TWO_LEVEL, numbers.seconds));
}
publish("long-runs", `${numbers.seconds} s each; two-level as it is, in WebAssembly`, rows);
