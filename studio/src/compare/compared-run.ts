import type { Wind } from "drape";
import type { SolverChoice, Status } from "../commands.ts";
import type { ComparedName } from "../page/link.ts";
import type { Lane } from "./lane.ts";
import { createLanes, type Lanes, type LoadedScene } from "./lanes.ts";
import { createLockstep, type Lockstep } from "./lockstep.ts";
import { type ComparePanel, planSteps, readPanels } from "./panels.ts";

/** The simulations that are compared, from the scene that was loaded to where they stand now. */
export interface ComparedRun {
  readonly lanes: Lanes;
  readonly lockstep: Lockstep;
  /** The scene that was loaded last; undefined before the first. */
  readonly scene: LoadedScene | undefined;
  /** One solver each, in the order of the pictures. */
  readonly panels: readonly ComparePanel[];
  readonly isPlaying: boolean;
  /** Simulated seconds per real second. */
  readonly speed: number;
  /** The time that all have reached [s]. */
  readonly time: number;
  load(scene: LoadedScene): void;
  /** Builds every simulation at its start; what of `asked` meant nothing, in a sentence, or "". */
  restart(asked: readonly ComparedName[], solvers: ComparedSolvers, wantsReference: boolean): string;
  /** All stand at their start: what was waited for is let go. */
  begin(): void;
  reset(): void;
  setWind(wind: Wind | null): void;
  setSpeed(factor: number): void;
  setPlaying(playing: boolean): void;
  /** Pauses, and takes so many ticks; resolves when all have arrived. */
  step(ticks: number): Promise<Status>;
  /** True once all have arrived at the same time, and may be shown. */
  poll(): boolean;
  /** Answers those who wait for what has been reached, and all where nothing goes on. */
  answer(): void;
  status(): Status;
  close(): void;
}

/** The scene's own solver, and the one that is chosen now. */
export interface ComparedSolvers {
  readonly own: SolverChoice;
  readonly chosen: SolverChoice;
}

/** `hash` tells the hash of all states together. */
export function createComparedRun(createLane: () => Lane, hash: () => number): ComparedRun {
  const lockstep = createLockstep();
  const lanes = createLanes(createLane);
  let scene: LoadedScene | undefined;
  let panels: readonly ComparePanel[] = [];
  let wind: Wind | null | undefined;
  let tick = 1;
  let isPlaying = false;
  let speed = 1;
  let waiting: { readonly ticks: number; resolve(status: Status): void }[] = [];

  const seconds = (): number => performance.now() / 1000;
  const time = (): number => lockstep.ticks * tick;
  const status = (): Status => ({ time: time(), steps: lockstep.ticks, playing: isPlaying, hash: hash() });

  function begin(): void {
    lockstep.restart(tick, seconds());
    for (const { resolve } of waiting.splice(0)) resolve(status());
  }

  function setPlaying(next: boolean): void {
    isPlaying = next;
    lockstep.setPlaying(next, seconds());
  }

  return {
    lanes,
    lockstep,
    get scene() {
      return scene;
    },
    get panels() {
      return panels;
    },
    get isPlaying() {
      return isPlaying;
    },
    get speed() {
      return speed;
    },
    get time() {
      return time();
    },
    load(next) {
      scene = next;
      wind = undefined;
      setPlaying(false);
    },
    restart(asked, solvers, wantsReference) {
      if (scene === undefined) return "";
      const { variants, compare: first } = scene.scene;
      const timestep = scene.input.timestep as number;
      const read = readPanels(asked, { variants, first, ...solvers, timestep });
      panels = read.panels;
      const plan = planSteps(panels, timestep);
      tick = plan.tick;
      lanes.load(scene, panels, plan, wantsReference);
      if (wind !== undefined) for (const lane of lanes.running) lane.setWind(wind);
      return read.complaint;
    },
    begin,
    reset() {
      for (const lane of lanes.running) lane.reset();
      begin();
    },
    setWind(next) {
      wind = next;
      for (const lane of lanes.running) lane.setWind(next);
    },
    setSpeed(factor) {
      speed = factor;
      lockstep.setSpeed(factor);
    },
    setPlaying,
    step(ticks) {
      setPlaying(false);
      return new Promise((resolve) => waiting.push({ ticks: lockstep.owe(ticks), resolve }));
    },
    poll: () => scene !== undefined && lockstep.poll(lanes.running, seconds()),
    answer() {
      const isOver = lanes.shown.every(({ failed }) => failed);
      const answered = waiting.filter(({ ticks }) => isOver || lockstep.ticks >= ticks);
      waiting = waiting.filter((one) => !answered.includes(one));
      for (const { resolve } of answered) resolve(status());
    },
    status,
    close() {
      lanes.close();
      panels = [];
      scene = undefined;
      wind = undefined;
      setPlaying(false);
      begin();
    },
  };
}
