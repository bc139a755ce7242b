import { InputError, type NumericalError } from "../core/errors.ts";
import { changeGravity } from "../forces/wind.ts";
import type { VertexPair } from "../mesh/cut.ts";
import { given } from "../scene/given.ts";
import { withKernels } from "../scene/load-kernels.ts";
import { type CreateOptions, loadSetup } from "../scene/load-setup.ts";
import type { SceneInput } from "../scene/scene-input.ts";
import type { RunAbilities } from "../sim/abilities.ts";
import { engineIndexOf } from "../sim/engine-index.ts";
import { createRun, editCloth, type Run, releaseRigs } from "../sim/run.ts";
import { saveRun } from "../sim/save-run.ts";
import { setClock } from "../sim/set-clock.ts";
import type { RunSetup } from "../sim/setup.ts";
import type { Simulation } from "../sim/simulation.ts";
import { createSpringHands, type SpringHands } from "../sim/spring-hands.ts";

import { type Attached, attachWhereBodiesAre } from "./attachments.ts";
import type { ClothEntry, Description } from "./change.ts";
import type { WorldClock } from "./clock.ts";
import { createContactWatch } from "./contact-watch.ts";
import type { ClothArrays, ClothMeshNews, EngineEvent, EngineOptions } from "./engine.ts";
import { createGroupBodies, type GroupBodies } from "./group-bodies.ts";
import type { GroupDetail } from "./group-detail.ts";
import { createGroupMeshes } from "./group-meshes.ts";
import { type CatchUp, createGroupSleep } from "./group-sleep.ts";
import { createGroupSteps, type GroupSteps } from "./group-steps.ts";
import { loadRunAbilities } from "./load-run-abilities.ts";
import { isNearSleepers } from "./near-sleepers.ts";
import { numberPath } from "./number-path.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import { bodyThickness, sceneColliders } from "./scene-bodies.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Told, ToldOfBody, ToldOfCloth } from "./told.ts";
import type { WorldClothInput } from "./world.ts";

export interface GroupSetup {
  readonly description: Description;
  readonly cloths: readonly ClothEntry[];
  readonly options: GroupOptions;
}

/** How a group is made: where somebody attends, he is told of each step. */
export interface GroupOptions extends EngineOptions {
  readonly stepped?: (simulation: Simulation) => void;
}

/** The code by which a group goes back to its start, and by which it takes over from others. */
export type Reset = Pick<Awaited<ReturnType<typeof ENGINE_ROOMS.reset>>, "restoreRun" | "attachAgain">;
export type Transplant = Pick<
  Awaited<ReturnType<typeof ENGINE_ROOMS.transplant>>,
  "isSameSetup" | "transplant" | "findSource" | "catchUp" | "carryDetail"
>;

/** Cloths of a world that are simulated together. */
export interface Group extends GroupSteps {
  readonly setup: GroupSetup;
  /** The numbers of its cloths, and what each is described by. */
  readonly ids: readonly number[];
  inputOf(cloth: number): WorldClothInput;
  readonly run: Run;
  /** What an attendant sees of the run. */
  readonly simulation: Simulation | undefined;
  readonly isAsleep: boolean;
  /** How finely it is simulated; undefined where all of it is. */
  readonly detail: GroupDetail | undefined;
  readonly bodies: GroupBodies;
  /** See GroupSleep. */
  rouse(by?: CatchUp): void;
  /** Goes on at the world's time, with bodies where they were told to be, or where `put` puts them. */
  start(told: Iterable<ToldOfBody>, clock: WorldClock, put?: (run: Run) => void): void;
  /** Goes on at the world's time, with cloths and bodies as former groups have them. */
  takeOver(former: readonly Group[], clock: WorldClock, by: Transplant, put?: (run: Run) => void): void;
  tell(told: Told): void;
  set(surroundings: Surroundings): void;
  /** What has happened, and the meshes of cloths that were cut, since they were last taken. */
  takeEvents(): EngineEvent[];
  takeMeshes(): ClothMeshNews[];
  meshes(): ClothMeshNews[];
  describe(cloth: number): { readonly vertexCount: number; readonly withTangents: boolean };
  read(cloth: number, arrays: ClothArrays): void;
  /** By the code of edits, which few groups have from the start. */
  cut(cloth: number, edges: readonly VertexPair[], editing: RunAbilities["editing"]): void;
  /** The pose of a collider, or of a bone of it, now. */
  poseOf(collider: number, bone?: number): Float64Array | undefined;
  /** Back to the start, but for gravity and wind, and for bodies, which are where they were told to be, and what is attached to them. */
  reset(surroundings: Surroundings, told: Iterable<ToldOfBody>, attached: Iterable<Attached>, by: Reset): void;
  /** From now on events tell of contacts. */
  watchContacts(): void;
  dispose(): void;
}

/** `former` are the groups that there are. */
export async function createGroup(setup: GroupSetup, former: readonly Group[] = []): Promise<Group> {
  const { description, cloths, options } = setup;
  const ids = cloths.map(({ id }) => id);
  const skins = description.colliders.some(({ input }) => input.skin !== undefined) ? await ENGINE_ROOMS.skins() : undefined;
  const isDetailed = cloths.some(({ input }) => "detail" in input);
  const detail = isDetailed ? (await ENGINE_ROOMS.detail()).planDetail(setup, former) : undefined;
  const { run, simulation } = await createGroupRun(
    setup,
    detail,
    (first) => skins?.skinnedColliders(description, first, thicknessIn(setup)) ?? [],
  );
  const start = saveRun(run);
  const meshes = await createGroupMeshes(run, cloths, run.setup.notices?.map((notice) => numberIn(setup, notice)) ?? [], detail);
  const bodies = createGroupBodies(run, description.colliders);
  const bones = skins?.firstBones(description.colliders) ?? [];
  for (const one of bones) bodies.tell(one, true);
  const hands = createSpringHands(run);
  const events: EngineEvent[] = [];
  const sleep = createGroupSleep(run, ids, events, hands, options.sleep);
  let watch: (() => EngineEvent[]) | undefined;
  let isNews = false;
  let hasTorn = false;
  const failed = (error: NumericalError): void => void events.push({ kind: "unstable", cloths: ids, error });
  run.listeners.on("tear", () => {
    hasTorn = true;
  });
  run.listeners.on("unstable", failed);
  const stepped = simulation && (() => options.stepped?.(simulation));
  const steps = createGroupSteps(run, { detail, hands, sleep, stepped, failed, look });

  function look(): void {
    lookForCuts();
    if (watch !== undefined) events.push(...watch());
  }

  function lookForCuts(): void {
    if (!meshes.follow()) return;
    isNews = true;
    if (hasTorn) for (const cloth of ids) events.push({ kind: "tear", cloth });
    hasTorn = false;
  }

  const inputOf = (cloth: number): WorldClothInput => cloths[ids.indexOf(cloth)].input;
  const group: Group = {
    setup,
    ids,
    detail,
    inputOf,
    run,
    simulation,
    get isAsleep() {
      return sleep.isAsleep;
    },
    bodies,
    rouse: sleep.rouse,
    get hasMoved() {
      return steps.hasMoved;
    },
    start(told, clock, put) {
      for (const one of told) bodies.tell(one, true);
      put?.(run);
      setClock(run, clock);
      detail?.begin(run, clock);
      attachWhereBodiesAre(run, () => true);
    },
    takeOver(former, clock, { findSource, transplant, carryDetail }, put) {
      const parts = ids.map((id) => findSource(id, inputOf(id), former));
      transplant(run, parts, (parts.find((source) => source !== undefined) ?? former[0]).run);
      put?.(run);
      setClock(run, clock);
      attachWhereBodiesAre(run, (part) => parts[part] === undefined);
      meshes.follow();
      carryDetail(group, former, clock);
    },
    tell(told) {
      if ("cloth" in told) {
        const part = ids.indexOf(told.cloth);
        if (part < 0) return;
        sleep.wake();
        detail?.note(part, told);
        tellCloth(told, run, hands, (vertex) => meshes.vertexOf(part, vertex), bodies);
      } else {
        bodies.tell(told, sleep.isAsleep);
        if (sleep.isAsleep && isNearSleepers(run, bodies.bodyOf(told.collider))) sleep.wake();
      }
    },
    set(surroundings) {
      changeEnvironment(run, surroundings);
      sleep.wake();
    },
    update: steps.update,
    step: steps.step,
    touch() {
      steps.touch();
      sleep.rouse();
      look();
    },
    takeEvents: () => events.splice(0),
    takeMeshes() {
      if (!isNews) return [];
      isNews = false;
      return meshes.news();
    },
    meshes: meshes.news,
    describe: (cloth) => meshes.describe(ids.indexOf(cloth)),
    read: (cloth, arrays) => meshes.read(ids.indexOf(cloth), arrays),
    cut(cloth, edges, editing) {
      const part = ids.indexOf(cloth);
      run.abilities.editing = editing;
      const change = editing.readCut(
        run.rig.revision,
        edges.map(([i, j]) => [meshes.vertexOf(part, i), meshes.vertexOf(part, j)]),
      );
      if (change !== undefined) editCloth(run, change);
      sleep.wake();
      lookForCuts();
    },
    poseOf: bodies.poseOf,
    reset(surroundings, told, attached, { restoreRun, attachAgain }) {
      restoreRun(run, start);
      changeEnvironment(run, surroundings);
      sleep.wake();
      steps.touch();
      for (const one of [...bones, ...told]) bodies.tell(one, true);
      detail?.forget();
      attachAgain(run, ids, bodies, attached, meshes.vertexOf);
      meshes.follow();
      isNews = false;
    },
    watchContacts() {
      watch ??= createContactWatch(run, ids, bodies.colliders);
    },
    dispose() {
      if (simulation === undefined) releaseRigs(run);
      else simulation.dispose();
    },
  };
  return group;
}

function changeEnvironment({ setup: { environment } }: Run, { gravity, wind, blow }: Surroundings): void {
  if (gravity !== undefined) changeGravity(environment, gravity);
  if (wind === undefined) return;
  environment.wind = wind ?? undefined;
  environment.blow ??= blow;
}

async function createGroupRun(
  setup: GroupSetup,
  detail: GroupDetail | undefined,
  furtherBodies: CreateOptions["furtherBodies"] & {},
): Promise<{ readonly run: Run; readonly simulation: Simulation | undefined }> {
  const { options } = setup;
  const { loadMesh, threads, methods, forces, shapes, decoders } = options;
  try {
    const create = { loadMesh, furtherBodies, ...given({ threads, methods, forces, shapes, decoders }) };
    if (options.stepped !== undefined) return await (await ENGINE_ROOMS.attended()).createAttendedRun(sceneOf(setup, detail), create);
    const loaded = await withKernels(
      await loadSetup(sceneOf(setup, detail), create, loadRunAbilities),
      threads,
      setup.description.cloths.length,
    );
    return { run: await createRunWithCode(loaded), simulation: undefined };
  } catch (error) {
    throw error instanceof InputError ? error.at(numberIn(setup, error.path)) : error;
  }
}

/** A run with the code of all steps that it may take, which are of one length. Cloth that is cut may need more: that code comes with the code of cuts. */
async function createRunWithCode(setup: RunSetup): Promise<Run> {
  const { kernels, method, cloth, cuts = [], timestep } = setup;
  if (kernels === undefined) await method.loadFallback?.();
  const run = createRun(setup);
  const isCut = cuts.length > 0 || cloth.tearing !== undefined;
  const { alteration, prepareSurfaces, createLift } = run.collision;
  const isPlain = !isCut && alteration !== "inside" && prepareSurfaces === undefined && createLift === undefined;
  if (!isPlain || !run.rig.solver.staysInKernels?.(timestep)) await method.loadFallback?.();
  return run;
}

function tellCloth(told: ToldOfCloth, run: Run, hands: SpringHands, vertexOf: (vertex: number) => number, bodies: GroupBodies): void {
  const { drive, state } = run.rig;
  const { x } = state;
  const indexOf = (vertex: number): number => engineIndexOf(run, vertexOf(vertex));
  switch (told.kind) {
    case "grab":
      drive.grab(indexOf(told.vertex), ...told.point, state, run.owed);
      break;
    case "release":
      drive.release(indexOf(told.vertex), state.time);
      break;
    case "pin":
      for (const i of told.vertices.map(indexOf)) drive.pin(i, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
      break;
    case "unpin":
      for (const i of told.vertices.map(indexOf)) drive.unpin(i);
      break;
    case "attach":
      for (const i of told.vertices.map(indexOf)) drive.attach(i, bodies.bodyOf(told.collider, told.bone), x);
      break;
    case "take":
      hands.take(told.hand, vertexOf(told.vertex), told.point, told);
      break;
    case "aim":
      hands.aim(told.hand, told.point);
      break;
    case "drop":
      hands.drop(told.hand);
      break;
  }
}

/** A path or a notice of the group's scene, with the numbers that cloths and colliders have in the world. Skins are in no scene. */
function numberIn({ description, cloths }: GroupSetup, text: string): string {
  const plain = description.colliders.filter(({ input }) => input.skin === undefined);
  return numberPath(text, { cloths: cloths.map(({ id }) => id), colliders: plain.map(({ id }) => id) });
}

function thicknessIn({ description, options }: GroupSetup): number | undefined {
  return bodyThickness(description.settings, options.together);
}

/** The scene that a group is a simulation of. */
function sceneOf(setup: GroupSetup, detail: GroupDetail | undefined): SceneInput {
  const { description, cloths } = setup;
  return {
    drape: 1,
    cloths: detail?.inputs ?? cloths.map(({ input: { withTangents: _, ...input } }) => input),
    colliders: sceneColliders(description.colliders, thicknessIn(setup)),
    ...given({ ...description.settings, ...detail?.settings, wind: description.settings.wind ?? undefined }),
  };
}
