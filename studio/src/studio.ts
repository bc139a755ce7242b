import type { OptionValue } from "drape";
import { createPlayback, type Playback } from "./app/playback.ts";
import { createSceneLoader, type SceneLoader } from "./app/scene-loader.ts";
import type { Settings, StudioListener, StudioState } from "./app/studio-state.ts";
import type { SimulationClient } from "./client.ts";
import type { SolverChoice } from "./commands.ts";
import { type FabricChoice, ownFabrics } from "./fabric/fabric-choice.ts";
import type { SceneEntry } from "./page/scenes.ts";
import { ownSolver, startSolver } from "./panel/solver-choice.ts";
import { readWind, toWind, type WindSettings } from "./panel/wind-settings.ts";

/** The studio's settings and everything one can do with them; the views call it and are told of changes. */
export interface Studio extends SceneLoader, Playback {
  readonly state: Readonly<StudioState>;
  /** Takes the solver of one of the scene's variants. */
  chooseVariant(name: string): void;
  chooseMethod(name: string): void;
  setOption(name: string, value: OptionValue): void;
  /** Makes one cloth, or all that have a fabric, of another. */
  setFabric(cloth: number | undefined, choice: FabricChoice): void;
  setTimestep(seconds: number): void;
  setWind(wind: WindSettings): void;
  settings(): Settings;
  /** Takes other settings, of which nobody is told as a change. */
  applySettings(settings: Settings): Promise<void>;
}

export function createStudio(
  client: Pick<SimulationClient, "send">,
  scenes: readonly SceneEntry[],
  playAtStart: boolean,
  listener: StudioListener,
): Studio {
  if (scenes.length === 0) throw new Error("The folder scenes/ holds no scene.");
  const state: StudioState = {
    entry: scenes[0],
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
  const playback = createPlayback(client, state, listener);
  const loader = createSceneLoader(client, scenes, state, playback, listener);

  const settings = (): Settings => ({
    solver: state.solver,
    timestep: state.timestep,
    fabrics: state.fabrics,
    wind: state.wind,
  });

  function sendWind(wind: WindSettings): void {
    playback.send({ type: "set-wind", wind: toWind(wind, state.scene?.wind) });
  }

  function adjust(kind: string, change: Partial<Settings>): void {
    const before = settings();
    Object.assign(state, change);
    listener.adjusted(kind, before);
    if (change.wind === undefined) {
      void loader.rebuild();
    } else {
      sendWind(change.wind);
      listener.changed();
    }
  }

  async function applySettings(next: Settings): Promise<void> {
    const { solver, timestep, fabrics, wind } = state;
    Object.assign(state, next);
    if (wind !== next.wind) sendWind(next.wind);
    if (solver !== next.solver || timestep !== next.timestep || fabrics !== next.fabrics) await loader.rebuild();
    else listener.changed();
  }

  return {
    state,
    ...loader,
    ...playback,
    settings,
    applySettings,
    chooseVariant(name) {
      const variant = state.scene?.variants.find((one) => one.name === name);
      if (variant === undefined) return;
      const solver = { ...variant.given, method: variant.solver.method.name } as SolverChoice;
      adjust("variant", { solver });
    },
    chooseMethod: (name) => adjust("method", { solver: startSolver(name, ownSolver(state.input)) }),
    setOption: (name, value) => adjust(`option ${name}`, { solver: { ...state.solver, [name]: value } }),
    setFabric(cloth, choice) {
      const fabrics = state.fabrics.map((own, k) => (own !== undefined && (cloth ?? k) === k ? choice : own));
      adjust("fabric", { fabrics });
    },
    setTimestep: (seconds) => adjust("time step", { timestep: seconds }),
    setWind: (wind) => adjust("wind", { wind }),
  };
}
