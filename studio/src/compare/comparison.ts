import type { Scene, Wind } from "drape";
import type { ComparedName } from "../page/link.ts";
import type { Command, SolverChoice, Status } from "../protocol.ts";
import { describePace } from "../readout/readout.ts";
import type { Scenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import { type CompareView, createCompareView } from "./compare-view.ts";
import type { Lane, LaneFailure } from "./lane.ts";
import { createLanes, type LoadedScene } from "./lanes.ts";
import { createLockstep } from "./lockstep.ts";
import { type ComparePanel, listChoices, nextName, planSteps, readPanels } from "./panels.ts";
import { createPictures } from "./pictures.ts";

/** Several solvers of one scene side by side, which take the place of the single simulation while they are open. */
export interface Comparison {
  readonly isOpen: boolean;
  /** From now on it answers the studio's commands; the pictures come with the next scene that is loaded. */
  open(compared: readonly ComparedName[]): void;
  /** Ends the workers and gives the stage back. */
  close(): void;
  /** Carries out a command as the single simulation would, for all alike. A `step` is one tick. */
  send(command: Command): Promise<Status>;
  /** Once a frame: takes in what has arrived and asks for more. */
  advance(): void;
  draw(): void;
  describe(): ComparisonState;
}

/** What is shown now. */
export interface ComparisonState {
  /** Every picture has its cloth, or says why not. */
  readonly loaded: boolean;
  /** [s] */
  readonly time: number;
  readonly ticks: number;
  readonly panels: readonly PanelState[];
  /** Time of the reference [s], where there is one. */
  readonly referenceTime: number | undefined;
  /** End of the scale of colours [m]. */
  readonly scale: number;
}

export interface PanelState {
  readonly name: string;
  readonly title: string;
  /** As the engine understood it. */
  readonly method: string;
  readonly particleCount: number;
  /** [s] */
  readonly time: number;
  readonly steps: number;
  /** RMS distance from the reference [m]; undefined where there is none at the same time. */
  readonly error: number | undefined;
  readonly failure: string | undefined;
}

/** What the comparison must know of the studio, and what it tells. */
export interface ComparisonHost {
  createLane(): Lane;
  /** The scene that was loaded last. */
  scene(): Scene;
  own(): SolverChoice;
  chosen(): SolverChoice;
  /** Other solvers were chosen: the address changes, and everything starts again. */
  changed(compared: readonly ComparedName[]): void;
  /** Part of a link meant nothing. */
  trouble(sentence: string): void;
  /** Nothing goes on by itself: every simulation has stopped. */
  stopped(): void;
  leave(): void;
}

/** Time between two changes of what is written [s]: more often nobody can read it. */
const WRITING_INTERVAL = 0.1;

export function createComparison(parent: HTMLElement, stage: Stage, scenery: Scenery, host: ComparisonHost): Comparison {
  const lockstep = createLockstep();
  const pictures = createPictures(stage, scenery);
  const lanes = createLanes(host.createLane);
  const view: CompareView = createCompareView(parent, {
    choose: (n, name) => choose(panels.map(({ compared }, k) => (k === n ? { name, options: {} } : compared))),
    remove: (n) => choose(panels.filter((_, k) => k !== n).map(({ compared }) => compared)),
    add() {
      if (given === undefined) return;
      const name = nextName(panels, { ...given.scene, first: given.scene.compare, chosen: host.chosen() });
      if (name !== undefined) choose([...panels.map(({ compared }) => compared), { name, options: {} }]);
    },
    setReference(on) {
      wantsReference = on;
      if (!on) lanes.dropReference();
      else if (lanes.reference === undefined) restart();
      if (lanes.reference === undefined) pictures.forget();
      paint();
      writingDue = true;
    },
    setColored(on) {
      colored = on;
      paint();
    },
    close: host.leave,
    placed: (tiles) => stage.setTiles(isOpen && tiles.length > 0 ? tiles : undefined),
  });
  let isOpen = false;
  let asked: readonly ComparedName[] = [];
  let panels: readonly ComparePanel[] = [];
  let wantsReference = true;
  let colored = true;
  let given: LoadedScene | undefined;
  let wind: Wind | null | undefined;
  let tick = 1;
  let playing = false;
  let speed = 1;
  let loaded = false;
  let stageDue = false;
  let writtenAt = 0;
  let writingDue = false;
  let waiting: { readonly ticks: number; resolve(status: Status): void }[] = [];

  const seconds = (): number => performance.now() / 1000;

  function choose(compared: readonly ComparedName[]): void {
    asked = compared;
    host.changed(compared);
    restart();
  }

  /** Builds every simulation at its start. */
  function restart(): void {
    if (given === undefined) return;
    const { variants, compare: first } = given.scene;
    const timestep = given.input.timestep as number;
    const read = readPanels(asked, { variants, first, own: host.own(), chosen: host.chosen(), timestep });
    if (read.complaint !== "") host.trouble(read.complaint);
    panels = read.panels;
    asked = panels.map(({ compared }) => compared); // what was asked for in vain is told once
    const plan = planSteps(panels, timestep);
    tick = plan.tick;
    loaded = false;
    lanes.load(given, panels, plan, wantsReference);
    pictures.fit(panels.length);
    view.setTitle(given.scene.title);
    view.setPanels(panels, listChoices(variants));
    if (wind !== undefined) for (const lane of lanes.running) lane.setWind(wind);
    begin();
  }

  function begin(): void {
    pictures.forget();
    lockstep.restart(tick, seconds());
    for (const { resolve } of waiting.splice(0)) resolve(status());
  }

  /** All have arrived at the same time: takes over what they look like. */
  function show(): void {
    pictures.show(lanes.shown, lanes.reference);
    const start = pictures.list.map(({ topology }) => topology).find((topology) => topology?.start !== undefined);
    if (stageDue && start?.start !== undefined) {
      stageDue = false;
      scenery.set(start.start, start, given?.scene);
    }
    scenery.follow(lockstep.ticks * tick);
    paint();
    loaded = true;
    writingDue = true;
    waiting = waiting.filter(({ ticks, resolve }) => {
      if (lockstep.ticks >= ticks) resolve(status());
      return lockstep.ticks < ticks;
    });
    if (lanes.shown.every(({ failed }) => failed)) {
      for (const { resolve } of waiting.splice(0)) resolve(status());
      if (playing) host.stopped();
    }
  }

  /** Shows the differences as colours, or the weave. */
  function paint(): void {
    const hasColors = colored && lanes.reference?.failed === false;
    pictures.paint(hasColors);
    view.setScale(hasColors ? pictures.scale : undefined);
  }

  function write(): void {
    writingDue = false;
    writtenAt = seconds();
    for (const [n, { stats, error }] of pictures.list.entries()) {
      view.write(n, { stats, error, failure: lanes.shown[n].failure });
    }
    view.writeTime(lockstep.ticks * tick, describePace(playing, lockstep.ratio, speed));
    view.writeNote(describeReference(lanes.reference?.failure));
  }

  function status(): Status {
    const hash = pictures.list.reduce((all, { stats }) => (Math.imul(all, 31) + (stats?.hash ?? 0)) >>> 0, 0);
    return { time: lockstep.ticks * tick, steps: lockstep.ticks, playing, hash };
  }

  function setPlaying(next: boolean): void {
    playing = next;
    lockstep.setPlaying(next, seconds());
    writingDue = true;
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    loaded = false;
    lanes.close();
    panels = [];
    given = undefined;
    wind = undefined;
    pictures.fit(0);
    setPlaying(false);
    begin();
    view.setPanels([], []);
    view.setOpen(false);
    stage.setTiles(undefined);
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open(compared) {
      close();
      isOpen = true;
      asked = compared;
      view.setOpen(true);
    },
    close,
    async send(command) {
      switch (command.type) {
        case "load":
          given = { input: command.scene, meshes: command.meshes, scene: host.scene() };
          wind = undefined;
          stageDue = true;
          scenery.clear();
          setPlaying(false);
          restart();
          break;
        case "play":
        case "pause":
          setPlaying(command.type === "play");
          break;
        case "step":
          setPlaying(false);
          return new Promise((resolve) => waiting.push({ ticks: lockstep.owe(command.count), resolve }));
        case "reset":
          for (const lane of lanes.running) lane.reset();
          begin();
          break;
        case "speed":
          speed = command.factor;
          lockstep.setSpeed(speed);
          break;
        case "set-wind":
          wind = command.wind;
          for (const lane of lanes.running) lane.setWind(wind);
          break;
      }
      return status();
    },
    advance() {
      if (given !== undefined && lockstep.poll(lanes.running, seconds())) show();
      if (writingDue && seconds() - writtenAt >= WRITING_INTERVAL) write();
    },
    draw() {
      stage.draw(pictures.choose);
    },
    describe: () => ({
      loaded,
      time: lockstep.ticks * tick,
      ticks: lockstep.ticks,
      panels: panels.map(({ compared, title }, n) => {
        const { topology, time, steps, error } = pictures.list[n];
        const { method = "", particleCount = 0 } = topology ?? {};
        const failure = lanes.shown[n].failure?.sentence;
        return { name: compared.name, title, method, particleCount, time, steps, error, failure };
      }),
      referenceTime: pictures.referenceTime,
      scale: pictures.scale,
    }),
  };
}

function describeReference(failure: LaneFailure | undefined): string {
  if (failure === undefined) return "";
  const { unstableAt, sentence } = failure;
  if (unstableAt === undefined) return `No reference: ${sentence}`;
  return `The reference became unstable at t = ${Number(unstableAt.toFixed(4))} s; there is nothing to compare with.`;
}
