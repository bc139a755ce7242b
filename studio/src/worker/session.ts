import { VERSION } from "drape";
import { createSightSource } from "../inside/sight-source.ts";
import { type CommandMessage, type Post, type Status, versionMismatch } from "../protocol.ts";
import { createCurrentSimulation } from "./current-simulation.ts";
import { CancelledError, describeError } from "./describe-error.ts";
import { createEdits } from "./edits.ts";
import { performCommand } from "./perform-command.ts";
import { createPlayer } from "./player.ts";
import { createReports } from "./reports.ts";

/** The worker's side of the protocol: one simulation, the loop that plays it, and the commands in the order they came. */
export interface Session {
  accept(message: CommandMessage): void;
}

export function createSession(post: Post): Session {
  const inside = createSightSource(post);
  const reports = createReports(post, inside);
  const edits = createEdits(post);
  const current = createCurrentSimulation();
  const player = createPlayer(current, reports, inside, edits, post);
  const parts = { post, inside, reports, edits, current, player };
  const pending = new Set<number>();
  const cancelled = new Set<number>();
  let queue: Promise<void> = Promise.resolve();
  post({ type: "ready", engine: VERSION });

  async function execute(message: CommandMessage): Promise<void> {
    const { id } = message;
    const stopIfCancelled = (): void => {
      if (cancelled.has(id)) throw new CancelledError();
    };
    try {
      stopIfCancelled();
      await performCommand(message, parts, {
        stopIfCancelled,
        progress: (fraction) => post({ type: "progress", id, fraction }),
      });
      if (current.simulation !== undefined) edits.report(current.simulation);
      post({ type: "done", id, status: status() });
    } catch (error) {
      const described = describeError(error);
      if (described.kind === "unstable") player.stopAsUnstable();
      post({ type: "error", id, ...described });
    }
    pending.delete(id);
    cancelled.delete(id);
  }

  function status(): Status {
    const { time = 0, steps = 0 } = current.simulation ?? {};
    return { time, steps, playing: player.isPlaying, hash: current.simulation?.hash() ?? 0 };
  }

  return {
    accept(message) {
      const mismatch = versionMismatch(message, "page");
      if (mismatch !== undefined) {
        post({ type: "error", id: message.id ?? null, kind: "protocol", message: mismatch });
      } else if (message.type === "recycle") {
        if (message.field !== undefined) inside.giveBack(message.field);
        reports.giveBack(message.positions, message.normals);
      } else {
        if (message.type === "cancel" && pending.has(message.command)) cancelled.add(message.command);
        pending.add(message.id);
        queue = queue.then(() => execute(message));
      }
    },
  };
}
