import type { SceneInput, SolverInput, World } from "drape";
import type { Command, EditCommand, SimulationEvent, Status } from "./commands.ts";
import { withFabrics } from "./fabric/fabric-choice.ts";
import { createHands } from "./hands.ts";
import type { MeshFiles } from "./mesh-files.ts";
import type { PlayClock } from "./play-clock.ts";
import type { Answer, Description, Question } from "./worker/questions.ts";
import type { WorldView } from "./world-view.ts";

/** A world that carries out the page's commands. */
export interface CommandedWorld {
  /** Steps are being taken that a command has asked for. */
  readonly isStepping: boolean;
  /** Has a command carried out; aborting the signal ends its steps. */
  perform(command: Command, signal: AbortSignal | undefined): Promise<void>;
  /** Where the simulation stood when it was last asked. */
  status(): Status;
}

export function createCommandedWorld(
  world: World,
  files: MeshFiles,
  view: WorldView,
  clock: PlayClock,
  listen: (event: SimulationEvent) => void,
): CommandedWorld {
  let scene: SceneInput | undefined;
  /** Of the panel; undefined where that has not spoken: then the scene's. */
  let wind: CommandOf<"set-wind">["wind"] | undefined;
  const hands = createHands(world);
  let isStepping = false;
  let last: Answer = { time: 0, steps: 0, hash: 0 };

  async function ask(question: Question): Promise<Answer> {
    last = (await world.ask(question)) as Answer;
    return last;
  }

  function loaded(): SceneInput {
    if (scene === undefined) throw new Error("No scene is loaded yet; choose one first.");
    return scene;
  }

  function refuseIfUnstable(): void {
    if (world.failure !== undefined) throw new Error("The simulation has stopped because it became unstable; reset it first.");
  }

  /** Takes up a scene, and tells of it when all of it is known. */
  async function takeUp(next: SceneInput, how: "another" | "kept" | "anew"): Promise<void> {
    hands.letGo();
    await view.exchange(world, how, async () => {
      await world.load({ ...next, ...(wind === undefined ? {} : { wind }) }, { keepState: how === "kept" });
      return (await ask({ type: "describe", scene: next, isAnother: how === "another" })).description as Description;
    });
    scene = next;
  }

  async function load({ scene: next, meshes }: CommandOf<"load">): Promise<void> {
    const before = { meshes: files.meshes, wind };
    files.meshes = meshes;
    wind = undefined;
    try {
      await takeUp(next, "another");
      clock.stop();
    } catch (error) {
      files.meshes = before.meshes;
      wind = before.wind;
      throw error;
    }
  }

  async function setSolver({ solver, timestep, fabrics = [], keepState }: CommandOf<"set-solver">): Promise<void> {
    const next: SceneInput = { ...withFabrics(loaded(), fabrics), solver: solver as SolverInput, timestep };
    await takeUp(next, keepState && world.failure === undefined ? "kept" : "anew");
  }

  async function step({ count, goesOn = false }: CommandOf<"step">, signal: AbortSignal | undefined): Promise<void> {
    loaded();
    refuseIfUnstable();
    clock.stop();
    isStepping = true;
    try {
      await world.step(count, { signal });
    } finally {
      isStepping = false;
      await ask({ type: "rest", goesOn });
    }
  }

  async function reset(): Promise<void> {
    hands.letGo();
    await world.reset();
    clock.restart(world.time);
    await ask({ type: "rest", goesOn: clock.isPlaying });
  }

  /** The panel's wind outlives a state with another. */
  async function restoreWind(): Promise<void> {
    if (wind !== undefined) await world.set({ wind });
  }

  async function edit(command: EditCommand): Promise<void> {
    if (command.type === "return") hands.letGo();
    await ask({ type: "edit-cloth", command, isPlaying: clock.isPlaying });
    if (command.type === "return") await restoreWind();
  }

  async function scrub(command: CommandOf<"scrub">): Promise<void> {
    clock.stop();
    hands.letGo();
    await ask(command);
    await restoreWind();
  }

  return {
    get isStepping() {
      return isStepping;
    },
    async perform(command, signal) {
      switch (command.type) {
        case "load":
          return load(command);
        case "set-solver":
          return setSolver(command);
        case "play":
          refuseIfUnstable();
          return clock.play(world.time);
        case "pause":
          clock.stop();
          if (scene !== undefined) await ask({ type: "rest", goesOn: false });
          return;
        case "step":
          return step(command, signal);
        case "reset":
          return reset();
        case "speed":
          clock.speed = command.factor;
          return;
        case "set-wind":
          wind = command.wind;
          return restoreWind();
        case "grab":
        case "move":
        case "release":
          return hands.hold(command);
        case "rehearse":
          await ask({ type: "rehearse", collision: loaded().collision, timestep: loaded().timestep });
          return;
        case "matrix":
          listen({ type: "matrix", view: (await ask(command)).matrix ?? { ordering: command.ordering } });
          return;
        case "matrix-file":
          listen({ type: "matrix-file", text: (await ask(command)).text ?? "" });
          return;
        case "see":
          if (scene !== undefined) await ask(command);
          return;
        case "scrub":
          return scrub(command);
        default:
          return edit(command);
      }
    },
    status: () => ({ time: last.time, steps: last.steps, hash: last.hash, playing: clock.isPlaying }),
  };
}

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;
