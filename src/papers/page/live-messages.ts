import type { Colour } from "../../output/draw-picture.ts";
import type { Camera } from "../../output/rasterise.ts";
import type { SceneInput } from "../../scene/scene-input.ts";
import type { Gauge, Live } from "../experiment.ts";

/** What lies beside the page for an experiment: its live part, always with a scene. */
export type LiveFile = Live & { readonly scene: SceneInput };

/** From the page to the worker: a run, and then each time the picture before has been drawn the wish for the next. */
export type LiveOrder =
  | { readonly kind: "start"; readonly scenes: readonly SceneInput[]; readonly gauges: readonly Gauge[] }
  | { readonly kind: "next" };

/** A surface or a bundle of lines as it stays while it moves. */
export interface LiveShape {
  /** Three vertices a triangle; without, each two positions are a line. */
  readonly triangles?: Uint32Array;
  readonly colour: Colour;
  readonly back?: Colour;
}

/** From the worker to the page. */
export type LiveNews =
  /** How one of the runs is to be drawn: at the start, and where a cut has changed it. */
  | {
      readonly kind: "shapes";
      readonly run: number;
      readonly shapes: readonly LiveShape[];
      readonly camera: Camera;
      readonly floor?: number;
    }
  | LiveFrame
  | { readonly kind: "failed"; readonly message: string };

export interface LiveFrame {
  readonly kind: "frame";
  /** Positions of the vertices [m]: for each run, for each of its shapes. */
  readonly positions: readonly (readonly Float32Array[])[];
  readonly time: number;
  readonly steps: number;
  /** What the gauges show, of the first run. */
  readonly numbers: Readonly<Partial<Record<Gauge, number>>>;
  /** The step at which a run gave numbers beyond all bounds, by run; 0 where it did not. */
  readonly lostAt: readonly number[];
  readonly isDone: boolean;
}
