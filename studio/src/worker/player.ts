import type { Simulation } from "drape";
import { createRecorder } from "../inside/recorder.ts";
import type { SightSource } from "../inside/sight-source.ts";
import type { Post } from "../protocol.ts";
import type { CurrentSimulation } from "./current-simulation.ts";
import { describeError } from "./describe-error.ts";
import type { Edits } from "./edits.ts";
import { createPace, restartPace, takeSlice } from "./pace.ts";
import { createProfileMean } from "./profile-mean.ts";
import type { Rehearsal } from "./rehearsal.ts";
import type { Reports } from "./reports.ts";

/** The loop that plays the current simulation, what its steps cost, and the time line of what was played. */
export interface Player {
  readonly isPlaying: boolean;
  /** The simulation became unstable: it takes no step before it begins anew or goes back. */
  readonly isUnstable: boolean;
  /** The simulation is at a start: its time line and its costs begin anew. */
  begin(): void;
  /** The simulation went elsewhere, to a state from which it can go on. */
  jump(): void;
  play(): void;
  /** Pauses, and records where. */
  pause(): void;
  /** Pauses without a word. */
  stop(): void;
  /** Pauses in the recorded state of a step. */
  scrub(step: number): void;
  /** Takes steps one after the other. Now and then it calls `look` with the part that is done; an error from it ends the steps. */
  takeSteps(count: number, goesOn: boolean, look: (fraction: number) => Promise<void>): Promise<void>;
  /** Simulated seconds per real second. */
  setSpeed(factor: number): void;
  /** Rehearses beside the steps; undefined: no longer. */
  rehearse(rehearsal: Rehearsal | undefined): void;
  sendStats(goesOn?: boolean): void;
  stopAsUnstable(): void;
}

/** Time between two stats [s], and the longest stretch of `takeSteps` without a look around [s]. */
const STATS_INTERVAL = 0.1;
const STRETCH = 0.05;
/** How long the loop sleeps when it owes nothing [ms]. */
const NAP = 3;

export function createPlayer(current: CurrentSimulation, reports: Reports, inside: SightSource, edits: Edits, post: Post): Player {
  const pace = createPace();
  const recorder = createRecorder();
  const profile = createProfileMean();
  const turns = new MessageChannel();
  let isPlaying = false;
  let isUnstable = false;
  let turnComing = false;
  let statsSentAt = 0;
  let longest = 0;
  let rehearsal: Rehearsal | undefined;
  turns.port1.onmessage = takeTurn;

  /** One slice of the loop. It ends by asking for the next, so that commands waiting meanwhile are seen in between. */
  function takeTurn(): void {
    turnComing = false;
    const { simulation } = current;
    if (!isPlaying || simulation === undefined) return;
    const now = seconds();
    try {
      if (rehearsal?.take() === false) rehearsal = undefined;
      const slice = takeSlice(pace, now, simulation.timestep);
      if (slice > 0 && simulation.update(slice) > 0) noteStep(simulation);
      if (simulation.failure !== undefined) throw simulation.failure;
      longest = Math.max(longest, performance.now() - 1000 * now);
    } catch (error) {
      stopAsUnstable();
      post({ type: "error", id: null, ...describeError(error) });
      return;
    }
    reports.offerFrame(now);
    if (now - statsSentAt >= STATS_INTERVAL) {
      profile.flush();
      sendStats();
      edits.report(simulation);
    }
    scheduleTurn(pace.debt > 0 ? 0 : NAP);
  }

  function noteStep(stepped: Simulation): void {
    profile.add(stepped.profile);
    recorder.note();
    inside.recall(undefined);
  }

  function scheduleTurn(delay: number): void {
    if (turnComing) return;
    turnComing = true;
    if (delay > 0) setTimeout(takeTurn, delay);
    else turns.port2.postMessage(null);
  }

  function sendStats(goesOn: boolean = isPlaying): void {
    reports.sendStats(profile.mean(), longest, isPlaying ? pace.ratio : 0, goesOn, recorder.view());
    longest = 0;
    statsSentAt = seconds();
  }

  function stopAsUnstable(): void {
    isUnstable = true;
    isPlaying = false;
    profile.flush();
    reports.sendFrame();
    sendStats();
  }

  async function takeSteps(count: number, goesOn: boolean, look: (fraction: number) => Promise<void>): Promise<void> {
    const simulation = current.loaded();
    isPlaying = false;
    let since = seconds();
    for (let taken = 0; taken < count; taken++) {
      simulation.step();
      noteStep(simulation);
      const now = seconds();
      if (now - since < STRETCH) continue;
      since = now;
      reports.sendFrame();
      await look((taken + 1) / count);
    }
    recorder.rest();
    profile.flush();
    reports.sendFrame();
    sendStats(goesOn);
  }

  return {
    get isPlaying() {
      return isPlaying;
    },
    get isUnstable() {
      return isUnstable;
    },
    begin() {
      isUnstable = false;
      profile.clear();
      restartPace(pace, seconds());
      recorder.begin(current.loaded());
    },
    jump() {
      isUnstable = false;
      restartPace(pace, seconds());
    },
    play() {
      if (!isPlaying) restartPace(pace, seconds());
      isPlaying = true;
      scheduleTurn(0);
    },
    pause() {
      isPlaying = false;
      recorder.rest();
      profile.flush();
      sendStats();
    },
    stop() {
      isPlaying = false;
    },
    scrub(step) {
      isPlaying = false;
      inside.recall(recorder.show(step));
      isUnstable = false;
    },
    takeSteps,
    setSpeed(factor) {
      pace.speed = factor;
    },
    rehearse(next) {
      rehearsal = next;
    },
    sendStats,
    stopAsUnstable,
  };
}

function seconds(): number {
  return performance.now() / 1000;
}
