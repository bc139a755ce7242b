import type { Extensions } from "../scene/extensions.ts";
import type { Simulation } from "../sim/simulation.ts";

/**
 * Code of your own beside the engine of a world, in its worker where it has one. It sees the simulations that the cloths are in: it can measure,
 * record and change them, and speaks with the page by `world.ask`, by the event `message`, and by what goes with each frame.
 */
export interface Attendant {
  /** The simulations are these from now on; `areKept`: they go on from where others were. */
  begin?(simulations: readonly Simulation[], areKept: boolean): void;
  /** A simulation has taken a step. */
  stepped?(simulation: Simulation): void;
  /** What goes to the page with a frame: `attended` of its event. */
  show?(): Parcel | undefined;
  /** The answer to `world.ask`. It may have changed the simulations. An error of it reaches who asked. */
  answer?(question: unknown): Parcel | undefined | Promise<Parcel | undefined>;
}

/** What goes to the page: what a worker can send, and the buffers in it that need not be copied. */
export interface Parcel {
  readonly value: unknown;
  readonly transfer?: readonly ArrayBufferLike[] | undefined;
}

/** Makes an attendant; `tell` tells the page something, in the event `message`. */
export type Attend = (tell: (message: Parcel) => void) => Attendant;

/** The buffers of parcels that change hands; shared ones stay. */
export function transferOf(parcel: Parcel | undefined): ArrayBuffer[] {
  return (parcel?.transfer ?? []).filter((buffer) => buffer instanceof ArrayBuffer);
}

/** What a program adds to a world: to its engine, and beside it. */
export interface WorldExtensions extends Extensions {
  readonly attend?: Attend | undefined;
}
