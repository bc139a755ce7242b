import { findFabric } from "../../fabric/presets.ts";
import { createSimulation } from "../../scene/create-simulation.ts";
import type { FabricName, SceneInput } from "../../scene/scene-input.ts";
import type { Experiment, Findings, Picture, Task, Verdict } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf, readPositions, runSteps } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";

/** Drape coefficients that have been published [%], as a value or a range, and by whom; the test is Cusick's [Cusick68]. */
const PUBLISHED: readonly { fabric: FabricName; low: number; high: number; source: string }[] = [
  { fabric: "cotton", low: 63.4, high: 73.4, source: "plain cotton, 68.4 measured (Gan, Ly and Steven 1991), ± 5" },
  { fabric: "silk", low: 20, high: 40, source: "light woven silk (Matsudaira and Yang 2003)" },
  { fabric: "wool", low: 40, high: 70, source: "wool worsted" },
  { fabric: "denim", low: 70, high: 90, source: "denim, heavy twill" },
  { fabric: "leather", low: 47, high: 70, source: "garment leather (Memon 2021)" },
];
/** What comes out today. */
const EXPECTED: Readonly<Record<string, Verdict["expected"]>> = {
  cotton: "holds with a difference",
  silk: "does not hold",
  wool: "holds",
  denim: "does not hold",
  leather: "does not hold",
};
/** Why the drape is another than published, by the preset's bending length [cm]. */
const WHY: Readonly<Record<string, (length: number) => string>> = {
  cotton: (length) =>
    `A little too limp: with a bending length of ${formatNumber(length)} cm it keeps less in its shadow, and the number of folds, which the mesh decides, moves the coefficient by some points.`,
  silk: (length) =>
    `Its bending length is ${formatNumber(length)} cm, as long as cotton's: the preset's bending is typical of silk in general and too stiff for one so light.`,
  wool: (length) => `Its bending length is ${formatNumber(length)} cm.`,
  denim: (length) =>
    `Its bending length is ${formatNumber(length)} cm, hardly longer than cotton's: the preset is a light denim, the published range is that of heavy twill.`,
  leather: (length) =>
    `Its bending length is ${formatNumber(length)} cm: the preset's bending is typical, not measured on the leather that was draped.`,
};
/** Points beyond a range that still count as near it. */
const NEAR = 10;
/** Of cloth and of the plate under it [m]. */
const RADIUS = 0.15;
const PLATE = 0.09;
/** Multiples of 5, so that a ring lies on the rim of the plate. */
const RINGS = [5, 10, 15, 20];
const RATE = 60;
export const STEPS = 120;
/** Cells a side of the picture from above in which the shadow is counted. */
const CELLS = 400;

export function drapeScene(fabric: FabricName, rings: number): SceneInput {
  const held = Math.round((rings * PLATE) / RADIUS);
  return {
    drape: 1,
    title: "Cusick's drape test",
    timestep: 1 / RATE,
    duration: STEPS / RATE,
    solver: { method: "triangle-implicit", tolerance: 1e-3 },
    cloths: [
      {
        disk: { rings, radius: RADIUS, v: [0, 0, 1] },
        fabric: { base: fabric, damping: 3 },
        pins: Array.from({ length: 1 + 3 * held * (held + 1) }, (_, i) => i),
      },
    ],
    camera: { position: [0.2, 0.22, 0.3], target: [0, -0.035, 0] },
  };
}

export const cusickDrape: Experiment = {
  paper: "physics",
  name: "cusick-drape",
  title: "Cusick's drape test of the presets",
  place: "Cusick 1968; BS 5058",
  claim:
    `A disk of ${200 * RADIUS} cm on a plate of ${200 * PLATE} cm keeps so much of its free area in its shadow: ` +
    `${PUBLISHED.map(({ fabric, low, high }) => `${fabric} ${low} to ${high} %`).join(", ")}.`,
  setup: `A disk of triangles (triangle-implicit, which has the shear of the fabric on any mesh), held flat on the plate, drapes for ${STEPS / RATE} s with the presets as they are; the drape coefficient is (shadow − plate)/(cloth − plate), the shadow counted from above on ${CELLS} × ${CELLS} cells. Where the folds are is left to the mesh and the weave. Nothing was fitted.`,
  scene: {
    ...drapeScene("cotton", 15),
    description: "A disk of cotton, 30 cm wide, drapes over a plate of 18 cm. Its shadow from above tells how limp it is.",
  },
  seconds: { quick: 3, full: 80 },
  run,
};

async function run(task: Task): Promise<Findings> {
  const tried = task.isQuick ? PUBLISHED.slice(0, 1) : PUBLISHED;
  const resolutions = task.isQuick ? RINGS.slice(0, 2) : RINGS.slice(-3);
  const finest = resolutions[resolutions.length - 1];
  const rows: (string | number)[][] = [];
  const pictures: Picture[] = [];
  const verdicts: Verdict[] = [];
  for (const [n, { fabric, low, high, source }] of tried.entries()) {
    const found: number[] = [];
    for (const [k, rings] of resolutions.entries()) {
      const scene = drapeScene(fabric, rings);
      const simulation = await createSimulation(scene);
      const at = (n + k / resolutions.length) / tried.length;
      await runSteps(simulation, STEPS, partOf(task, at, at + 1 / (resolutions.length * tried.length)));
      const shadow = shadowArea(readPositions(simulation), simulation.triangles);
      const [plate, cloth] = [Math.PI * PLATE * PLATE, Math.PI * RADIUS * RADIUS];
      found.push((100 * (shadow - plate)) / (cloth - plate));
      if (k < resolutions.length - 1) continue;
      const caption = `${fabric}: ${found[k].toFixed(0)} %`;
      pictures.push(await takePicture(simulation, scene, { caption }));
    }
    const outside = found.map((value) => Math.max(low - value, 0, value - high));
    rows.push([fabric, 100 * bendingLength(fabric), `${low} to ${high}`, source, ...found, ...outside]);
    verdicts.push({
      claim: `${fabric} drapes as published`,
      quantity: `drape coefficient, ${finest} rings [%]`,
      paper: `${low} to ${high}`,
      measured: found[found.length - 1],
      holds: { atLeast: low, atMost: high },
      differs: { atLeast: low - NEAR, atMost: high + NEAR },
      kind: "error",
      expected: EXPECTED[fabric],
      why: WHY[fabric](100 * bendingLength(fabric)),
    });
  }
  return {
    verdicts,
    tables: [
      {
        title: "Drape coefficient [%]",
        columns: [
          { heading: "preset" },
          { heading: "bending length [cm]" },
          { heading: "published", isPaper: true },
          { heading: "source" },
          ...resolutions.map((rings) => ({ heading: `${rings} rings` })),
          ...resolutions.map((rings) => ({ heading: `outside, ${rings} rings [points]`, digits: 2 })),
        ],
        rows,
      },
    ],
    pictures: [{ title: `Draped, ${finest} rings`, pictures }],
    plots: [],
    reason: REASON,
  };
}

const REASON =
  "What decides is the bending length, (B/σg)^⅓, and four of the presets have nearly the same one, so they drape nearly alike. For cotton and wool that is about right. How many folds there are, and with it some points of the coefficient, changes with the mesh.\n\n" +
  "Springs along the edges of such a mesh cannot have the soft shear of a weave; with them the shadow is smaller still.";

/** (B/σg)^⅓ [m]: how far the fabric reaches out before it hangs. */
function bendingLength(name: string): number {
  const { bending, density } = findFabric(name);
  return Math.cbrt(bending / (density * 9.81)); // not in a step
}

/** The area under the cloth as seen from above [m²]. */
export function shadowArea(x: Float64Array, triangles: Uint32Array): number {
  const covered = new Uint8Array(CELLS * CELLS);
  const cell = (2 * RADIUS) / CELLS;
  const place = (value: number): number => (value + RADIUS) / cell - 0.5;
  for (let q = 0; q < triangles.length; q += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[q + k]);
    const [ax, az, bx, bz, cx, cz] = [x[a], x[a + 2], x[b], x[b + 2], x[c], x[c + 2]].map(place);
    const area = (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
    if (area === 0) continue;
    const inside = (px: number, pz: number): boolean =>
      ((bx - ax) * (pz - az) - (bz - az) * (px - ax)) / area >= 0 &&
      ((cx - bx) * (pz - bz) - (cz - bz) * (px - bx)) / area >= 0 &&
      ((ax - cx) * (pz - cz) - (az - cz) * (px - cx)) / area >= 0;
    const [left, right] = [Math.max(0, Math.ceil(Math.min(ax, bx, cx))), Math.min(CELLS - 1, Math.floor(Math.max(ax, bx, cx)))];
    const [top, bottom] = [Math.max(0, Math.ceil(Math.min(az, bz, cz))), Math.min(CELLS - 1, Math.floor(Math.max(az, bz, cz)))];
    for (let z = top; z <= bottom; z++) {
      for (let px = left; px <= right; px++) if (inside(px, z)) covered[z * CELLS + px] = 1;
    }
  }
  return covered.reduce((sum, value) => sum + value, 0) * cell * cell;
}
