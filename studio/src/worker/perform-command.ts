import type { SolverInput } from "drape";
import { type Metrics, parseScene, type SceneInput, type Simulation } from "drape";
import { withFabrics } from "../fabric/fabric-choice.ts";
import type { SightSource } from "../inside/sight-source.ts";
import type { Command, Post } from "../protocol.ts";
import type { CurrentSimulation } from "./current-simulation.ts";
import type { Edits } from "./edits.ts";
import { describeSkins } from "./figure-skin.ts";
import { sendMatrix, sendMatrixFile } from "./matrix-reports.ts";
import type { Player } from "./player.ts";
import { createRehearsal } from "./rehearsal.ts";
import type { Reports, SceneSkins } from "./reports.ts";

/** The parts of the worker that commands act on. */
export interface WorkerParts {
  readonly post: Post;
  readonly inside: SightSource;
  readonly reports: Reports;
  readonly edits: Edits;
  readonly current: CurrentSimulation;
  readonly player: Player;
}

/** The command as it is under way. */
export interface Progress {
  /** Throws where the page has cancelled it. */
  stopIfCancelled(): void;
  progress(fraction: number): void;
}

export async function performCommand(command: Command, parts: WorkerParts, underWay: Progress): Promise<void> {
  const { post, inside, reports, edits, current, player } = parts;
  switch (command.type) {
    case "load":
      return load(command, parts, underWay);
    case "set-solver":
      return setSolver(command, parts, underWay);
    case "play":
      refuseIfUnstable(player);
      return player.play();
    case "pause":
      return player.pause();
    case "step":
      refuseIfUnstable(player);
      return player.takeSteps(command.count, command.goesOn === true, async (fraction) => {
        underWay.progress(fraction);
        await new Promise((resolve) => setTimeout(resolve));
        underWay.stopIfCancelled();
      });
    case "reset":
      current.reset();
      player.begin();
      inside.recall(undefined);
      return showState(parts);
    case "return":
      current.releaseAll();
      edits.perform(command, current.loaded(), player.isPlaying);
      current.restoreWind();
      player.jump();
      return showState(parts);
    case "scrub":
      current.releaseAll();
      player.scrub(command.step);
      current.restoreWind(); // as the panel shows it
      return showState(parts);
    case "speed":
      return player.setSpeed(command.factor);
    case "set-wind":
      return current.setWind(command.wind);
    case "grab":
      return current.grab(command.vertex, command.position);
    case "move":
      return current.move(command.vertex, command.position);
    case "release":
      return current.release(command.vertex);
    case "pin":
    case "unpin":
    case "cut":
    case "blow":
    case "throw":
    case "edit":
    case "mark":
    case "forget":
      edits.perform(command, current.loaded(), player.isPlaying);
      if (!player.isPlaying) reports.sendFrame();
      return;
    case "rehearse":
      return player.rehearse(await createRehearsal(current.loaded(), current.scene()));
    case "matrix":
      return sendMatrix(current.loaded(), command.ordering, command.size, post);
    case "matrix-file":
      return sendMatrixFile(current.loaded(), post);
    case "see":
      inside.choose(command.sights);
      return reports.sendFrame(player.isPlaying);
    case "cancel":
    case "recycle":
      return;
  }
}

async function load({ scene, meshes }: CommandOf<"load">, parts: WorkerParts, { stopIfCancelled }: Progress): Promise<void> {
  const { current, edits, player } = parts;
  const built = await current.build(scene, meshes);
  stopIfCancelled();
  const skins = describeSkins(parseScene(scene));
  player.stop();
  edits.clear();
  current.load(built, scene, meshes);
  begin(built, built.view.measure(), parts, false, { skins });
}

async function setSolver(command: CommandOf<"set-solver">, parts: WorkerParts, { stopIfCancelled }: Progress): Promise<void> {
  const { current, player } = parts;
  const worn = withFabrics(current.scene(), command.fabrics ?? []);
  const next: SceneInput = { ...worn, solver: command.solver as SolverInput, timestep: command.timestep };
  const built = await current.build(next);
  stopIfCancelled();
  const start = built.view.measure();
  const keptState = current.exchange(built, next, command.keepState && !player.isUnstable);
  begin(built, start, parts, keptState);
}

type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** Shows a simulation that was taken up, of whose start these are the metrics. */
function begin(built: Simulation, start: Metrics, parts: WorkerParts, keptState: boolean, skins?: SceneSkins): void {
  const { current, player, reports } = parts;
  player.rehearse(undefined);
  player.begin();
  reports.begin(built, start, keptState, skins, meetsSomething(built, current.scene()));
  player.sendStats();
}

/** Shows a state that the simulation was put into. */
function showState({ reports, player }: WorkerParts): void {
  reports.sendFrame();
  player.sendStats();
}

function refuseIfUnstable({ isUnstable }: Player): void {
  if (isUnstable) throw new Error("The simulation has stopped because it became unstable; reset it first.");
}

/** Whether the scene has bodies, or its cloth meets itself. */
function meetsSomething({ bodies }: Simulation, { collision }: SceneInput): boolean {
  return bodies.list.length > 0 || (collision as { self?: unknown } | undefined)?.self === true;
}
