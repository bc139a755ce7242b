import type { SceneInput, Wind } from "drape";
import { CommandError, createClient, type OpenWorld } from "../client.ts";
import type { Command, Frame, SimulationEvent, Stats, Status, Topology } from "../commands.ts";
import { stepTime } from "../readout/readout.ts";
import type { Runner } from "./lockstep.ts";

/** One simulation of the comparison, in a worker of its own. */
export interface Lane extends Runner {
  /** What it looked like when it last arrived; its arrays are the world's. */
  readonly frame: Frame | undefined;
  readonly topology: Topology | undefined;
  readonly stats: Stats | undefined;
  /** Why it stands still for good. */
  readonly failure: LaneFailure | undefined;
  /** Builds a scene anew, of whose steps so many make a tick. */
  load(scene: SceneInput, meshes: Readonly<Record<string, string | Uint8Array>>, stepsPerTick: number): void;
  /** Back to the start; what could not be built stays as it is. */
  reset(): void;
  setWind(wind: Wind | null): void;
  /** Ends the worker. */
  close(): void;
}

export interface LaneFailure {
  readonly sentence: string;
  /** Where its numbers blew up [s]. */
  readonly unstableAt?: number;
}

export function createLane(open: OpenWorld, count: (work: () => void) => void): Lane {
  const client = createClient(open, receive, count);
  let stepsPerTick = 1;
  let underWay = new AbortController();
  let turn = 0;
  let done: Status | undefined;
  let frame: Frame | undefined;
  let topology: Topology | undefined;
  let stats: Stats | undefined;
  let failure: LaneFailure | undefined;

  function receive(event: SimulationEvent): void {
    if (event.type === "topology") topology = event.topology;
    else if (event.type === "stats") stats = event.stats;
    else if (event.type === "error") failure = { sentence: event.message };
  }

  /** Sends a command that ends with a frame. Only the answer to the last one counts. */
  function ask(command: Command): void {
    const mine = ++turn;
    done = undefined;
    underWay = new AbortController();
    client.send(command, underWay.signal).then(
      (status) => {
        if (mine === turn) done = status;
      },
      (error: unknown) => {
        if (mine === turn) fail(error);
      },
    );
  }

  /** Gives up what is under way, and asks for a fresh start. */
  function begin(command: Command): void {
    underWay.abort();
    failure = undefined;
    ask(command);
  }

  function fail(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    const isBlowUp = error instanceof CommandError && error.kind === "unstable" && error.time !== undefined;
    failure = isBlowUp ? { sentence, unstableAt: error.time } : { sentence };
  }

  /** Takes in what has come. A frame from the middle of the way, or of the scene before, is not used. */
  function takeIn(): void {
    const next = client.takeFrame();
    if (next === undefined) return;
    if (next.revision === topology?.revision && (failure !== undefined || next.steps === done?.steps)) frame = next;
  }

  return {
    get frame() {
      return frame;
    },
    get topology() {
      return topology;
    },
    get stats() {
      return stats;
    },
    get failure() {
      return failure;
    },
    get failed() {
      return failure !== undefined;
    },
    get cost() {
      return (stepTime(stats?.profile ?? {}) / 1000) * stepsPerTick;
    },
    get arrived() {
      if (done !== undefined || failure !== undefined) takeIn();
      return done !== undefined && frame?.revision === topology?.revision && frame?.steps === done.steps;
    },
    advance: (ticks) => ask({ type: "step", count: ticks * stepsPerTick, goesOn: true }),
    load(scene, meshes, steps) {
      stepsPerTick = steps;
      topology = undefined;
      stats = undefined;
      begin({ type: "load", scene, meshes });
    },
    reset() {
      if (failure === undefined || failure.unstableAt !== undefined) begin({ type: "reset" });
    },
    setWind: (wind) => void client.send({ type: "set-wind", wind }).catch(fail),
    close() {
      underWay.abort();
      client.close();
    },
  };
}
