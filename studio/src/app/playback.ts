import { CommandError, type SimulationClient } from "../client.ts";
import type { Command, Status } from "../commands.ts";
import type { StudioListener, StudioState } from "./studio-state.ts";

/** Playing, pausing and recovering: what goes on in the worker, and what of it goes wrong. */
export interface Playback {
  /** Never rejects: what goes wrong is told as trouble, and the answer is undefined. */
  send(command: Command): Promise<Status | undefined>;
  /** The simulation stopped by itself, at this step and time [s]. */
  fail(step: number | undefined, time: number | undefined): void;
  setPlaying(playing: boolean): void;
  setSpeed(factor: number): void;
  step(count: number): Promise<Status | undefined>;
  /** Goes back to the start; ends when the worker is there. */
  reset(): Promise<void>;
  /** Pauses in the recorded state of a step; one that blew up goes on from there. */
  scrub(step: number): Promise<Status | undefined>;
  /** Goes back to a state that the worker has kept, and keeps the present one under another number. */
  goBack(mark: number, keep: number): Promise<void>;
  /** Stops the worker while nobody sees the page, without forgetting that it plays. */
  setVisible(visible: boolean): void;
}

/** What the loader of scenes needs besides. */
export interface Recovery {
  /** Tells of an error that a command was answered with. */
  report(error: unknown): void;
  /** Stops until the trouble is over. */
  halt(): void;
  /** The trouble is over: plays again if it played before. */
  recover(): void;
  /** Plays, unless nobody sees the page. */
  playIfSeen(): void;
}

export function createPlayback(client: Pick<SimulationClient, "send">, state: StudioState, listener: StudioListener): Playback & Recovery {
  /** It played when trouble stopped it, and plays again once that is over. */
  let resumes = false;
  /** Nobody looks at a hidden tab, so nothing runs for it. */
  let visible = true;

  function report(error: unknown): void {
    if (!(error instanceof CommandError)) listener.trouble(error instanceof Error ? error.message : String(error));
    else if (error.kind === "unstable") fail(error.step, error.time);
    else if (error.kind !== "cancelled") listener.trouble(error.message);
  }

  async function send(command: Command): Promise<Status | undefined> {
    try {
      return await client.send(command);
    } catch (error) {
      report(error);
      return undefined;
    }
  }

  function fail(step?: number, time?: number): void {
    state.failed = true;
    halt();
    listener.unstable(step, time);
    listener.changed();
  }

  function halt(): void {
    resumes ||= state.playing;
    state.playing = false;
  }

  function recover(): void {
    state.failed = false;
    state.empty = false;
    state.playing ||= resumes;
    resumes = false;
    listener.trouble(undefined);
    listener.restarted();
  }

  function playIfSeen(): void {
    if (state.playing && visible) send({ type: "play" });
  }

  return {
    send,
    report,
    fail,
    halt,
    recover,
    playIfSeen,
    setPlaying(playing) {
      if (state.failed || state.empty) return;
      state.playing = playing;
      if (playing) playIfSeen();
      else send({ type: "pause" });
      listener.changed();
    },
    setSpeed(factor) {
      state.speed = factor;
      send({ type: "speed", factor });
      listener.changed();
    },
    async step(count) {
      if (state.failed || state.empty) return undefined;
      state.playing = false;
      listener.changed();
      return send({ type: "step", count });
    },
    async reset() {
      if (state.empty) return;
      recover();
      const done = send({ type: "reset" });
      playIfSeen();
      listener.changed();
      await done;
    },
    async scrub(step) {
      if (state.empty) return undefined;
      state.playing = false;
      resumes = false;
      if (state.failed) listener.trouble(undefined);
      state.failed = false;
      listener.changed();
      return send({ type: "scrub", step });
    },
    async goBack(mark, keep) {
      const { failed } = state;
      if ((await send({ type: "return", mark, keep })) === undefined) return;
      recover();
      if (failed) playIfSeen();
      listener.changed();
    },
    setVisible(seen) {
      if (seen === visible) return;
      visible = seen;
      if (state.playing) send({ type: seen ? "play" : "pause" });
    },
  };
}
