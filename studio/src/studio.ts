import { METHODS, type OptionValue, parseScene, type Scene } from "drape";
import { CommandError, type SimulationClient } from "./client.ts";
import { formatLink, type Link } from "./link.ts";
import { readOptionText } from "./option-control.ts";
import type { Command, SolverChoice, Status } from "./protocol.ts";
import { loadMeshes, type SceneEntry } from "./scenes.ts";
import { readWind, toWind, type WindSettings } from "./wind-settings.ts";

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
}

/** The studio's settings and everything one can do with them; the views call it and are told of changes. */
export interface Studio {
  readonly state: Readonly<StudioState>;
  open(link: Link): Promise<void>;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  setTimestep(seconds: number): void;
  setWind(wind: WindSettings): void;
  setSpeed(factor: number): void;
  setPlaying(playing: boolean): void;
  step(count: number): Promise<Status | undefined>;
  reset(): void;
  send(command: Command): void;
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
    solver: ownSolver(first),
    timestep: 0,
    wind: readWind(undefined),
    speed: 1,
    playing: playAtStart,
    failed: false,
  };
  let loading: AbortController | undefined;
  let loaded: SceneEntry | undefined;
  let rebuilding = false;
  let rebuildAgain = false;
  let resumeAfterFailure = false;

  function report(error: unknown): void {
    if (!(error instanceof CommandError)) listener.trouble(error instanceof Error ? error.message : String(error));
    else if (error.kind === "unstable") fail(error.step, error.time);
    else if (error.kind !== "cancelled") listener.trouble(error.message);
  }

  function send(command: Command): void {
    client.send(command).catch(report);
  }

  function fail(step?: number, time?: number): void {
    if (!state.failed) resumeAfterFailure = state.playing;
    state.failed = true;
    state.playing = false;
    listener.unstable(step, time);
    listener.changed();
  }

  function recover(): void {
    state.failed = false;
    listener.trouble(undefined);
    listener.restarted();
  }

  async function open(link: Link): Promise<void> {
    loading?.abort();
    const attempt = new AbortController();
    loading = attempt;
    const entry = link.scene === undefined ? first : scenes.find(({ name }) => name === link.scene);
    state.entry = entry ?? first;
    state.solver = chooseSolver(link, ownSolver(state.entry));
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
      if (entry === undefined) listener.trouble(`There is no scene called "${link.scene}"; here is "${first.title}".`);
      const meshes = await loadMeshes(scene);
      const chosen = { ...input, solver: state.solver, timestep: state.timestep };
      await client.send({ type: "load", scene: chosen, meshes }, attempt.signal);
      loaded = state.entry;
      if (state.playing) send({ type: "play" });
    } catch (error) {
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
        if (resumeAfterFailure) setPlaying(true);
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
    const own = ownSolver(entry);
    const changed = Object.entries(options).filter(([name, value]) => method !== own.method || own[name] !== value);
    return {
      scene: entry.name,
      method,
      ...(timestep === scene?.timestep ? {} : { timestep }),
      options: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
    };
  }

  function setPlaying(playing: boolean): void {
    if (state.failed) return;
    state.playing = playing;
    send({ type: playing ? "play" : "pause" });
    listener.changed();
  }

  return {
    state,
    open,
    send,
    setPlaying,
    fail,
    chooseMethod(name) {
      state.solver = chooseSolver({ method: name, options: {} }, ownSolver(state.entry));
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
      if (state.failed) return undefined;
      state.playing = false;
      listener.changed();
      try {
        return await client.send({ type: "step", count });
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    reset() {
      recover();
      send({ type: "reset" });
      listener.changed();
    },
    setVisible(visible) {
      if (state.playing) send({ type: visible ? "play" : "pause" });
    },
  };
}

/** The scene's own solver block, in which no method means the engine's first. */
function ownSolver({ input }: SceneEntry): SolverChoice {
  return { method: METHODS[0].name, ...input.solver } as SolverChoice;
}

/** The scene's own choice where the link names its method or none, else the method with the link's options. */
function chooseSolver(link: Link, own: SolverChoice): SolverChoice {
  const method = link.method ?? own.method;
  const described = METHODS.find(({ name }) => name === method);
  const options: Record<string, OptionValue> = {};
  for (const option of described?.options ?? []) {
    const text = Object.hasOwn(link.options, option.name) ? link.options[option.name] : undefined;
    const value = text === undefined ? undefined : readOptionText(option, text);
    if (value !== undefined) options[option.name] = value;
  }
  return method === own.method ? { ...own, ...options } : { ...options, method };
}
