import {
  type Command,
  type ErrorKind,
  type Event,
  type EventMessage,
  type Frame,
  PROTOCOL_VERSION,
  type Status,
  versionMismatch,
} from "./protocol.ts";

/** The page's side of the protocol: a promise a command, and the newest frame. It never waits for a step. */
export interface SimulationClient {
  /** Sends a command; aborting the signal cancels it. Rejects with a CommandError. */
  send(command: Command, signal?: AbortSignal): Promise<Status>;
  /** The newest frame that came since the last call; older ones went back unused. Recycle it after use. */
  takeFrame(): Frame | undefined;
  recycle(frame: Frame): void;
}

/** What the client needs of a Worker. */
export interface WorkerPort {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<EventMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What a listener is told of. */
export type SimulationEvent = Exclude<Event, { type: "state" | "done" }>;

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

interface Waiting {
  resolve(status: Status): void;
  reject(error: CommandError): void;
}

/**
 * `listen` gets every event but frames (see `takeFrame`) and answers (see `send`); `count` wraps the work of each message, so
 * that its time can be counted.
 */
export function createClient(
  port: WorkerPort,
  listen: (event: SimulationEvent) => void,
  count: (work: () => void) => void = (work) => work(),
): SimulationClient {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let newest: Frame | undefined;

  port.onmessage = (message) => {
    count(() => {
      const event = message.data;
      const mismatch = versionMismatch(event, "worker");
      if (mismatch !== undefined) listen({ type: "error", id: null, kind: "protocol", message: mismatch });
      else receive(event);
    });
  };
  port.onerror = (event) => {
    const message = `The simulation worker stopped (${event.message || "its script did not load"}); reload the page.`;
    listen({ type: "error", id: null, kind: "internal", message });
  };

  function receive(event: Event): void {
    if (event.type === "state") {
      if (newest !== undefined) recycle(newest);
      newest = event.frame;
    } else if (event.type === "done") {
      waiting.get(event.id)?.resolve(event.status);
      waiting.delete(event.id);
    } else if (event.type === "error" && event.id !== null) {
      waiting.get(event.id)?.reject(new CommandError(event.kind, event.message, event.step, event.time));
      waiting.delete(event.id);
    } else {
      listen(event);
    }
  }

  function send(command: Command, signal?: AbortSignal): Promise<Status> {
    const id = nextId++;
    const answer = new Promise<Status>((resolve, reject) => waiting.set(id, { resolve, reject }));
    port.postMessage({ ...command, version: PROTOCOL_VERSION, id }, []);
    signal?.addEventListener("abort", () => {
      if (waiting.has(id)) void send({ type: "cancel", command: id });
    });
    return answer;
  }

  function recycle({ positions, normals, field }: Frame): void {
    const arrays = { positions, normals, ...(field === undefined ? {} : { field: field.values }) };
    const message: Command = { type: "recycle", ...arrays };
    const buffers = Object.values(arrays).map(({ buffer }) => buffer);
    port.postMessage({ ...message, version: PROTOCOL_VERSION, id: nextId++ }, buffers);
  }

  return {
    send,
    takeFrame() {
      const frame = newest;
      newest = undefined;
      return frame;
    },
    recycle,
  };
}
