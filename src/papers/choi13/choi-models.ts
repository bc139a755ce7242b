import type { SceneInput, SolverInput } from "../../scene/scene-input.ts";
import type { Knob } from "../experiment.ts";

export interface ChoiModel {
  readonly name: string;
  readonly variant: string;
  readonly elements: "edges" | "triangles";
  readonly solver: SolverInput;
}

/** The six models of [Choi13, ch. 7]; the first of each three is the conventional one, solved by conjugate gradients. */
export const CHOI_MODELS: readonly ChoiModel[] = [
  edges("edges, conventional", "edge-conventional", { method: "implicit-euler", tolerance: 1e-5 }),
  edges("edges, IER", "edge-ier", { method: "linear-edge", predictor: "ier" }),
  edges("edges, IVT", "edge-ivt", { method: "linear-edge", predictor: "ivt" }),
  triangles("triangles, conventional", "triangle-conventional", { method: "triangle-implicit", tolerance: 1e-5 }),
  triangles("triangles, IAR", "triangle-iar", { method: "linear-triangle", predictor: "iar" }),
  triangles("triangles, IVT", "triangle-ivt", { method: "linear-triangle", predictor: "ivt" }),
];

/** Edges with the direction that a spring has now: [Choi13, eq. 3.4], which is Desbrun's model. */
export const PREVIOUS: ChoiModel = edges("edges, previous direction", "previous", {
  method: "linear-edge",
  predictor: "previous",
});

/** The same model with predictions of second order [Choi13, eq. 3.9 and 3.14]. */
export function secondOrder({ name, variant, elements, solver }: ChoiModel): ChoiModel {
  return { name: `${name}, order 2`, variant: `${variant}-2`, elements, solver: { ...solver, order: 2 } as SolverInput };
}

export function choiVariants(models: readonly ChoiModel[]): SceneInput["variants"] {
  return models.map(({ name, variant, solver }) => ({ name: variant, title: name, solver }));
}

/** The models to choose from in the page; `start` is the one it begins with. */
export function modelKnob(models: readonly ChoiModel[], start: ChoiModel): Knob {
  return {
    label: "model",
    choices: models.map(({ name, solver }) => ({ name, set: { solver } })),
    start: models.indexOf(start),
  };
}

function edges(name: string, variant: string, solver: ChoiModel["solver"]): ChoiModel {
  return { name, variant, elements: "edges", solver };
}

function triangles(name: string, variant: string, solver: ChoiModel["solver"]): ChoiModel {
  return { name, variant, elements: "triangles", solver };
}
