import { createWorld } from "../../src/index.ts";
import { CommandError, createClient, type OpenWorld } from "../../studio/src/client.ts";
import type { Command, Frame, SimulationEvent, Status } from "../../studio/src/commands.ts";
import { attendStudio } from "../../studio/src/worker/attend-studio.ts";

/** The world of a client, in this thread. */
export const openHere: OpenWorld = (options) => createWorld({ ...options, attend: attendStudio });

/** A client and all that it says: events in their order, and the frames, which are taken as a page does, as often as `look` is called. */
export function connect() {
  const events: (SimulationEvent | { readonly type: "frame"; readonly frame: Frame })[] = [];
  const client = createClient(openHere, (event) => events.push(event));

  function look(): void {
    const frame = client.takeFrame();
    if (frame !== undefined) events.push({ type: "frame", frame: { ...frame, positions: frame.positions.slice() } });
  }

  /** Sends a command, and looks when it is done. */
  async function send(command: Command, signal?: AbortSignal): Promise<Status> {
    try {
      return await client.send(command, signal);
    } finally {
      look();
    }
  }

  /** The error that a command is answered with. */
  const fail = (command: Command): Promise<CommandError> =>
    send(command).then(
      () => Promise.reject(new Error(`${command.type} has succeeded`)),
      (error) => (error instanceof CommandError ? error : Promise.reject(error)),
    );

  type Told = (typeof events)[number];
  const last = <Type extends Told["type"]>(type: Type) =>
    events.findLast((event): event is Extract<Told, { type: Type }> => event.type === type);
  const count = (type: Told["type"]): number => events.filter((event) => event.type === type).length;
  return { client, events, send, fail, look, last, count };
}
