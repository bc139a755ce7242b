/**
 * How far cloth stretches, with its fabric's limit and without, and what the limit costs: scenes of the gallery, both step by step in turn. Largest strain of any spring at any time, steps in which pins or bodies
 * left some threads longer than the fabric bears and the most of them, and the median of a step.
 *
 *     npm run bench -- stretch-limit [SCENE…] [seconds=10]
 */
import { minAndMedian } from "../src/core/time-runs.ts";
import { NumericalError, type SceneInput, type Simulation } from "../src/index.ts";
import { readArguments } from "./support/arguments.ts";
import { createGallerySimulation, readGalleryScene, sceneNames } from "./support/scene-run.ts";
import { publish, type Row } from "./support/table.ts";

/** Those of scenes whose fabrics have a limit; the papers' own stretch freely. */
const SCENES = [
  "flag",
  "curtain",
  "hanging-sheet",
  "pennant",
  "twist",
  "cut",
  "towel",
  "tablecloth",
  "knot",
  "layers",
  "untangle",
  "cape",
  "dress",
  "skirt",
  "poncho",
  "trousers-and-sleeves",
  "funnel",
  "stack-and-ball",
];

/** A run that is measured after every step. */
interface Measured {
  readonly simulation: Simulation;
  readonly times: number[];
  largest: number;
  beyond: number;
  most: number;
  end: string;
}

async function begin(scene: SceneInput, stretch: "limited" | "free"): Promise<Measured> {
  const cloths = scene.cloths.map((cloth) => ({ ...cloth, stretch }));
  const simulation = await createGallerySimulation({ ...scene, cloths }, scene.solver ?? { method: "auto" }, 1);
  return { simulation, times: [], largest: 0, beyond: 0, most: 0, end: "" };
}

function take(run: Measured): void {
  if (run.end !== "") return;
  const start = performance.now();
  try {
    run.simulation.step();
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    run.end = `lost after ${run.simulation.time.toFixed(1)} s`;
    return;
  }
  run.times.push(performance.now() - start);
  const { strainMax, overstretched } = run.simulation.view.measure();
  run.largest = Math.max(run.largest, strainMax);
  if (overstretched > 0) run.beyond++;
  run.most = Math.max(run.most, overstretched);
}

const { words, numbers } = readArguments({ seconds: 10 });
for (const word of words) if (!sceneNames().includes(word)) throw new Error(`no scene ${word}; there are: ${sceneNames().join(", ")}`);
const rows: Row[] = [];
for (const name of words.length > 0 ? words : SCENES) {
  const scene = readGalleryScene(name);
  const steps = Math.round(numbers.seconds / ((scene.timestep as number | undefined) ?? 1 / 60));
  const limited = await begin(scene, "limited");
  const free = await begin(scene, "free");
  for (let n = 0; n < steps; n++) {
    take(n % 2 === 0 ? limited : free);
    take(n % 2 === 0 ? free : limited);
  }
  const ms = ({ times }: Measured): string => minAndMedian(times)[1].toFixed(2);
  const fabrics = scene.cloths.map(({ fabric }) => (typeof fabric === "object" ? (fabric.base ?? "cotton") : (fabric ?? "cotton")));
  rows.push({
    scene: name,
    fabric: [...new Set(fabrics)].join(", "),
    "free [%]": (100 * free.largest).toFixed(1),
    "limited [%]": (100 * limited.largest).toFixed(1),
    "steps with threads beyond": `${limited.beyond} of ${steps}`,
    "threads, at most": limited.most,
    "ms free": ms(free),
    "ms limited": ms(limited),
    end: [limited.end, free.end].filter((end) => end !== "").join(", "),
  });
}
publish("stretch-limit", `${numbers.seconds} s each`, rows);
