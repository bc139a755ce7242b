import { describeValue, InputError } from "../core/errors.ts";
import type { Listeners } from "../core/listeners.ts";
import type { Addition, Change } from "./change.ts";
import { createKeptCloth, type KeptCloth } from "./cloth-handle.ts";
import { createKeptCollider, type KeptCollider } from "./collider-handle.ts";
import type { ClothMeshNews, EngineEvent } from "./engine.ts";
import type { Host } from "./host.ts";
import { retrace, retracePath } from "./retrace.ts";
import { settingsOf } from "./scene-fields.ts";
import type { World, WorldClothInput, WorldColliderInput, WorldEvents, WorldScene } from "./world.ts";
import { idOf, type WorldParts } from "./world-parts.ts";

/** The cloths and colliders that a world's user has handles of, by their numbers. */
export interface WorldKeep {
  readonly cloths: ReadonlyMap<number, KeptCloth>;
  readonly colliders: ReadonlyMap<number, KeptCollider>;
  /** See World. */
  readonly notices: World["notices"];
  /** Why the last step failed; undefined again after a change. */
  failure: World["failure"];
  /** Adds what is given, each under the path that errors name it by; gives their numbers. */
  add(cloths: readonly WorldClothInput[], colliders: readonly WorldColliderInput[], pathOf: PathOf): Promise<readonly number[]>;
  /** The same in place of all that is there; with `keepState` cloths keep their numbers and handles, in their order. */
  load(scene: WorldScene, keepState: boolean): Promise<void>;
  change(changes: readonly Change[], paths?: ReadonlyMap<number, string>): Promise<void>;
  show(meshes: readonly ClothMeshNews[]): void;
  tell(event: EngineEvent): void;
  removeAll(): void;
}

/** What errors call the n-th of some cloths or colliders. */
export type PathOf = (list: "cloths" | "colliders", n: number) => string;

/** `showAgain` is called when a change has been made; `host` throws where the world was disposed of. */
export function createWorldKeep(host: () => Host, listeners: Listeners<WorldEvents>, showAgain: () => void): WorldKeep {
  const cloths = new Map<number, KeptCloth>();
  const colliders = new Map<number, KeptCollider>();
  let numbers = 0;
  let readBones: Parameters<typeof createKeptCollider>[3];

  const parts: WorldParts = {
    get host() {
      return host();
    },
    change: (changes) => keep.change(changes),
    async show(meshes) {
      keep.show(await meshes);
      showAgain();
    },
    colliderOf(collider) {
      const kept = colliders.get(idOf.get(collider) ?? -1);
      if (kept?.handle === collider) return kept;
      throw new InputError("collider", describeValue(collider), "give one that addCollider of this world gave, and that is still there");
    },
  };

  function addition(kind: "add-cloth" | "add-collider", input: object, path: string, id: number = ++numbers): Addition {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      throw new InputError(path, describeValue(input), "give an object { … }");
    }
    return { kind, id, input: { name: `${kind === "add-cloth" ? "cloth" : "collider"} ${id}`, ...input } };
  }

  /** Bodies and cloths as changes, and what errors call each by its number; `ids` are the numbers that the first cloths have. */
  function additions(
    newCloths: readonly WorldClothInput[],
    newColliders: readonly WorldColliderInput[],
    pathOf: PathOf,
    ids: readonly number[] = [],
  ): { bodies: Addition[]; sheets: Addition[]; paths: Map<number, string> } {
    const bodies = newColliders.map((input, n) => addition("add-collider", input, pathOf("colliders", n)));
    const sheets = newCloths.map((input, n) => addition("add-cloth", input, pathOf("cloths", n), ids[n]));
    const paths = new Map([
      ...bodies.map(({ id }, n) => [id, pathOf("colliders", n)] as const),
      ...sheets.map(({ id }, n) => [id, pathOf("cloths", n)] as const),
    ]);
    return { bodies, sheets, paths };
  }

  function refuseTaken({ input: { name } }: Addition, path: string): void {
    const isTaken = [...colliders.values()].some(({ handle }) => handle.name === name);
    if (isTaken) throw new InputError(`${path}.name`, JSON.stringify(name), "another collider has that name: give one of its own");
  }

  /** What a host answers, and the code of bones where some collider has a skin. */
  async function withBones(answer: Promise<readonly ClothMeshNews[]>, changes: readonly Change[]): Promise<readonly ClothMeshNews[]> {
    const isSkinned = changes.some((change) => change.kind === "add-collider" && change.input.skin !== undefined);
    const [meshes, code] = await Promise.all([answer, isSkinned ? import("./rooms/bones.ts") : undefined]);
    readBones ??= code?.readBones;
    return meshes;
  }

  /** Makes and removes handles as a change that was made has it. */
  function follow(change: Change, meshes: readonly ClothMeshNews[]): void {
    if (change.kind === "add-collider") {
      const { id, input } = change;
      colliders.set(id, createKeptCollider(id, input, parts, input.skin && readBones));
    }
    if (change.kind === "add-cloth") {
      const mesh = meshes.find(({ id }) => id === change.id);
      if (mesh !== undefined) cloths.set(change.id, createKeptCloth(change.id, mesh, parts));
    } else if (change.kind === "remove-cloth") {
      cloths.get(change.id)?.remove();
      cloths.delete(change.id);
    } else if (change.kind === "remove-collider") {
      colliders.get(change.id)?.remove();
      colliders.delete(change.id);
    }
  }

  const keep: WorldKeep = {
    cloths,
    colliders,
    get notices() {
      const told = new Set([...cloths.values()].flatMap(({ notices }) => notices));
      return Array.from(told, (notice) => retracePath(notice, placesIn(keep)));
    },
    failure: undefined,
    async add(newCloths, newColliders, pathOf) {
      const { bodies, sheets, paths } = additions(newCloths, newColliders, pathOf);
      for (const [n, body] of bodies.entries()) refuseTaken(body, pathOf("colliders", n));
      await keep.change([...bodies, ...sheets], paths);
      return [...paths.keys()];
    },
    async load({ cloths: newCloths = [], colliders: newColliders = [], ...scene }, keepState) {
      const known = keepState ? [...cloths.keys()] : [];
      const { bodies, sheets, paths } = additions(newCloths, newColliders, (list, n) => `${list}[${n}]`, known);
      let meshes: readonly ClothMeshNews[];
      try {
        const additions = [...bodies, ...sheets];
        meshes = await withBones(host().load({ settings: settingsOf(scene), additions, keepState }), additions);
        host(); // not disposed of meanwhile
      } catch (error) {
        throw retrace(error, paths);
      }
      const kept = new Set(sheets.map(({ id }) => id));
      for (const id of [...colliders.keys()]) follow({ kind: "remove-collider", id }, []);
      for (const id of [...cloths.keys()]) if (!kept.has(id)) follow({ kind: "remove-cloth", id }, []);
      for (const one of [...bodies, ...sheets]) if (!cloths.has(one.id)) follow(one, meshes);
      keep.failure = undefined;
      keep.show(meshes.filter(({ id }) => known.includes(id)));
    },
    async change(changes, paths) {
      const known = new Set(cloths.keys());
      let meshes: readonly ClothMeshNews[];
      try {
        meshes = await withBones(host().change(changes), changes);
        host(); // not disposed of meanwhile
      } catch (error) {
        throw retrace(error, new Map([...placesIn(keep), ...(paths ?? changes.flatMap(pathOf))]));
      }
      for (const change of changes) follow(change, meshes);
      keep.failure = undefined;
      keep.show(meshes.filter(({ id }) => known.has(id)));
      showAgain();
    },
    show(meshes) {
      for (const mesh of meshes) cloths.get(mesh.id)?.adopt(mesh);
    },
    tell(event) {
      if (event.kind === "unstable") {
        keep.failure = event.error;
        const lost = event.cloths.flatMap((id) => cloths.get(id)?.handle ?? []);
        listeners.tell("unstable", { cloths: lost, error: event.error });
        return;
      }
      const kept = cloths.get(event.cloth);
      if (kept === undefined) return;
      const cloth = kept.handle;
      if (event.kind === "rest" || event.kind === "wake") kept.isAsleep = event.kind === "rest";
      if (event.kind === "rest") listeners.tell("rest", { cloth });
      if (event.kind === "tear") listeners.tell("tear", { cloth });
      const collider = event.kind === "contact" ? colliders.get(event.collider)?.handle : undefined;
      if (event.kind === "contact" && collider !== undefined) listeners.tell("contact", { cloth, collider, isTouching: event.isTouching });
    },
    removeAll() {
      for (const kept of [...cloths.values(), ...colliders.values()]) kept.remove();
    },
  };
  return keep;
}

/** What errors and notices call those that a change does not mention, by their numbers: their places in the lists of the world. */
function placesIn({ cloths, colliders }: Pick<WorldKeep, "cloths" | "colliders">): Map<number, string> {
  const places = (list: string, kept: ReadonlyMap<number, unknown>): [number, string][] =>
    [...kept.keys()].map((id, n) => [id, `${list}[${n}]`]);
  return new Map([...places("cloths", cloths), ...places("colliders", colliders)]);
}

/** What errors call the cloth or collider that a change is of. */
function pathOf(change: Change): (readonly [number, string])[] {
  return "id" in change ? [[change.id, change.kind.split("-")[1]]] : [];
}
