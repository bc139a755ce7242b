import type { Scene, SceneInput, SolverInput } from "drape";
import type { SimulationClient } from "../client.ts";
import { readScene } from "../engine.ts";
import { ownFabrics, readLinkedFabrics, withFabrics, writeFabrics } from "../fabric/fabric-choice.ts";
import type { Meshes } from "../files/scene-file.ts";
import { describeLink } from "../page/describe-link.ts";
import { formatLink, type Link } from "../page/link.ts";
import { loadMeshes, type SceneEntry } from "../page/scenes.ts";
import { ownSolver, readLinkedSolver, startSolver } from "../panel/solver-choice.ts";
import { readWind } from "../panel/wind-settings.ts";
import type { Playback, Recovery } from "./playback.ts";
import type { StudioListener, StudioState } from "./studio-state.ts";

/** Loads the scene that a link names into the worker, and builds it anew when its settings change. */
export interface SceneLoader {
  open(link: Link): Promise<void>;
  /** The address of what is chosen now; what is as in the scene's file is left out. */
  link(): Link;
  /** Takes up a scene that is not of the gallery, with the mesh files it names; a link may then name it. */
  add(entry: SceneEntry, meshes: Meshes): void;
  /** The mesh files of the scene that is open. */
  meshes(): Promise<Meshes>;
}

/** What the studio needs besides. */
export interface Rebuilder {
  /** Sends the newest solver settings; while one change is on its way, later ones wait as one. */
  rebuild(): Promise<void>;
}

export function createSceneLoader(
  client: Pick<SimulationClient, "send">,
  scenes: readonly SceneEntry[],
  state: StudioState,
  playback: Playback & Recovery,
  listener: StudioListener,
): SceneLoader & Rebuilder {
  const [first] = scenes;
  /** Scenes that are not of the gallery, by name. */
  const added = new Map<string, { readonly entry: SceneEntry; readonly meshes: Meshes }>();
  let loading: AbortController | undefined;
  let loaded: SceneEntry | undefined;
  let rebuilding = false;
  let rebuildAgain = false;

  function findScene(wanted: string): SceneEntry | undefined {
    return added.get(wanted)?.entry ?? scenes.find(({ name }) => name === wanted);
  }

  async function readMeshes(): Promise<Meshes> {
    const { entry, scene } = state;
    return added.get(entry.name)?.meshes ?? (scene === undefined ? {} : loadMeshes(scene));
  }

  /** Takes over what a link says of a scene; what of it meant nothing, in a sentence, or "". */
  function choose(link: Link, input: SceneInput, scene: Scene): string {
    const own = ownSolver(input);
    const linked = readLinkedSolver(link, own);
    const worn = readLinkedFabrics(link.fabric ?? {}, ownFabrics(input));
    const complaint = describeLink(link, { ...linked, ignored: [...linked.ignored, ...worn.ignored] }, state.entry, own);
    state.input = input;
    state.solver = linked.solver;
    state.fabrics = worn.fabrics;
    state.scene = scene;
    state.timestep = link.timestep ?? scene.timestep;
    state.wind = readWind(scene.wind);
    return complaint;
  }

  async function open(link: Link): Promise<void> {
    loading?.abort();
    const attempt = new AbortController();
    loading = attempt;
    state.entry = (link.scene === undefined ? undefined : findScene(link.scene)) ?? first;
    state.input = undefined;
    loaded = undefined;
    playback.recover();
    listener.opening(state.entry);
    try {
      const input = await state.entry.load();
      if (loading !== attempt) return;
      const scene = await readScene(input);
      if (loading !== attempt) return;
      const complaint = [choose(link, input, scene), state.entry.notice ?? ""].filter((sentence) => sentence !== "").join(" ");
      listener.changed();
      if (complaint !== "") listener.trouble(complaint);
      const meshes = await readMeshes();
      if (loading !== attempt) return;
      const chosen = { ...withFabrics(input, state.fabrics), solver: state.solver as SolverInput, timestep: state.timestep };
      await client.send({ type: "load", scene: chosen, meshes }, attempt.signal);
      if (loading !== attempt) return;
      loaded = state.entry;
      if (state.failed) {
        // What was there before blew up meanwhile.
        playback.recover();
        listener.changed();
        if (complaint !== "") listener.trouble(complaint);
      }
      playback.playIfSeen();
    } catch (error) {
      if (loading !== attempt) return;
      state.empty = true;
      playback.halt();
      playback.send({ type: "pause" });
      listener.changed();
      playback.report(error);
    }
  }

  async function rebuild(): Promise<void> {
    history.replaceState(null, "", formatLink(describeState(state)));
    listener.changed();
    if (loaded !== state.entry) return open(describeState(state));
    rebuildAgain = rebuilding;
    if (rebuilding) return;
    rebuilding = true;
    const { solver, timestep, fabrics, failed } = state;
    try {
      await client.send({ type: "set-solver", solver, timestep, fabrics, keepState: !failed });
      if (failed) {
        playback.recover();
        playback.playIfSeen();
        listener.changed();
      } else {
        listener.trouble(undefined);
      }
    } catch (error) {
      playback.report(error);
    }
    rebuilding = false;
    if (rebuildAgain) await rebuild();
  }

  return {
    open,
    rebuild,
    link: () => describeState(state),
    add: (entry, meshes) => void added.set(entry.name, { entry, meshes }),
    meshes: readMeshes,
  };
}

/** The link to what is chosen. */
function describeState({ entry, input, scene, timestep, fabrics, solver }: StudioState): Link {
  const fabric = writeFabrics(fabrics, ownFabrics(input));
  const { method, ...options } = solver;
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
