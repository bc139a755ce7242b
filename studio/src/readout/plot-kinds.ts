import { STAGES, type Vec3 } from "drape";
import type { Stats } from "../commands.ts";

/** A plot that one can choose: its lines, on the axis to the left or to the right. */
export interface PlotKind {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly PlotLine[];
  /** Unit of either axis, and what numbers are multiplied by for it. */
  readonly left: PlotAxis;
  readonly right?: PlotAxis;
  /** Lines are drawn on top of each other, as parts of a sum. */
  readonly stacked?: boolean;
}

export interface PlotAxis {
  readonly unit: string;
  readonly factor?: number;
  /** In powers of ten; numbers of 0 and less have no place on it. */
  readonly logarithmic?: boolean;
}

export interface PlotLine {
  readonly title: string;
  /** Name of its colour among the style sheet's custom properties. */
  readonly colour: string;
  readonly onRight?: boolean;
  readonly dashed?: boolean;
  read(stats: Stats): number;
}

export const PLOT_KINDS: readonly PlotKind[] = [
  {
    name: "energy",
    title: "Energy",
    left: { unit: "J" },
    lines: [
      { title: "kinetic", colour: "kinetic", read: ({ metrics }) => metrics.kinetic },
      { title: "elastic", colour: "elastic", read: ({ metrics }) => metrics.elastic },
      {
        title: "gravitational",
        colour: "collide",
        read: ({ metrics, startGravitational }) => metrics.gravitational - startGravitational,
      },
      {
        title: "total",
        colour: "total",
        dashed: true,
        read: ({ metrics: { kinetic, elastic, gravitational }, startEnergy }) => kinetic + elastic + gravitational - startEnergy,
      },
    ],
  },
  {
    name: "momentum",
    title: "Momentum",
    left: { unit: "kg m/s" },
    right: { unit: "kg m²/s" },
    lines: [
      { title: "linear", colour: "kinetic", read: ({ metrics }) => lengthOf(metrics.momentum) },
      {
        title: "angular, about the origin",
        colour: "elastic",
        onRight: true,
        read: ({ metrics }) => lengthOf(metrics.angularMomentum),
      },
    ],
  },
  {
    name: "strain",
    title: "Strain",
    left: { unit: "%", factor: 100 },
    lines: [
      { title: "mean", colour: "elastic", read: ({ metrics }) => metrics.strainMean },
      { title: "max", colour: "strain", read: ({ metrics }) => metrics.strainMax },
    ],
  },
  {
    name: "solve",
    title: "Residual and iterations",
    left: { unit: "", logarithmic: true },
    right: { unit: "" },
    lines: [
      { title: "residual", colour: "kinetic", read: ({ metrics }) => metrics.residual },
      { title: "iterations", colour: "elastic", onRight: true, read: ({ metrics }) => metrics.iterations },
    ],
  },
  {
    name: "stages",
    title: "Time of a step by stage",
    left: { unit: "ms" },
    stacked: true,
    lines: STAGES.map((stage) => ({ title: stage, colour: stage, read: ({ profile }) => profile[stage] ?? 0 })),
  },
];

function lengthOf([x, y, z]: Vec3): number {
  return Math.sqrt(x * x + y * y + z * z);
}
