import { InputError } from "../core/errors.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import { type BodiesByName, placeBodies, whereBodiesAre } from "../sim/transplant.ts";
import { type Addition, addTo, type Change, type Description, isAddition } from "./change.ts";
import type { CrewMembers } from "./crew-members.ts";
import type { ClothMeshNews, Engine, EngineScene, OwnEngine } from "./engine.ts";
import type { Agree } from "./groups.ts";
import type { Helper } from "./helper.ts";
import { loadMeshes } from "./load-meshes.ts";
import { type Agreement, meet } from "./meeting.ts";
import { clothIn } from "./number-path.ts";
import { ENGINE_ROOMS } from "./rooms.ts";
import { areApart } from "./share-out.ts";

/** The part that an engine has in a change. */
interface Part {
  readonly engine: number;
  make(agree: Agreement): Promise<readonly ClothMeshNews[]>;
}

type Owners = ReadonlyMap<number, number>;

export interface CrewChanges extends Pick<Engine, "change" | "load"> {
  /** Is called by the own engine when its part is prepared. */
  readonly agree: Agree;
}

/** Changes of a world that a crew has: each engine prepares its part, and all go on or none. */
export function createCrewChanges(own: OwnEngine, members: CrewMembers, loadMesh: MeshLoader): CrewChanges {
  const hasCloths = (engine: number, owners: Owners = members.owners): boolean => [...owners.values()].includes(engine);

  /** Of the change that the own engine is about. */
  let agreement: Agreement = async () => undefined;

  function ownPart(make: () => Promise<readonly ClothMeshNews[]>): Part {
    return {
      engine: 0,
      make(agree) {
        agreement = agree;
        return make();
      },
    };
  }

  /** Where bodies are in the first group of all: new groups have them there in any engine. */
  async function bodies(): Promise<BodiesByName | undefined> {
    const [first] = members.description.cloths;
    if (first === undefined) return undefined;
    const helper = members.helperOf(first.id);
    if (helper === undefined) return whereBodiesAre(own.groups.list[0].run);
    return (await helper.ask({ kind: "bodies" })).value as BodiesByName | undefined;
  }

  /** Makes all parts, or none; then the world is made of `next`. */
  async function makeAll(parts: readonly Part[], next: Description, owners: Owners, keepState: boolean): Promise<ClothMeshNews[]> {
    const { done, refusals } = await meet(
      parts.map(({ make }) => make),
      async () => (keepState ? await bodies() : undefined),
    );
    if (refusals.length > 0) {
      const rank = refusals.map(({ part, error }) => rankOf(error, parts[part].engine, next, owners));
      throw refusals[rank.indexOf(Math.min(...rank))].error;
    }
    members.settle(next, owners);
    return done.flat();
  }

  /** Everything that a helper has from now on. */
  async function loadInto(helper: Helper, scene: EngineScene, agree: Agreement): Promise<readonly ClothMeshNews[]> {
    const meshes = await loadMeshes(scene.additions, loadMesh);
    return (await helper.ask({ kind: "load", ...scene, meshes }, agree)).meshes;
  }

  async function changeHelper(helper: Helper, changes: readonly Change[], agree: Agreement): Promise<readonly ClothMeshNews[]> {
    const meshes = await loadMeshes(changes, loadMesh);
    return (await helper.ask({ kind: "change", changes, meshes }, agree)).meshes;
  }

  function sceneOf(engine: number, { settings, cloths, colliders }: Description, owners: Owners, keepState: boolean): EngineScene {
    const additions: Addition[] = [
      ...colliders.map((entry) => ({ kind: "add-collider" as const, ...entry })),
      ...cloths.filter(({ id }) => owners.get(id) === engine).map((entry) => ({ kind: "add-cloth" as const, ...entry })),
    ];
    return { settings, additions, keepState };
  }

  /** A helper joins with all that is there, and is told where bodies were told to be. */
  function join(engine: number, next: Description, owners: Owners): Part {
    const helper = members.helpers[engine - 1];
    return {
      engine,
      make(agree) {
        for (const one of members.told.bodies.values()) helper.tell(one);
        return loadInto(helper, sceneOf(engine, next, owners, true), agree);
      },
    };
  }

  return {
    async agree() {
      const there = await agreement();
      return there && ((run) => placeBodies(run, there));
    },
    async change(changes) {
      const next = changes.every(isAddition)
        ? addTo(members.description, changes)
        : (await ENGINE_ROOMS.transplant()).applyChanges(members.description, changes);
      refuseMeeting(next, members.owners);
      const owners = await members.place(next.cloths, next.settings, members.owners);
      const parts: Part[] = [];
      for (let engine = 0; engine <= members.helpers.length; engine++) {
        const part = changes.filter((change) => !isOfCloth(change) || (owners.get(change.id) ?? members.owners.get(change.id)) === engine);
        if (part.length === 0 && (engine > 0 || changes.length > 0)) continue;
        const helper = members.helpers[engine - 1];
        if (helper === undefined) parts.push(ownPart(() => own.change(part)));
        else if (hasCloths(engine)) parts.push({ engine, make: (agree) => changeHelper(helper, part, agree) });
        else if (hasCloths(engine, owners)) parts.push(join(engine, next, owners));
      }
      return makeAll(parts, next, owners, true);
    },
    async load({ settings, additions, keepState }) {
      const next = addTo({ settings, cloths: [], colliders: [] }, additions);
      const known = new Map([...members.owners].filter(([id]) => keepState && next.cloths.some((cloth) => cloth.id === id)));
      refuseMeeting(next, known);
      const owners = await members.place(next.cloths, settings, known);
      const parts: Part[] = [ownPart(() => own.load(sceneOf(0, next, owners, keepState)))];
      for (const [n, helper] of members.helpers.entries()) {
        const engine = n + 1;
        if (hasCloths(engine) || hasCloths(engine, owners)) {
          parts.push({ engine, make: (agree) => loadInto(helper, sceneOf(engine, next, owners, keepState), agree) });
        }
      }
      return makeAll(parts, next, owners, keepState);
    },
  };
}

type OfCloth = Extract<Change, { kind: "add-cloth" | "set-cloth" | "remove-cloth" }>;

function isOfCloth(change: Change): change is OfCloth {
  return change.kind === "add-cloth" || change.kind === "set-cloth" || change.kind === "remove-cloth";
}

/** Cloths that are to meet must be in one engine, and those that are in others stay there. */
function refuseMeeting({ settings }: Description, owners: Owners): void {
  if (areApart(settings) || !hasHelpers(owners)) return;
  throw new InputError("collision.self", "true", "the cloths are shared out over threads: give it to createWorld, or threads: 1");
}

function hasHelpers(owners: Owners): boolean {
  return [...owners.values()].some((engine) => engine > 0);
}

/** By which cloth an engine has found an error: where several have found one, that of the first cloth is told, as by an engine that has them all. */
function rankOf(error: unknown, engine: number, { cloths }: Description, owners: Owners): number {
  const id = error instanceof InputError ? clothIn(error.path) : undefined;
  const place = cloths.findIndex((cloth) => (id === undefined ? owners.get(cloth.id) === engine : cloth.id === id));
  return place < 0 ? cloths.length : place;
}
