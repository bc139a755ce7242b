import { placeSurface } from "../contact/shapes/place-surface.ts";
import type { Drawn } from "./draw-simulation.ts";
import type { RecordedFrame } from "./recording.ts";

/** What a frame has of its own; the rest is as in the simulation that it was taken from. */
export type FrameState = Pick<RecordedFrame, "time" | "positions" | "poses">;

/** A frame of a simulation, to be drawn in its place. */
export function drawnFrame(simulation: Drawn, { time, positions, poses }: FrameState): Drawn {
  const { cloths, particleCount, triangles, origin, bodies } = simulation;
  return {
    cloths,
    particleCount,
    triangles,
    origin,
    readPositions: (out) => out.set(positions),
    bodies: {
      list: bodies.list,
      readPoses: (out) => out.set(poses),
      readSurface: (body, out) => {
        const { surface } = bodies.list[Number(body)];
        if (surface === undefined) return;
        const placed = new Float64Array(surface.positions.length);
        placeSurface(surface, poses, Number(body), time, placed);
        out.set(placed);
      },
    },
  };
}
