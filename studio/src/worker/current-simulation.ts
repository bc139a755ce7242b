import { createSimulation, type MeshLoader, type SceneInput, type Simulation, type Snapshot, type Wind } from "drape";

/** The simulation that the worker runs, with the scene it was built from, the wind of the panel, and the hand that holds its cloth. */
export interface CurrentSimulation {
  /** Undefined before the first scene. */
  readonly simulation: Simulation | undefined;
  /** The same, and the scene it was built from; an error before the first. */
  loaded(): Simulation;
  scene(): SceneInput;
  /** Builds the simulation of a scene from the mesh files it names, those of the present scene unless others are given. */
  build(scene: SceneInput, meshes?: Meshes): Promise<Simulation>;
  /** Takes up another scene. */
  load(built: Simulation, scene: SceneInput, meshes: Meshes): void;
  /** Takes up the same scene with other settings; true where the state before goes on in it. */
  exchange(built: Simulation, scene: SceneInput, keepState: boolean): boolean;
  /** Puts it back to its start; the panel's wind outlives that. */
  reset(): void;
  /** The wind that the panel shows; null: none. */
  setWind(wind: Wind | null): void;
  /** The panel's wind again, after a state with another was restored. */
  restoreWind(): void;
  grab(vertex: number, position: Position): void;
  /** Moves a vertex that is held. */
  move(vertex: number, position: Position): void;
  release(vertex: number): void;
  releaseAll(): void;
}

/** Contents of mesh files by name. */
export type Meshes = Readonly<Record<string, string | Uint8Array>>;

type Position = readonly [number, number, number];

export function createCurrentSimulation(): CurrentSimulation {
  const grabbed = new Set<number>();
  let simulation: Simulation | undefined;
  let scene: SceneInput | undefined;
  let meshes: Meshes = {};
  let start: Snapshot | undefined;
  let wind: Wind | null | undefined;

  function loaded(): Simulation {
    if (simulation === undefined) throw new Error("No scene is loaded yet; choose one first.");
    return simulation;
  }

  function releaseAll(): void {
    for (const vertex of grabbed) simulation?.edit.release(vertex);
    grabbed.clear();
  }

  function restoreWind(): void {
    if (wind !== undefined) loaded().setWind(wind ?? undefined);
  }

  function install(built: Simulation, from: SceneInput): void {
    simulation = built;
    scene = from;
    start = built.snapshot();
  }

  return {
    get simulation() {
      return simulation;
    },
    loaded,
    scene() {
      if (scene === undefined) throw new Error("No scene is loaded yet; choose one first.");
      return scene;
    },
    build: (from, contents = meshes) => createSimulation(from, { loadMesh: readFrom(contents) }),
    load(built, from, contents) {
      releaseAll();
      meshes = contents;
      wind = undefined;
      install(built, from);
    },
    exchange(built, from, keepState) {
      const previous = simulation;
      releaseAll();
      if (wind !== undefined) built.setWind(wind ?? undefined);
      install(built, from);
      return keepState && previous !== undefined && takeOver(previous, built);
    },
    reset() {
      releaseAll();
      if (start !== undefined) loaded().restore(start);
      restoreWind();
    },
    setWind(next) {
      wind = next;
      loaded().setWind(next ?? undefined);
    },
    restoreWind,
    grab(vertex, position) {
      loaded().edit.grab(vertex, position);
      grabbed.add(vertex);
    },
    move(vertex, position) {
      if (grabbed.has(vertex)) loaded().edit.grab(vertex, position);
    },
    release(vertex) {
      if (grabbed.delete(vertex)) loaded().edit.release(vertex);
    },
    releaseAll,
  };
}

function readFrom(contents: Meshes): MeshLoader {
  return async (name) => {
    if (Object.hasOwn(contents, name)) return contents[name];
    throw new Error(`The mesh file "${name}" is not among the studio's scenes.`);
  };
}

/**
 * Puts the state of one simulation into another; false, with the other untouched at its start, where it does not fit. Cloth of another
 * fabric begins there anew: what the method remembers is of forces that are no longer.
 */
function takeOver(from: Simulation, to: Simulation): boolean {
  try {
    const state = from.snapshot();
    const { cloth } = to.snapshot();
    to.restore(state.cloth === cloth ? state : { ...state, cloth, history: [] });
    return true;
  } catch {
    return false;
  }
}
