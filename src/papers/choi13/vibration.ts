import type { SceneInput } from "../../scene/scene-input.ts";
import type { Simulation } from "../../sim/simulation.ts";
import type { Cell, Experiment, Findings, Picture, Task } from "../experiment.ts";
import { formatNumber } from "../format-number.ts";
import { partOf } from "../run-steps.ts";
import { takePicture } from "../take-picture.ts";
import { CHOI_MODELS, type ChoiModel, choiVariants, secondOrder } from "./choi-models.ts";
import { LOOKS, measureSwing, type Swing, swingDistance, swingScene } from "./measure-swing.ts";

const [EDGES, IER, IVT, TRIANGLES, IAR, TRIANGLE_IVT] = CHOI_MODELS;
const MODELS: readonly ChoiModel[] = [
  EDGES,
  IER,
  IVT,
  secondOrder(IER),
  secondOrder(IVT),
  TRIANGLES,
  IAR,
  TRIANGLE_IVT,
  secondOrder(IAR),
  secondOrder(TRIANGLE_IVT),
];
/** h²k/m at which the verdicts are taken. */
const KAPPA = 2;
/** The twentieth of the swing that is shown. */
const SHOWN = 12;

async function run(task: Task): Promise<Findings> {
  const { isQuick } = task;
  const size = isQuick ? 11 : 17;
  const kappas = isQuick ? [KAPPA] : [0.2, KAPPA, 20];
  const rows: Cell[][] = [];
  const rough: number[][] = [];
  const pictures: Picture[] = [];
  for (const [k, kappa] of kappas.entries()) {
    const swings: Swing[] = [];
    for (const [m, model] of MODELS.entries()) {
      const at = (part: number): number => (k + (m + part) / MODELS.length) / kappas.length;
      const look = async (simulation: Simulation, scene: SceneInput, frame: number): Promise<void> => {
        if (kappa !== KAPPA || model.elements !== "edges" || frame !== SHOWN) return;
        pictures.push(await takePicture(simulation, scene, { caption: model.name, width: 336, height: 290, edges: true }));
      };
      swings.push(await measureSwing(size, kappa, model, partOf(task, at(0), at(1)), look));
      const conventional = swings[model.elements === "edges" ? 0 : 5];
      const { roughness, strain } = swings[m];
      rows.push([kappa, model.name, roughness, 100 * swingDistance(swings[m], conventional), 100 * strain]);
    }
    rough.push(swings.map(({ roughness }) => roughness));
  }
  const at = rough[kappas.indexOf(KAPPA)];
  return {
    verdicts: [
      {
        claim: "IER vibrates, and IVT less: predictions of first order.",
        quantity: `roughness of the motion, IER by IVT, h²k/m = ${KAPPA}`,
        why: `There is next to nothing to reduce: the roughness is ${formatNumber(at[1])} g h with IER and ${formatNumber(at[2])} with IVT, both below the ${formatNumber(at[0])} of the conventional model. What vibrates is second order.`,
        measured: at[1] / at[2],
        holds: { atLeast: 1.5 },
        differs: { atLeast: 1 },
        kind: "motion",
        expected: "holds with a difference",
      },
      {
        claim: "IAR vibrates, and IVT less: predictions of first order.",
        quantity: `roughness of the motion, IAR by IVT, h²k/m = ${KAPPA}`,
        why: `There is next to nothing to reduce: the roughness is ${formatNumber(at[6])} g h with IAR and ${formatNumber(at[7])} with IVT, both below the ${formatNumber(at[5])} of the conventional model.`,
        measured: at[6] / at[7],
        holds: { atLeast: 1.5 },
        differs: { atLeast: 1 },
        kind: "motion",
        expected: "holds with a difference",
      },
      {
        claim: "The reduction is more significant with second order: edges.",
        quantity: `roughness of the motion, IER by IVT, both of order 2, h²k/m = ${KAPPA}`,
        measured: at[3] / at[4],
        holds: { atLeast: 10 },
        differs: { atLeast: 1.5 },
        kind: "motion",
        expected: "holds",
      },
      {
        claim: "The reduction is more significant with second order: triangles.",
        quantity: `roughness of the motion, IAR by IVT, both of order 2, h²k/m = ${KAPPA}`,
        measured: at[8] / at[9],
        holds: { atLeast: 10 },
        differs: { atLeast: 1.5 },
        kind: "motion",
        expected: "holds",
      },
    ],
    tables: [
      {
        title: `Roughness of a second of swinging, ${size} × ${size} vertices`,
        columns: [
          { heading: "h²k/m" },
          { heading: "model" },
          { heading: "roughness [g h]" },
          { heading: "distance from the conventional model [cm]" },
          { heading: "largest strain [%]" },
        ],
        rows,
        note: "Roughness: root mean square of v⁺ − 2v + v⁻ over vertices and steps, in units of what gravity adds in a step.",
      },
    ],
    pictures: [{ title: `On the way down, ${SHOWN / LOOKS} s after the start, h²k/m = ${KAPPA}`, pictures }],
    plots: [
      {
        title: "Roughness of the motion",
        x: { label: "roughness [g h]", isLogarithmic: true },
        y: { label: "", categories: MODELS.map(({ name }) => name).reverse() },
        series: kappas.map((kappa, k) => ({
          name: `h²k/m = ${kappa}`,
          points: rough[k].map((value, m) => [value, MODELS.length - 1 - m] as const),
          mark: "points",
        })),
      },
    ],
    reason:
      "Of second order, IER and IAR predict the turn from the turn before and the turn before that, nothing holds them back, and where an edge is nearly still the turn between two steps is mostly noise: the cloth shivers, and at larger h²k/m it is torn. IVT of second order stays smooth, and is closer to the conventional motion than that of first.",
  };
}

export const vibration: Experiment = {
  paper: "choi13",
  name: "vibration",
  title: "Vibration: IER and IAR against IVT, first and second order",
  place: "Section 3.2 and chapter 7, Simulation Quality",
  claim:
    "Occasionally IER and IAR produce vibratory results; with IVT the vibration is reduced, and more significantly with predictions of second order.",
  setup:
    "The swinging cloth, every linear model with predictions of first and of second order (eq. 3.8, 3.9, 3.12, 3.14). Vibration is measured as what the velocities of three steps in a row have that a smooth motion has not.",
  scene: {
    ...swingScene(17, KAPPA, secondOrder(IVT).solver),
    title: "Choi's predictions of second order",
    description:
      "A square metre held by two corners is let go from horizontal. The variants are linear models with predictions of first and second order.",
    variants: choiVariants(MODELS),
  },
  seconds: { quick: 2, full: 25 },
  run,
};
