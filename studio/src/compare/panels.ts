import type { Scene } from "drape";
import type { SolverChoice } from "../commands.ts";
import { methods } from "../engine.ts";
import { shorten } from "../page/describe-link.ts";
import type { ComparedName } from "../page/link.ts";
import { readLinkedSolver, startSolver } from "../panel/solver-choice.ts";
import { REFERENCE, REFERENCE_TITLE } from "./reference.ts";

/** One of the pictures side by side: a solver of the scene under a name. */
export interface ComparePanel {
  readonly compared: ComparedName;
  readonly title: string;
  readonly isReference: boolean;
  /** Of the reference, the scene's own; how it is solved is said elsewhere. */
  readonly solver: SolverChoice;
  /** As it was asked for [s]. */
  readonly timestep: number;
}

/** What panels are made from. */
export interface PanelSource {
  readonly variants: Scene["variants"];
  /** Variants that the scene shows side by side at first. */
  readonly first: Scene["compare"];
  /** The solver block of the scene's file. */
  readonly own: SolverChoice;
  /** What the single view runs with; a panel of this method starts with the same options. */
  readonly chosen: SolverChoice;
  readonly timestep: number;
}

export const FEWEST_PANELS = 2;
export const MOST_PANELS = 4;

/** Methods that a scene without variants is compared with, in this order. */
const USUAL = ["implicit-euler", "gauss-seidel", "block-jacobi", "bdf2"];

/** The panels that a link asks for, filled up to two, and in sentences what it asked for in vain. */
export function readPanels(
  compared: readonly ComparedName[],
  source: PanelSource,
): { readonly panels: readonly ComparePanel[]; readonly complaint: string } {
  const panels: ComparePanel[] = [];
  const unknown: string[] = [];
  const ignored: string[] = [];
  for (const one of compared) {
    const panel = readPanel(one, source, ignored);
    if (panel === undefined) unknown.push(one.name);
    else if (panels.length < MOST_PANELS) panels.push(panel);
    else ignored.push(one.name);
  }
  const wanted = compared.length > 0 ? FEWEST_PANELS : Math.max(FEWEST_PANELS, source.first.length);
  while (panels.length < wanted) {
    const name = nextName(panels, source);
    if (name === undefined) break;
    panels.push(readPanel({ name, options: {} }, source, ignored) as ComparePanel);
  }
  return { panels, complaint: complain(unknown, ignored) };
}

/** How panels keep time: the longest of their steps is the tick, and the others take a whole number of steps a tick. */
export function planSteps(panels: readonly ComparePanel[], timestep: number): StepPlan {
  const wanted = panels.filter(({ isReference }) => !isReference).map((panel) => panel.timestep);
  const tick = wanted.length === 0 ? timestep : Math.max(...wanted);
  return { tick, stepsPerTick: panels.map((panel) => Math.max(1, Math.ceil(tick / panel.timestep - 1e-9))) };
}

export interface StepPlan {
  /** [s] */
  readonly tick: number;
  readonly stepsPerTick: readonly number[];
}

/** Something to compare with what is there: what the scene proposes, its other variants, or the usual methods. */
export function nextName(
  panels: readonly ComparePanel[],
  { variants, first, chosen }: Pick<PanelSource, "variants" | "first" | "chosen">,
): string | undefined {
  const taken = new Set(panels.map(({ compared }) => compared.name));
  const offered = variants.length > 0 ? variants.map(({ name }) => name) : [chosen.method];
  return [...first, ...offered, ...USUAL].find((name) => !taken.has(name));
}

/** The names to choose from, by group: the scene's variants, the methods, the reference. */
export function listChoices(variants: Scene["variants"]): readonly {
  readonly group: string;
  readonly choices: readonly { readonly name: string; readonly title: string }[];
}[] {
  const others = methods().filter(({ name }) => !variants.some((variant) => variant.name === name));
  return [
    ...(variants.length > 0 ? [{ group: "This scene's", choices: variants }] : []),
    { group: "Methods", choices: others },
    { group: "Converged", choices: [{ name: REFERENCE, title: REFERENCE_TITLE }] },
  ];
}

function readPanel(compared: ComparedName, source: PanelSource, ignored: string[]): ComparePanel | undefined {
  const { name, options, timestep = source.timestep } = compared;
  if (name === REFERENCE) {
    return { compared, title: REFERENCE_TITLE, isReference: true, solver: source.own, timestep: source.timestep };
  }
  const variant = source.variants.find((one) => one.name === name);
  const method = methods().find((one) => one.name === (variant?.solver.method.name ?? name));
  if (method === undefined) return undefined;
  const started = method.name === source.chosen.method ? source.chosen : startSolver(method.name, source.own);
  const start = variant === undefined ? started : ({ ...variant.given, method: method.name } as SolverChoice);
  const linked = readLinkedSolver({ method: method.name, options }, start);
  for (const part of linked.ignored) ignored.push(`${name}:${part.replace(/^set\./, "")}`);
  const settings = Object.entries(compared.timestep === undefined ? options : { ...options, timestep: `${timestep} s` });
  const details = settings.map(([key, value]) => `, ${key} ${value}`).join("");
  return {
    compared,
    title: (variant?.title ?? method.title) + details,
    isReference: false,
    solver: linked.solver,
    timestep,
  };
}

function complain(unknown: readonly string[], ignored: readonly string[]): string {
  const sentences = unknown.map(
    (name) => `There is no method called "${shorten(name)}" to compare; choose one from a list below the pictures.`,
  );
  const listed = ignored.slice(0, MOST_PANELS).map(shorten).join(", ");
  if (ignored.length > 0) sentences.push(`Left out of the comparison, because it fits nothing here: ${listed}.`);
  return sentences.join(" ");
}
