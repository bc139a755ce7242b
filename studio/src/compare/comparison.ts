import type { Scene } from "drape";
import type { Command, SolverChoice, Status } from "../commands.ts";
import type { ComparedName } from "../page/link.ts";
import { describePace } from "../readout/readout.ts";
import type { Scenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import { type CompareView, createCompareView } from "./compare-view.ts";
import { type ComparedRun, createComparedRun } from "./compared-run.ts";
import type { Lane, LaneFailure } from "./lane.ts";
import { listChoices, nextName } from "./panels.ts";
import { createPictures, type Pictures } from "./pictures.ts";

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
  const pictures = createPictures(stage, scenery);
  const run = createComparedRun(host.createLane, () => hashAll(pictures));
  const { lanes } = run;
  const view: CompareView = createCompareView(parent, {
    choose: (n, name) => choose(run.panels.map(({ compared }, k) => (k === n ? { name, options: {} } : compared))),
    remove: (n) => choose(run.panels.filter((_, k) => k !== n).map(({ compared }) => compared)),
    add() {
      if (run.scene === undefined) return;
      const { scene } = run.scene;
      const name = nextName(run.panels, { ...scene, first: scene.compare, chosen: host.chosen() });
      if (name !== undefined) choose([...run.panels.map(({ compared }) => compared), { name, options: {} }]);
    },
    setReference(on) {
      wantsReference = on;
      if (!on) lanes.dropReference();
      else if (lanes.reference === undefined) restart();
      if (lanes.reference === undefined) pictures.forget();
      paint();
      writingDue = true;
    },
    setColoured(on) {
      coloured = on;
      paint();
    },
    close: host.leave,
    placed: (tiles) => stage.setTiles(isOpen && tiles.length > 0 ? tiles : undefined),
  });
  let isOpen = false;
  let asked: readonly ComparedName[] = [];
  let wantsReference = true;
  let coloured = true;
  let loaded = false;
  let stageDue = false;
  let writtenAt = 0;
  let writingDue = false;

  function choose(compared: readonly ComparedName[]): void {
    asked = compared;
    host.changed(compared);
    restart();
  }

  /** Builds every simulation at its start. */
  function restart(): void {
    if (run.scene === undefined) return;
    const complaint = run.restart(asked, { own: host.own(), chosen: host.chosen() }, wantsReference);
    if (complaint !== "") host.trouble(complaint);
    asked = run.panels.map(({ compared }) => compared); // what was asked for in vain is told once
    loaded = false;
    pictures.fit(run.panels.length);
    view.setTitle(run.scene.scene.title);
    view.setPanels(run.panels, listChoices(run.scene.scene.variants));
    pictures.forget();
    run.begin();
  }

  /** All have arrived at the same time: takes over what they look like. */
  function show(): void {
    pictures.show(lanes.shown, lanes.reference);
    const start = pictures.list.map(({ topology }) => topology).find((topology) => topology?.start !== undefined);
    if (stageDue && start?.start !== undefined) {
      stageDue = false;
      scenery.set(start.start, start, run.scene?.scene);
    }
    scenery.follow(run.time);
    paint();
    loaded = true;
    writingDue = true;
    run.answer();
    if (run.isPlaying && lanes.shown.every(({ failed }) => failed)) host.stopped();
  }

  /** Shows the differences as colours, or the weave. */
  function paint(): void {
    const hasColours = coloured && lanes.reference?.failed === false;
    pictures.paint(hasColours);
    view.setScale(hasColours ? pictures.scale : undefined);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    loaded = false;
    pictures.fit(0);
    run.close();
    pictures.forget();
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
      writingDue = true;
      if (command.type === "load") {
        run.load({ input: command.scene, meshes: command.meshes, scene: host.scene() });
        stageDue = true;
        scenery.clear();
        restart();
      } else if (command.type === "reset") {
        pictures.forget();
      }
      return obey(command, run);
    },
    advance() {
      if (run.poll()) show();
      const now = performance.now() / 1000;
      if (!writingDue || now - writtenAt < WRITING_INTERVAL) return;
      writingDue = false;
      writtenAt = now;
      write(view, run, pictures);
    },
    draw() {
      stage.draw(pictures.choose);
    },
    describe: () => ({ loaded, ...describeRun(run, pictures) }),
  };
}

/** Carries out what concerns the simulations alone. */
async function obey(command: Command, run: ComparedRun): Promise<Status> {
  if (command.type === "play" || command.type === "pause") run.setPlaying(command.type === "play");
  else if (command.type === "step") return run.step(command.count);
  else if (command.type === "reset") run.reset();
  else if (command.type === "speed") run.setSpeed(command.factor);
  else if (command.type === "set-wind") run.setWind(command.wind);
  return run.status();
}

function hashAll({ list }: Pictures): number {
  return list.reduce((all, { stats }) => (Math.imul(all, 31) + (stats?.hash ?? 0)) >>> 0, 0);
}

/** Writes beside the pictures where each stands. */
function write(view: CompareView, { lanes, lockstep, time, isPlaying, speed }: ComparedRun, { list }: Pictures): void {
  for (const [n, { stats, error }] of list.entries()) view.write(n, { stats, error, failure: lanes.shown[n].failure });
  view.writeTime(time, describePace(isPlaying, lockstep.ratio, speed));
  view.writeNote(describeReference(lanes.reference?.failure));
}

function describeRun({ panels, lanes, lockstep, time }: ComparedRun, pictures: Pictures): Omit<ComparisonState, "loaded"> {
  return {
    time,
    ticks: lockstep.ticks,
    panels: panels.map(({ compared, title }, n) => {
      const { topology, time, steps, error } = pictures.list[n];
      const { method = "", particleCount = 0 } = topology ?? {};
      const failure = lanes.shown[n].failure?.sentence;
      return { name: compared.name, title, method, particleCount, time, steps, error, failure };
    }),
    referenceTime: pictures.referenceTime,
    scale: pictures.scale,
  };
}

function describeReference(failure: LaneFailure | undefined): string {
  if (failure === undefined) return "";
  const { unstableAt, sentence } = failure;
  if (unstableAt === undefined) return `No reference: ${sentence}`;
  return `The reference became unstable at t = ${Number(unstableAt.toFixed(4))} s; there is nothing to compare with.`;
}
