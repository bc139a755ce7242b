import { startsInside } from "../contact/bodies/starts-inside.ts";
import type { Collider } from "../contact/shapes/collider.ts";
import { createBodyMotion } from "../core/body-motion.ts";
import { InputError } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";
import { assembleCloth } from "../fabric/make-cloth.ts";
import type { Environment, ForceFactory } from "../forces/wind.ts";
import { MAX_VERTICES } from "../mesh/limits.ts";
import { loadSolver } from "../sim/choose-solver.ts";
import type { PinScript } from "../sim/drive.ts";
import type { LeashScript, TetherScript } from "../sim/leash.ts";
import type { RunSetup } from "../sim/setup.ts";
import type { buildAttachments } from "./build-attachments.ts";
import { buildColliders } from "./build-collider.ts";
import { type BuiltPart, buildPart } from "./build-part.ts";
import { checkReach } from "./check-reach.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { ColliderSpec } from "./fields/collider-field.ts";
import { takeVertices } from "./find-vertices.ts";
import { isInOrder } from "./is-in-order.ts";
import type { MeshLoader } from "./mesh-loader.ts";
import type { Scene } from "./read-scene.ts";
import { ROOMS } from "./rooms.ts";

/** What a run has that no scene can say. */
export interface SetupAdditions {
  /** Forces besides the scene's. */
  readonly forces?: readonly ForceFactory[] | undefined;
  /** Bodies behind those of the scene, the first of which has the given number. */
  readonly furtherBodies?: ((first: number) => readonly Collider[]) | undefined;
}

/** What a scene needs of its abilities, whatever is asked for. */
export interface AbilityNeeds {
  /** Something is attached, leashed or tethered. */
  readonly holds: boolean;
  /** It has events that cut, or cloth that tears. */
  readonly cuts: boolean;
  /** Its bodies, as it describes them and as they are. */
  readonly specs: readonly ColliderSpec[];
  readonly colliders: readonly Collider[];
}

/** Loads what a run is to be able to do. */
export type AbilityLoader<A> = (needs: AbilityNeeds) => Promise<A>;

/**
 * Makes meshes, fabrics and cloth from a parsed scene, and chooses its method where the scene leaves that open: everything a run starts
 * from.
 */
export async function buildSetup<A extends Pick<RunSetup, "abilities">>(
  scene: Scene,
  loadMesh: MeshLoader,
  loadAbilities: AbilityLoader<A>,
  { forces: furtherTerms, furtherBodies }: SetupAdditions = {},
): Promise<RunSetup & A> {
  const { method, options } = scene.solver;
  const pins: PinScript[] = [];
  const leashes: LeashScript[] = [];
  const tethers: TetherScript[] = [];
  const shapes: Float64Array[] = [];
  const positions: Float64Array[] = [];
  const velocities: Float64Array[] = [];
  const uvs: Float32Array[] = [];
  const notices: string[] = [];
  const parts: BuiltPart[] = [];
  let start = 0;
  for (const spec of scene.cloths) {
    const built = await buildPart(spec, scene.solver, loadMesh, scene.figures);
    parts.push(built);
    shapes.push(built.positions);
    velocities.push(built.velocities);
    uvs.push(built.uv);
    notices.push(...built.notices);
    const taken = new Set<number>();
    const own = await placePins(spec, start, built, taken);
    const attached = await attach(spec, scene, built, start, taken);
    const places =
      spec.positions === undefined
        ? built.positions
        : (await ROOMS.details()).startPositions(spec.path, spec.positions, built.positions, start, attached.pins);
    checkReach(places, `${spec.path}.${spec.positions === undefined ? spec.shape.kind : "positions"}`);
    positions.push(places);
    own.push(...attached.pins);
    for (const pin of own) pins.push(pin);
    for (const leash of attached.leashes) leashes.push(leash);
    if (spec.tethers !== undefined) {
      const held = own.map(({ vertex }) => vertex - start);
      const { buildTethers } = await ROOMS.holders();
      for (const { vertex, anchor, length } of buildTethers(built.part, held, spec.tethers)) {
        tethers.push({ vertex: start + vertex, anchor: start + anchor, length });
      }
    }
    start += built.part.particleCount;
    if (start > MAX_VERTICES) {
      throw new InputError(spec.path, `${start} vertices so far`, `use at most ${MAX_VERTICES} in all cloths together`);
    }
  }
  const cloth = assembleCloth(parts.map(({ part }) => part));
  const environment: Environment = {
    gravity: Float64Array.from(scene.gravity),
    wind: scene.wind,
    blow: scene.wind && (await ROOMS.details()).blow,
    createPressureTerm: cloth.pressure && (await ROOMS.networks()).pressureTerm,
    seed: scene.seed,
    furtherTerms,
  };
  const isMoved = scene.cloths.some((spec) => spec.positions !== undefined);
  const events = parts.some(({ numbers }) => numbers !== undefined)
    ? (await ROOMS.meshFiles()).renumberEvents(scene, parts, cloth.triangles)
    : scene;
  const colliders = await buildColliders(scene.colliders, loadMesh, notices);
  colliders.push(...(furtherBodies?.(colliders.length) ?? []));
  const meetsSurfaces = scene.collision.self || colliders.some(({ shape }) => shape.surface !== undefined);
  const places = joinArrays(positions);
  const isInside = startsInside(colliders, createBodyMotion(colliders.map(({ motion }) => motion)), places);
  const starts = joinArrays(shapes);
  const startOf = ({ vertex }: { readonly vertex: number }): Vec3 => [starts[3 * vertex], starts[3 * vertex + 1], starts[3 * vertex + 2]];
  const follow = await loadFollowing(scene, colliders, startOf);
  const setup = await loadSolver({
    cloth: isMoved ? { ...cloth, restPositions: starts } : cloth,
    positions: places,
    velocities: joinArrays(velocities),
    sceneIndex: Uint32Array.from({ length: start }, (_, i) => i),
    uv: Float32Array.from(uvs.flatMap((uv) => Array.from(uv))),
    pins: events.releases.length === 0 ? follow(pins) : (await ROOMS.details()).withReleases(follow(pins), events, start),
    leashes: follow(leashes),
    tethers,
    cuts: events.cuts.length === 0 ? [] : (await ROOMS.edits()).placeCuts(events.cuts, start, cloth.triangles),
    environment,
    method,
    options,
    timestep: scene.timestep,
    notices,
    collision: {
      ...scene.collision,
      colliders,
      ...(meetsSurfaces && { prepareSurfaces: (await ROOMS.surfaces()).prepareSurfaceContact }),
      ...(isInside && { createLift: (await ROOMS.surfaces()).createStartLift }),
    },
    ...(await loadAbilities({
      holds: leashes.length > 0 || tethers.length > 0 || pins.some(({ attachment }) => attachment !== undefined),
      cuts: scene.cuts.length > 0 || scene.cloths.some((spec) => spec.tear),
      specs: scene.colliders,
      colliders,
    })),
  });
  const isNumbered = setup.method.orderParticles === undefined && scene.cloths.every(isInOrder);
  return isNumbered ? setup : (await ROOMS.numbering()).numberParticles(setup);
}

function joinArrays(arrays: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let offset = 0;
  for (const array of arrays) {
    out.set(array, offset);
    offset += array.length;
  }
  return out;
}

/** The pins of one cloth, numbered through the scene; `taken` are those vertices of it that are held already, and gets these. */
async function placePins(spec: ClothSpec, start: number, built: BuiltPart, taken: Set<number>): Promise<PinScript[]> {
  const pins: PinScript[] = [];
  for (const { vertices: which, path, motion: written, release } of spec.pins) {
    const motion = written && (await ROOMS.details()).pointMotion(written);
    for (const vertex of takeVertices(spec, which, built, taken, path)) {
      pins.push({ vertex: start + vertex, motion, release });
    }
  }
  return pins;
}

/** What is attached to bodies, of one cloth. */
async function attach(...about: Parameters<typeof buildAttachments>): Promise<ReturnType<typeof buildAttachments>> {
  const [{ attachments }] = about;
  return attachments.length === 0 ? { pins: [], leashes: [] } : (await ROOMS.holders()).buildAttachments(...about);
}

/** Lets what is attached to animated meshes go with their form, where something is attached at all. */
async function loadFollowing(
  scene: Scene,
  colliders: readonly Collider[],
  placeOf: (holder: { readonly vertex: number }) => Vec3,
): Promise<<H extends PinScript | LeashScript>(holders: readonly H[]) => readonly H[]> {
  if (scene.cloths.every(({ attachments }) => attachments.length === 0)) return (holders) => holders;
  const { followForms } = await ROOMS.holders();
  return (holders) => followForms(holders, colliders, scene.colliders, placeOf);
}
