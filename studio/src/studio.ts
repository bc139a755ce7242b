import { type OptionValue, parseScene, type Scene, type SceneInput } from "drape";
import { CommandError, type SimulationClient } from "./client.ts";
import { type FabricChoice, type FabricChoices, ownFabrics, readLinkedFabrics, withFabrics, writeFabrics } from "./fabric/fabric-choice.ts";
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
  /** The scene as its file has it, and the same checked; undefined until they are there. */
  input: SceneInput | undefined;
  scene: Scene | undefined;
  solver: SolverChoice;
  /** What each cloth is made of. */
  fabrics: FabricChoices;
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

/** What can be undone of it. */
export type Settings = Readonly<Pick<StudioState, "solver" | "timestep" | "fabrics" | "wind">>;

/** The studio's settings and everything one can do with them; the views call it and are told of changes. */
export interface Studio {
  readonly state: Readonly<StudioState>;
  open(link: Link): Promise<void>;
  /** The address of what is chosen now; what is as in the scene's file is left out. */
  link(): Link;
  /** Takes up a scene that is not of the gallery, with the mesh files it names; a link may then name it. */
  add(entry: SceneEntry, meshes: Meshes): void;
  /** The mesh files of the scene that is open. */
  meshes(): Promise<Meshes>;
  /** Takes the solver of one of the scene's variants. */
  chooseVariant(name: string): void;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  /** Makes one cloth, or all that have a fabric, of another. */
  setFabric(cloth: number | undefined, choice: FabricChoice): void;
  setTimestep(seconds: number): void;
  setWind(wind: WindSettings): void;
  setSpeed(factor: number): void;
  settings(): Settings;
  /** Takes other settings, of which nobody is told as a change. */
  applySettings(settings: Settings): Promise<void>;
  /** Goes back to a state that the worker has kept, and keeps the present one under another number. */
  goBack(mark: number, keep: number): Promise<void>;
  setPlaying(playing: boolean): void;
  step(count: number): Promise<Status | undefined>;
  reset(): void;
  /** Pauses in the recorded state of a step; one that blew up goes on from there. */
  scrub(step: number): Promise<Status | undefined>;
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
  /** The person has changed settings, of this kind, from what they were. */
  adjusted(kind: string, before: Settings): void;
  /** Another scene is about to be loaded. */
  opening(entry: SceneEntry): void;
  /** The simulation is back at its start. */
  restarted(): void;
  unstable(step: number | undefined, time: number | undefined): void;
  /** Something else went wrong; undefined: no longer. */
  trouble(sentence: string | undefined): void;
}

export function createStudio(
  client: Pick<SimulationClient, "send">,
  scenes: readonly SceneEntry[],
  playAtStart: boolean,
  listener: StudioListener,
): Studio {
  const first = scenes[0];
  if (first === undefined) throw new Error("The folder scenes/ holds no scene.");
  const state: StudioState = {
    entry: first,
    input: undefined,
    scene: undefined,
    solver: ownSolver(undefined),
    fabrics: ownFabrics(undefined),
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
    state.input = undefined;
    loaded = undefined;
    recover();
    listener.opening(state.entry);
    try {
      const input = await state.entry.load();
      if (loading !== attempt) return;
      const own = ownSolver(input);
      const linked = readLinkedSolver(link, own);
      const worn = readLinkedFabrics(link.fabric ?? {}, ownFabrics(input));
      const complaint = describeLink(link, { ...linked, ignored: [...linked.ignored, ...worn.ignored] }, state.entry, own);
      const scene = parseScene(input);
      state.input = input;
      state.solver = linked.solver;
      state.fabrics = worn.fabrics;
      state.scene = scene;
      state.timestep = link.timestep ?? scene.timestep;
      state.wind = readWind(scene.wind);
      listener.changed();
      if (complaint !== "") listener.trouble(complaint);
      const meshes = await readMeshes();
      if (loading !== attempt) return;
      const chosen = { ...withFabrics(input, state.fabrics), solver: state.solver, timestep: state.timestep };
      await client.send({ type: "load", scene: chosen, meshes }, attempt.signal);
      if (loading !== attempt) return;
      loaded = state.entry;
      if (state.failed) {
        // What was there before blew up meanwhile.
        recover();
        listener.changed();
        if (complaint !== "") listener.trouble(complaint);
      }
      playIfSeen();
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
    const { solver, timestep, fabrics, failed } = state;
    try {
      await client.send({ type: "set-solver", solver, timestep, fabrics, keepState: !failed });
      if (failed) {
        recover();
        playIfSeen();
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

  function currentLink(): Link {
    const { entry, input, scene, timestep } = state;
    const fabric = writeFabrics(state.fabrics, ownFabrics(input));
    const { method, ...options } = state.solver;
    const start = startSolver(method, ownSolver(input));
    const changed = Object.entries(options).filter(([name, value]) => start[name] !== value);
    return {
      scene: entry.name,
      method,
      ...(timestep === scene?.timestep ? {} : { timestep }),
      options: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
      ...(Object.keys(fabric).length > 0 ? { fabric } : {}),
    };
  }

  function playIfSeen(): void {
    if (state.playing && visible) send({ type: "play" });
  }

  const settings = (): Settings => ({
    solver: state.solver,
    timestep: state.timestep,
    fabrics: state.fabrics,
    wind: state.wind,
  });

  function adjust(kind: string, change: Partial<Settings>): Promise<void> {
    const before = settings();
    Object.assign(state, change);
    listener.adjusted(kind, before);
    if (change.wind === undefined) return rebuild();
    send({ type: "set-wind", wind: toWind(change.wind, state.scene?.wind) });
    listener.changed();
    return Promise.resolve();
  }

  async function applySettings(next: Settings): Promise<void> {
    const { solver, timestep, fabrics, wind } = state;
    Object.assign(state, next);
    if (wind !== next.wind) send({ type: "set-wind", wind: toWind(next.wind, state.scene?.wind) });
    if (solver !== next.solver || timestep !== next.timestep || fabrics !== next.fabrics) await rebuild();
    else listener.changed();
  }

  async function goBack(mark: number, keep: number): Promise<void> {
    const { failed } = state;
    if ((await send({ type: "return", mark, keep })) === undefined) return;
    recover();
    if (failed) playIfSeen();
    listener.changed();
  }

  function setPlaying(playing: boolean): void {
    if (state.failed || state.empty) return;
    state.playing = playing;
    if (playing) playIfSeen();
    else send({ type: "pause" });
    listener.changed();
  }

  return {
    state,
    open,
    link: currentLink,
    add: (entry, meshes) => void added.set(entry.name, { entry, meshes }),
    meshes: readMeshes,
    send,
    setPlaying,
    fail,
    settings,
    applySettings,
    goBack,
    chooseVariant(name) {
      const variant = state.scene?.variants.find((one) => one.name === name);
      if (variant === undefined) return;
      const solver = { ...variant.given, method: variant.solver.method.name } as SolverChoice;
      void adjust("variant", { solver });
    },
    chooseMethod: (name) => void adjust("method", { solver: startSolver(name, ownSolver(state.input)) }),
    setOption: (name, value) => void adjust(`option ${name}`, { solver: { ...state.solver, [name]: value } }),
    setFabric(cloth, choice) {
      const fabrics = state.fabrics.map((own, k) => (own !== undefined && (cloth ?? k) === k ? choice : own));
      void adjust("fabric", { fabrics });
    },
    setTimestep: (seconds) => void adjust("time step", { timestep: seconds }),
    setWind: (wind) => void adjust("wind", { wind }),
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
      playIfSeen();
      listener.changed();
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
    setVisible(seen) {
      if (seen === visible) return;
      visible = seen;
      if (state.playing) send({ type: seen ? "play" : "pause" });
    },
  };
}
