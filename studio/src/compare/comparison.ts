import type { Scene, SceneInput, Wind } from "drape";
import type { ComparedName } from "../page/link.ts";
import type { Command, SolverChoice, Stats, Status, Topology } from "../protocol.ts";
import { describePace } from "../readout/readout.ts";
import { type ClothView, createClothView } from "../stage/cloth-view.ts";
import type { Scenery } from "../stage/scenery.ts";
import type { Stage } from "../stage/stage.ts";
import { type CompareView, createCompareView } from "./compare-view.ts";
import { chooseScale, computeDistances, rootMeanSquare } from "./difference.ts";
import { colorDistances } from "./difference-colors.ts";
import type { Lane, LaneFailure } from "./lane.ts";
import { createLockstep } from "./lockstep.ts";
import { type ComparePanel, listChoices, nextName, planSteps, readPanels } from "./panels.ts";
import { chooseReference } from "./reference.ts";

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

/** A picture: whose cloth it shows, and what of it. */
interface Picture {
  readonly cloth: ClothView;
  distances: Float32Array;
  topology: Topology | undefined;
  poses: Float32Array;
  stats: Stats | undefined;
  time: number;
  steps: number;
  error: number | undefined;
  hasCloth: boolean;
}

/** Time between two changes of what is written [s]: more often nobody can read it. */
const WRITING_INTERVAL = 0.1;

export function createComparison(
  parent: HTMLElement,
  stage: Stage,
  scenery: Scenery,
  host: ComparisonHost,
): Comparison {
  const lockstep = createLockstep();
  const view: CompareView = createCompareView(parent, {
    choose: (n, name) => choose(panels.map(({ compared }, k) => (k === n ? { name, options: {} } : compared))),
    remove: (n) => choose(panels.filter((_, k) => k !== n).map(({ compared }) => compared)),
    add() {
      if (given === undefined) return;
      const name = nextName(panels, { variants: host.scene().variants, chosen: host.chosen() });
      if (name !== undefined) choose([...panels.map(({ compared }) => compared), { name, options: {} }]);
    },
    setReference(on) {
      wantsReference = on;
      restart();
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
  let lanes: (Lane | undefined)[] = [];
  let pictures: Picture[] = [];
  let reference: Lane | undefined;
  let wantsReference = true;
  let colored = true;
  let given: { scene: SceneInput; meshes: Readonly<Record<string, string>> } | undefined;
  let wind: Wind | null | undefined;
  let tick = 1;
  let scale = 0;
  let playing = false;
  let speed = 1;
  let loaded = false;
  let stageDue = false;
  let writtenAt = 0;
  let writingDue = false;
  let waiting: { readonly ticks: number; resolve(status: Status): void }[] = [];

  const seconds = (): number => performance.now() / 1000;
  const laneOf = (n: number): Lane | undefined => (panels[n].isReference ? reference : lanes[n]);
  const running = (): Lane[] => [...lanes, reference].filter((lane) => lane !== undefined);

  function choose(compared: readonly ComparedName[]): void {
    asked = compared;
    host.changed(compared);
    restart();
  }

  /** Builds every simulation at its start. */
  function restart(): void {
    if (given === undefined) return;
    const { variants } = host.scene();
    const timestep = given.scene.timestep as number;
    const read = readPanels(asked, { variants, own: host.own(), chosen: host.chosen(), timestep });
    if (read.complaint !== "") host.trouble(read.complaint);
    panels = read.panels;
    const plan = planSteps(panels, timestep);
    tick = plan.tick;
    fitLanes();
    for (const [n, panel] of panels.entries()) load(lanes[n], panel.solver, plan.stepsPerTick[n]);
    const accurate = chooseReference(host.scene());
    load(reference, accurate.solver, accurate.stepsPerTick);
    view.setPanels(panels, listChoices(variants));
    if (wind !== undefined) for (const lane of running()) lane.setWind(wind);
    begin();
  }

  /** Starts workers where there are too few and ends those that nobody needs. */
  function fitLanes(): void {
    const wasReference = reference;
    const needsReference = wantsReference || panels.some(({ isReference }) => isReference);
    reference = needsReference ? (wasReference ?? host.createLane()) : undefined;
    if (reference === undefined) wasReference?.close();
    const spare = lanes.filter((lane) => lane !== undefined);
    lanes = panels.map(({ isReference }) => (isReference ? undefined : (spare.pop() ?? host.createLane())));
    for (const lane of spare) lane.close();
    dropPictures();
    pictures = panels.map(() => makePicture(createClothView(stage.maxAnisotropy)));
    stage.scene.add(...pictures.map(({ cloth }) => cloth.object));
  }

  function load(lane: Lane | undefined, solver: SolverChoice, stepsPerTick: number): void {
    if (lane === undefined || given === undefined) return;
    lane.load({ ...given.scene, solver, timestep: tick / stepsPerTick }, given.meshes, stepsPerTick);
  }

  function begin(): void {
    scale = 0;
    lockstep.restart(tick, seconds());
    for (const { resolve } of waiting.splice(0)) resolve(status());
  }

  function dropPictures(): void {
    for (const { cloth } of pictures) {
      stage.scene.remove(cloth.object);
      cloth.dispose();
    }
    pictures = [];
  }

  /** All have arrived at the same time: takes over what they look like. */
  function show(): void {
    for (const [n, picture] of pictures.entries()) {
      const lane = laneOf(n);
      if (lane !== undefined) takeOver(picture, lane);
    }
    const start = pictures.map(({ topology }) => topology).find((topology) => topology?.start !== undefined);
    if (stageDue && start?.start !== undefined) {
      stageDue = false;
      scenery.set(start.start, start, host.scene());
    }
    scenery.follow(lockstep.ticks * tick);
    compareWithReference();
    paint();
    loaded = true;
    writingDue = true;
    waiting = waiting.filter(({ ticks, resolve }) => {
      if (lockstep.ticks >= ticks) resolve(status());
      return lockstep.ticks < ticks;
    });
    if (running().every(({ failed }) => failed)) {
      for (const { resolve } of waiting.splice(0)) resolve(status());
      if (playing) host.stopped();
    }
  }

  function takeOver(picture: Picture, { frame, topology, stats }: Lane): void {
    if (topology !== undefined && topology !== picture.topology) {
      picture.topology = topology;
      picture.cloth.setTopology(topology);
    }
    picture.stats = stats;
    if (frame === undefined || frame.revision !== topology?.revision) return;
    picture.time = frame.time;
    picture.steps = frame.steps;
    if (!scenery.canShow(frame.positions)) return;
    picture.cloth.setFrame(frame);
    picture.poses = frame.poses;
    picture.hasCloth = true;
  }

  function compareWithReference(): void {
    const truth = reference?.failed === false ? reference.frame : undefined;
    let largest = 0;
    for (const [n, picture] of pictures.entries()) {
      picture.error = undefined;
      const { frame, failed } = laneOf(n) ?? {};
      if (truth === undefined || frame === undefined || failed === true) continue;
      const vertices = frame.positions.length / 3;
      if (picture.distances.length !== vertices) picture.distances = new Float32Array(vertices);
      if (!computeDistances(frame.positions, truth.positions, picture.distances)) continue;
      picture.error = rootMeanSquare(picture.distances);
      // one that is about to burst would leave the others a single colour
      if (picture.error > scenery.radius) continue;
      for (const distance of picture.distances) largest = Math.max(largest, distance);
    }
    scale = chooseScale(scale, largest);
  }

  /** Shows the differences as colours, or the weave. */
  function paint(): void {
    const hasColors = colored && reference?.failed === false;
    for (const { cloth, distances, error } of pictures) {
      if (!hasColors) cloth.setColors(undefined);
      else if (error !== undefined && 3 * distances.length === cloth.positions.length) {
        const colors = new Float32Array(3 * distances.length);
        colorDistances(distances, scale, colors);
        cloth.setColors(colors);
      }
    }
    view.setScale(hasColors ? scale : undefined);
    stage.invalidate();
  }

  function write(): void {
    writingDue = false;
    writtenAt = seconds();
    for (const [n, { stats, error }] of pictures.entries()) {
      view.write(n, { stats, error, failure: laneOf(n)?.failure });
    }
    view.writeTime(lockstep.ticks * tick, describePace(playing, lockstep.ratio, speed));
    view.writeNote(describeReference(reference?.failure));
  }

  function status(): Status {
    const hash = pictures.reduce((all, { stats }) => (Math.imul(all, 31) + (stats?.hash ?? 0)) >>> 0, 0);
    return { time: lockstep.ticks * tick, steps: lockstep.ticks, playing, hash };
  }

  function setPlaying(next: boolean): void {
    playing = next;
    lockstep.setPlaying(next, seconds());
    writingDue = true;
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open(compared) {
      isOpen = true;
      asked = compared;
      given = undefined;
      loaded = false;
      view.setOpen(true);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      loaded = false;
      for (const lane of running()) lane.close();
      lanes = [];
      reference = undefined;
      panels = [];
      given = undefined;
      wind = undefined;
      dropPictures();
      setPlaying(false);
      begin();
      view.setPanels([], []);
      view.setOpen(false);
      stage.setTiles(undefined);
    },
    async send(command) {
      switch (command.type) {
        case "load":
          given = command;
          wind = undefined;
          loaded = false;
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
          lockstep.owe(command.count);
          return new Promise((resolve) => waiting.push({ ticks: lockstep.ticks + command.count, resolve }));
        case "reset":
          for (const lane of running()) lane.reset();
          begin();
          break;
        case "speed":
          speed = command.factor;
          lockstep.setSpeed(speed);
          break;
        case "set-wind":
          wind = command.wind;
          for (const lane of running()) lane.setWind(wind);
          break;
      }
      return status();
    },
    advance() {
      const lanesNow = running();
      if (lanesNow.length > 0 && lockstep.poll(lanesNow, seconds())) show();
      if (writingDue && seconds() - writtenAt >= WRITING_INTERVAL) write();
    },
    draw() {
      stage.draw((tile) => {
        for (const [n, { cloth, hasCloth }] of pictures.entries()) cloth.object.visible = n === tile && hasCloth;
        if (pictures[tile] !== undefined) scenery.setPoses(pictures[tile].poses);
      });
    },
    describe: () => ({
      loaded,
      time: lockstep.ticks * tick,
      ticks: lockstep.ticks,
      panels: panels.map(({ compared, title }, n) => {
        const { topology, time, steps, error } = pictures[n];
        const { method = "", particleCount = 0 } = topology ?? {};
        const failure = laneOf(n)?.failure?.sentence;
        return { name: compared.name, title, method, particleCount, time, steps, error, failure };
      }),
      referenceTime: reference?.frame?.time,
      scale,
    }),
  };
}

function makePicture(cloth: ClothView): Picture {
  return {
    cloth,
    distances: new Float32Array(0),
    topology: undefined,
    poses: new Float32Array(0),
    stats: undefined,
    time: 0,
    steps: 0,
    error: undefined,
    hasCloth: false,
  };
}

function describeReference(failure: LaneFailure | undefined): string {
  if (failure === undefined) return "";
  const { unstableAt, sentence } = failure;
  if (unstableAt === undefined) return `No reference: ${sentence}`;
  return `The reference became unstable at t = ${Number(unstableAt.toFixed(4))} s; there is nothing to compare with.`;
}
