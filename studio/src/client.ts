import type { World, WorldOptions } from "drape";
import { type CommandedWorld, createCommandedWorld } from "./commanded-world.ts";
import type { Command, ErrorKind, Frame, SimulationEvent, Status } from "./commands.ts";
import { describeError } from "./describe-error.ts";
import { createMeshFiles } from "./mesh-files.ts";
import { createPlayClock } from "./play-clock.ts";
import type { Attended } from "./worker/questions.ts";
import { createWorldView } from "./world-view.ts";

/** A simulation as the page's parts know it: a promise a command, and the newest frame. It never waits for a step. */
export interface SimulationClient {
  /** Has a command carried out, after those before it; aborting the signal gives it up. Rejects with a CommandError. */
  send(command: Command, signal?: AbortSignal): Promise<Status>;
  /** Once a frame of the screen: lets time go on while it plays. Gives the newest frame, if there is another one than at the last call. */
  takeFrame(): Frame | undefined;
  /** Ends the simulation and its worker. */
  close(): void;
}

/** Makes the world that a client runs, with the studio's attendant. */
export type OpenWorld = (options: WorldOptions) => Promise<World>;

export class CommandError extends Error {
  override name = "CommandError";
  readonly kind: ErrorKind;
  readonly step: number | undefined;
  readonly time: number | undefined;

  constructor(kind: ErrorKind, message: string, step?: number, time?: number) {
    super(message);
    this.kind = kind;
    this.step = step;
    this.time = time;
  }
}

/** `listen` is told everything but frames; `count` wraps the work of each message, so that its time can be counted. */
export function createClient(
  open: OpenWorld,
  listen: (event: SimulationEvent) => void,
  count: (work: () => void) => void = (work) => work(),
): SimulationClient {
  const files = createMeshFiles();
  const view = createWorldView(listen);
  const clock = createPlayClock();
  const tellError = (error: unknown): void => listen({ type: "error", ...describeError(error) });
  /** Why there is no world any more: then every command fails for that reason. */
  let loss: string | undefined;
  let run: { readonly world: World; readonly commanded: CommandedWorld } | undefined;

  function tellLoss(error: Error): void {
    loss = describeLoss(error);
    listen({ type: "error", kind: "internal", message: loss });
  }

  /** Listens to a world. A failure of steps that a command has asked for is told to who sent that. */
  function connect(world: World): typeof run {
    const commanded = createCommandedWorld(world, files, view, clock, listen);
    world.on("frame", ({ attended }) => count(() => view.receive(world, attended as Attended | undefined, clock.ratio(world.time))));
    world.on("unstable", ({ error }) => {
      if (commanded.isStepping) return;
      clock.stop();
      tellError(error);
      send({ type: "pause" }).catch(() => {}); // the measurements of where it stands
    });
    world.on("error", ({ error }) => (error.name === "DrapeError" ? tellLoss(error) : tellError(error))); // its worker has ended, or something less
    run = { world, commanded };
    listen({ type: "ready" });
    return run;
  }

  const opened = open({ loadMesh: files.load, together: true, sleep: false }).then(connect);
  opened.catch(tellLoss);
  let queue: Promise<unknown> = opened.catch(() => {});

  async function obey(command: Command, signal: AbortSignal | undefined): Promise<Status> {
    try {
      signal?.throwIfAborted();
      const { commanded } = (await opened) as NonNullable<typeof run>;
      await commanded.perform(command, signal);
      signal?.throwIfAborted();
      return commanded.status();
    } catch (error) {
      const { kind, message, step, time } = describeError(error);
      throw new CommandError(kind, loss ?? message, step, time);
    }
  }

  function send(command: Command, signal?: AbortSignal): Promise<Status> {
    const answer = queue.then(() => obey(command, signal));
    queue = answer.catch(() => {});
    return answer;
  }

  return {
    send,
    takeFrame() {
      if (run !== undefined && !run.commanded.isStepping) clock.advance(run.world, view.stepTime);
      return view.takeFrame();
    },
    close() {
      opened.then((made) => made?.world.dispose()).catch(() => {});
    },
  };
}

/** Why there is no world any more, and what to do. */
function describeLoss({ message }: Error): string {
  const reason = message.includes("could not be started") ? "its script did not load" : message;
  return `The simulation worker stopped (${reason}); reload the page.`;
}
