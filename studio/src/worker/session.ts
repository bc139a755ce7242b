import { createSimulation, parseScene, type SceneInput, type Simulation, VERSION, type Wind } from "drape";
import { withFabrics } from "../fabric/fabric-choice.ts";
import { createRecorder } from "../inside/recorder.ts";
import { createSightSource } from "../inside/sight-source.ts";
import { type Command, type CommandMessage, type Post, type Status, versionMismatch } from "../protocol.ts";
import { CancelledError, describeError } from "./describe-error.ts";
import { createEdits } from "./edits.ts";
import { describeSkins } from "./figure-skin.ts";
import { sendMatrix, sendMatrixFile } from "./matrix-reports.ts";
import { createPace, restartPace, takeSlice } from "./pace.ts";
import { createProfileMean } from "./profile-mean.ts";
import { createRehearsal, type Rehearsal } from "./rehearsal.ts";
import { createReports, type LoadedScene } from "./reports.ts";

/** The worker's side of the protocol: one simulation, the loop that plays it, and the commands in the order they came. */
export interface Session {
  accept(message: CommandMessage): void;
}

/** Time between two stats [s], and the longest stretch of a `step` without a look around [s]. */
const STATS_INTERVAL = 0.1;
const STRETCH = 0.05;
/** How long the loop sleeps when it owes nothing [ms]. */
const NAP = 3;

export function createSession(post: Post): Session {
  const pace = createPace();
  const inside = createSightSource(post);
  const recorder = createRecorder();
  const reports = createReports(post, inside);
  const profile = createProfileMean();
  const edits = createEdits(post);
  const pending = new Set<number>();
  const cancelled = new Set<number>();
  const grabbed = new Set<number>();
  const turns = new MessageChannel();
  let queue: Promise<void> = Promise.resolve();
  let simulation: Simulation | undefined;
  let scene: SceneInput | undefined;
  let meshes: Readonly<Record<string, string | Uint8Array>> = {};
  let start: ReturnType<Simulation["snapshot"]> | undefined;
  let wind: Wind | null | undefined;
  let playing = false;
  let turnComing = false;
  let failure: string | undefined;
  let statsSentAt = 0;
  let longest = 0;
  let rehearsal: Rehearsal | undefined;

  turns.port1.onmessage = takeTurn;
  post({ type: "ready", engine: VERSION });

  function accept(message: CommandMessage): void {
    const mismatch = versionMismatch(message, "page");
    if (mismatch !== undefined) {
      post({ type: "error", id: message.id ?? null, kind: "protocol", message: mismatch });
    } else if (message.type === "recycle") {
      if (message.field !== undefined) inside.giveBack(message.field);
      reports.giveBack(message.positions, message.normals);
    } else {
      if (message.type === "cancel" && pending.has(message.command)) cancelled.add(message.command);
      pending.add(message.id);
      queue = queue.then(() => execute(message));
    }
  }

  async function execute(message: CommandMessage): Promise<void> {
    try {
      stopIfCancelled(message.id);
      await perform(message, message.id);
      if (simulation !== undefined) edits.report(simulation);
      post({ type: "done", id: message.id, status: status() });
    } catch (error) {
      const described = describeError(error);
      if (described.kind === "unstable") stopAsUnstable(described.message);
      post({ type: "error", id: message.id, ...described });
    }
    pending.delete(message.id);
    cancelled.delete(message.id);
  }

  async function perform(command: Command, id: number): Promise<void> {
    switch (command.type) {
      case "load": {
        const built = await build(command.scene, command.meshes);
        stopIfCancelled(id);
        const skins = describeSkins(parseScene(command.scene));
        releaseAll();
        playing = false;
        scene = command.scene;
        meshes = command.meshes;
        wind = undefined;
        edits.clear();
        install(built, false, { skins });
        return;
      }
      case "set-solver": {
        const worn = withFabrics(loadedScene(), command.fabrics ?? []);
        const next: SceneInput = { ...worn, solver: command.solver, timestep: command.timestep };
        const built = await build(next, meshes);
        stopIfCancelled(id);
        scene = next;
        releaseAll();
        if (wind !== undefined) built.setWind(wind ?? undefined);
        install(built, command.keepState && failure === undefined);
        return;
      }
      case "play":
        refuseAfterFailure();
        if (!playing) restartPace(pace, performance.now() / 1000);
        playing = true;
        scheduleTurn(0);
        return;
      case "pause":
        playing = false;
        recorder.rest();
        profile.flush();
        sendStats();
        return;
      case "step":
        refuseAfterFailure();
        playing = false;
        return takeSteps(command.count, id, command.goesOn === true);
      case "reset":
        releaseAll();
        if (start !== undefined) loaded().restore(start);
        if (wind !== undefined) loaded().setWind(wind ?? undefined); // the panel's wind outlives a reset
        failure = undefined;
        recorder.begin(loaded());
        inside.recall(undefined);
        restartPace(pace, performance.now() / 1000);
        profile.clear();
        reports.sendFrame();
        sendStats();
        return;
      case "speed":
        pace.speed = command.factor;
        return;
      case "set-wind":
        wind = command.wind;
        return loaded().setWind(command.wind ?? undefined);
      case "grab":
        loaded().edit.grab(command.vertex, command.position);
        grabbed.add(command.vertex);
        return;
      case "move":
        if (grabbed.has(command.vertex)) loaded().edit.grab(command.vertex, command.position);
        return;
      case "release":
        if (grabbed.delete(command.vertex)) loaded().edit.release(command.vertex);
        return;
      case "pin":
      case "unpin":
      case "cut":
      case "blow":
      case "throw":
      case "edit":
      case "mark":
      case "forget":
        edits.perform(command, loaded(), playing);
        if (!playing) reports.sendFrame();
        return;
      case "return":
        releaseAll();
        edits.perform(command, loaded(), playing);
        if (wind !== undefined) loaded().setWind(wind ?? undefined);
        failure = undefined;
        restartPace(pace, performance.now() / 1000);
        reports.sendFrame();
        sendStats();
        return;
      case "rehearse":
        rehearsal = await createRehearsal(loaded(), loadedScene());
        return;
      case "matrix":
        return sendMatrix(loaded(), command.ordering, command.size, post);
      case "matrix-file":
        return sendMatrixFile(loaded(), post);
      case "see":
        inside.choose(command.sights);
        reports.sendFrame(playing);
        return;
      case "scrub":
        playing = false;
        releaseAll();
        inside.recall(recorder.show(command.step));
        if (wind !== undefined) loaded().setWind(wind ?? undefined); // as the panel shows it
        failure = undefined;
        reports.sendFrame();
        sendStats();
        return;
      case "cancel":
      case "recycle":
        return;
    }
  }

  function build(from: SceneInput, contents: Readonly<Record<string, string | Uint8Array>>): Promise<Simulation> {
    return createSimulation(from, {
      loadMesh: async (name: string) => {
        if (Object.hasOwn(contents, name)) return contents[name];
        throw new Error(`The mesh file "${name}" is not among the studio's scenes.`);
      },
    });
  }

  function install(built: Simulation, keepState: boolean, fresh?: LoadedScene): void {
    const previous = simulation;
    simulation = built;
    rehearsal = undefined;
    start = built.snapshot();
    const metrics = built.view.measure();
    const keptState = keepState && previous !== undefined && takeOver(previous, built);
    failure = undefined;
    profile.clear();
    restartPace(pace, performance.now() / 1000);
    recorder.begin(built);
    reports.begin(built, metrics, keptState, fresh, meetsSomething(built, loadedScene()));
    sendStats();
  }

  async function takeSteps(count: number, id: number, goesOn: boolean): Promise<void> {
    const current = loaded();
    let since = performance.now() / 1000;
    for (let taken = 0; taken < count; taken++) {
      current.step();
      noteStep(current);
      const now = performance.now() / 1000;
      if (now - since < STRETCH) continue;
      since = now;
      reports.sendFrame();
      post({ type: "progress", id, fraction: (taken + 1) / count });
      await new Promise((resolve) => setTimeout(resolve));
      stopIfCancelled(id);
    }
    recorder.rest();
    profile.flush();
    reports.sendFrame();
    sendStats(goesOn);
  }

  /** One slice of the loop. It ends by asking for the next, so that commands waiting meanwhile are seen in between. */
  function takeTurn(): void {
    turnComing = false;
    if (!playing || simulation === undefined) return;
    const now = performance.now() / 1000;
    try {
      if (rehearsal?.take() === false) rehearsal = undefined;
      const slice = takeSlice(pace, now, simulation.timestep);
      if (slice > 0 && simulation.update(slice) > 0) noteStep(simulation);
      longest = Math.max(longest, performance.now() - 1000 * now);
    } catch (error) {
      const described = describeError(error);
      stopAsUnstable(described.message);
      post({ type: "error", id: null, ...described });
      return;
    }
    reports.offerFrame(now);
    if (now - statsSentAt >= STATS_INTERVAL) {
      profile.flush();
      sendStats();
      edits.report(simulation);
    }
    scheduleTurn(pace.debt > 0 ? 0 : NAP);
  }

  function noteStep(stepped: Simulation): void {
    profile.add(stepped.profile);
    recorder.note();
    inside.recall(undefined);
  }

  function scheduleTurn(delay: number): void {
    if (turnComing) return;
    turnComing = true;
    if (delay > 0) setTimeout(takeTurn, delay);
    else turns.port2.postMessage(null);
  }

  function sendStats(goesOn: boolean = playing): void {
    reports.sendStats(profile.mean(), longest, playing ? pace.ratio : 0, goesOn, recorder.view());
    longest = 0;
    statsSentAt = performance.now() / 1000;
  }

  function status(): Status {
    const { time = 0, steps = 0 } = simulation ?? {};
    return { time, steps, playing, hash: simulation?.hash() ?? 0 };
  }

  function stopAsUnstable(message: string): void {
    failure = message;
    playing = false;
    profile.flush();
    reports.sendFrame();
    sendStats();
  }

  function stopIfCancelled(id: number): void {
    if (cancelled.has(id)) throw new CancelledError();
  }

  function refuseAfterFailure(): void {
    if (failure !== undefined) throw new Error("The simulation has stopped because it became unstable; reset it first.");
  }

  function loaded(): Simulation {
    if (simulation === undefined) throw new Error("No scene is loaded yet; choose one first.");
    return simulation;
  }

  function loadedScene(): SceneInput {
    if (scene === undefined) throw new Error("No scene is loaded yet; choose one first.");
    return scene;
  }

  function releaseAll(): void {
    for (const vertex of grabbed) simulation?.edit.release(vertex);
    grabbed.clear();
  }

  return { accept };
}

/** Whether the scene has bodies, or its cloth meets itself. */
function meetsSomething({ bodies }: Simulation, { collision }: SceneInput): boolean {
  return bodies.list.length > 0 || (collision as { self?: unknown } | undefined)?.self === true;
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
