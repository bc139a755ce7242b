import { type OptionValue, parseScene, type Scene } from "drape";
import { CommandError, type SimulationClient } from "./client.ts";
import type { Meshes } from "./files/scene-file.ts";
import { describeLink } from "./page/describe-link.ts";
import { formatLink, type Link } from "./page/link.ts";
import { loadMeshes, type SceneEntry } from "./page/scenes.ts";
import { ownSolver, readLinkedSolver, startSolver } from "./panel/solver-choice.ts";
import { readWind, toWind, type WindSettings } from "./panel/wind-settings.ts";
import type { Command, SolverChoice, Status } from "./protocol.ts";

/** What the person at the page has chosen. */
export interface StudioState {
  entry: SceneEntry;
  /** The scene as its file has it, checked; undefined until the first is opened. */
  scene: Scene | undefined;
  solver: SolverChoice;
  /** [s] */
  timestep: number;
  wind: WindSettings;
  /** Simulated seconds per real second. */
  speed: number;
  playing: boolean;
  /** The simulation became unstable and waits for a reset. */
  failed: boolean;
  /** The scene could not be loaded: there is nothing to play. */
  empty: boolean;
}

/** The studio's settings and everything one can do with them; the views call it and are told of changes. */
export interface Studio {
  readonly state: Readonly<StudioState>;
  open(link: Link): Promise<void>;
  /** Takes up a scene that is not of the gallery, with the mesh files it names; a link may then name it. */
  add(entry: SceneEntry, meshes: Meshes): void;
  /** The mesh files of the scene that is open. */
  meshes(): Promise<Meshes>;
  /** Takes the solver of one of the scene's variants. */
  chooseVariant(name: string): void;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  setTimestep(seconds: number): void;
  setWind(wind: WindSettings): void;
  setSpeed(factor: number): void;
  setPlaying(playing: boolean): void;
  step(count: number): Promise<Status | undefined>;
  reset(): void;
  /** Never rejects: what goes wrong is told as trouble, and the answer is undefined. */
  send(command: Command): Promise<Status | undefined>;
  /** Stops the worker while nobody sees the page, without forgetting that it plays. */
  setVisible(visible: boolean): void;
  /** The simulation stopped by itself, at this step and time [s]. */
  fail(step: number | undefined, time: number | undefined): void;
}

export interface StudioListener {
  /** Settings changed. */
  changed(): void;
  /** Another scene is about to be loaded. */
  opening(entry: SceneEntry): void;
  /** The simulation is back at its start. */
  restarted(): void;
  unstable(step: number | undefined, time: number | undefined): void;
  /** Something else went wrong; undefined: no longer. */
  trouble(sentence: string | undefined): void;
}

export function createStudio(
  client: SimulationClient,
  scenes: readonly SceneEntry[],
  playAtStart: boolean,
  listener: StudioListener,
): Studio {
  const first = scenes[0];
  if (first === undefined) throw new Error("The folder scenes/ holds no scene.");
  const state: StudioState = {
    entry: first,
    scene: undefined,
    solver: ownSolver(first.input),
    timestep: 0,
    wind: readWind(undefined),
    speed: 1,
    playing: playAtStart,
    failed: false,
    empty: false,
  };
  /** Scenes that are not of the gallery, by name. */
  const added = new Map<string, { readonly entry: SceneEntry; readonly meshes: Meshes }>();
  let loading: AbortController | undefined;
  let loaded: SceneEntry | undefined;
  let rebuilding = false;
  let rebuildAgain = false;
  /** It played when trouble stopped it, and plays again once that is over. */
  let resumes = false;

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

  function findScene(wanted: string): SceneEntry | undefined {
    return added.get(wanted)?.entry ?? scenes.find(({ name }) => name === wanted);
  }

  async function readMeshes(): Promise<Meshes> {
    const { entry, scene } = state;
    return added.get(entry.name)?.meshes ?? (scene === undefined ? {} : loadMeshes(scene));
  }

  async function open(link: Link): Promise<void> {
    loading?.abort();
    const attempt = new AbortController();
    loading = attempt;
    const entry = link.scene === undefined ? first : findScene(link.scene);
    state.entry = entry ?? first;
    const linked = readLinkedSolver(link, ownSolver(state.entry.input));
    state.solver = linked.solver;
    const complaint = describeLink(link, linked, state.entry);
    loaded = undefined;
    recover();
    listener.opening(state.entry);
    try {
      const { input } = state.entry;
      const scene = parseScene(input);
      state.scene = scene;
      state.timestep = link.timestep ?? scene.timestep;
      state.wind = readWind(scene.wind);
      listener.changed();
      if (complaint !== "") listener.trouble(complaint);
      const meshes = await readMeshes();
      if (loading !== attempt) return;
      const chosen = { ...input, solver: state.solver, timestep: state.timestep };
      await client.send({ type: "load", scene: chosen, meshes }, attempt.signal);
      if (loading !== attempt) return;
      loaded = state.entry;
      if (state.failed) {
        // What was there before blew up meanwhile.
        recover();
        listener.changed();
        if (complaint !== "") listener.trouble(complaint);
      }
      if (state.playing) send({ type: "play" });
    } catch (error) {
      if (loading !== attempt) return;
      state.empty = true;
      halt();
      send({ type: "pause" });
      listener.changed();
      report(error);
    }
  }

  /** Sends the newest solver settings; while one change is on its way, later ones wait as one. */
  async function rebuild(): Promise<void> {
    history.replaceState(null, "", formatLink(currentLink()));
    listener.changed();
    if (loaded !== state.entry) {
      return open(currentLink());
    }
    rebuildAgain = rebuilding;
    if (rebuilding) return;
    rebuilding = true;
    const { solver, timestep, failed } = state;
    try {
      await client.send({ type: "set-solver", solver, timestep, keepState: !failed });
      if (failed) {
        recover();
        if (state.playing) send({ type: "play" });
        listener.changed();
      } else {
        listener.trouble(undefined);
      }
    } catch (error) {
      report(error);
    }
    rebuilding = false;
    if (rebuildAgain) await rebuild();
  }

  /** The address of what is chosen now; what is as in the scene's file is left out. */
  function currentLink(): Link {
    const { entry, scene, timestep } = state;
    const { method, ...options } = state.solver;
    const start = startSolver(method, ownSolver(entry.input));
    const changed = Object.entries(options).filter(([name, value]) => start[name] !== value);
    return {
      scene: entry.name,
      method,
      ...(timestep === scene?.timestep ? {} : { timestep }),
      options: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
    };
  }

  function setPlaying(playing: boolean): void {
    if (state.failed || state.empty) return;
    state.playing = playing;
    send({ type: playing ? "play" : "pause" });
    listener.changed();
  }

  return {
    state,
    open,
    add: (entry, meshes) => void added.set(entry.name, { entry, meshes }),
    meshes: readMeshes,
    send,
    setPlaying,
    fail,
    chooseVariant(name) {
      const variant = state.scene?.variants.find((one) => one.name === name);
      if (variant === undefined) return;
      state.solver = { ...variant.given, method: variant.solver.method.name } as SolverChoice;
      void rebuild();
    },
    chooseMethod(name) {
      state.solver = startSolver(name, ownSolver(state.entry.input));
      void rebuild();
    },
    setOption(name, value) {
      state.solver = { ...state.solver, [name]: value };
      void rebuild();
    },
    setTimestep(seconds) {
      state.timestep = seconds;
      void rebuild();
    },
    setWind(wind) {
      state.wind = wind;
      send({ type: "set-wind", wind: toWind(wind, state.scene?.wind) });
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
    reset() {
      if (state.empty) return;
      recover();
      send({ type: "reset" });
      if (state.playing) send({ type: "play" });
      listener.changed();
    },
    setVisible(visible) {
      if (state.playing) send({ type: visible ? "play" : "pause" });
    },
  };
}
