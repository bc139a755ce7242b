/// <reference lib="esnext.disposable" preserve="true" />
import type { BodyPlace } from "../core/body-place.ts";
import type { BodyTransform } from "../core/body-transform.ts";
import type { NumericalError } from "../core/errors.ts";
import type { OnStep, UpdateOptions } from "../core/update-options.ts";
import type { VectorInput } from "../core/vec3.ts";
import type { VertexPair } from "../mesh/cut.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import type { ClothInput, ColliderInput, CollisionInput, SceneInput, SolverInput, WindInput } from "../scene/scene-input.ts";
import type { WorldExtensions } from "./attend.ts";

/**
 * A place where cloth lives: cloths and colliders come and go, settings change, and what is there goes on from where it was. The same interface
 * whether the cloth is simulated in this thread or in a worker: what must wait for a worker gives a promise in both.
 */
export interface World extends Disposable {
  /** Whether the cloth is simulated in a worker. */
  readonly isWorker: boolean;
  /** Length of a step [s]. */
  readonly timestep: number;
  /** Time of the last step [s], and the time that positions show: between the last two steps. */
  readonly time: number;
  readonly displayTime: number;
  readonly cloths: readonly WorldCloth[];
  readonly colliders: readonly WorldCollider[];
  /** Why the last step failed; undefined while all is well. */
  readonly failure: NumericalError | undefined;
  /** What was mended or passed over in the cloths that are there and the bodies that they may meet: a sentence each, with its path. */
  readonly notices: readonly string[];
  /**
   * Once a frame: as many fixed steps as the time asks for. What was told of bodies and hands before holds at the end of this time. In a worker
   * the steps are taken there, and what is shown is the newest state that has come back.
   */
  update(seconds: number, options?: UpdateOptions | OnStep): void;
  /**
   * Resolves when the worker has nothing to do and all is shown: for scripts, which have no frames, after each update. (A worker that has not kept up lets go of time beyond
   * `maxSteps`, as a page does that has not been drawn.)
   */
  settle(): Promise<void>;
  /**
   * Takes so many whole steps, however long they take, and shows what they have brought, now and then on the way too. Rejects with the NumericalError of a
   * step that fails, and with the signal's reason as soon as that is aborted: a step that a worker is about is not waited for, and shown when it is done. `update` takes
   * none meanwhile.
   */
  step(count?: number, options?: StepOptions): Promise<void>;
  /** Puts another scene in place of all that is there: in the same worker, and by the code that is there. A scene that is wrong changes nothing. */
  load(scene: WorldScene, options?: LoadOptions): Promise<void>;
  /** Asks the attendant of this world, `attend`; what it does to the cloth is shown before this resolves. */
  ask(question: unknown): Promise<unknown>;
  addCloth(cloth: WorldClothInput): Promise<WorldCloth>;
  addCollider(collider: WorldColliderInput): Promise<WorldCollider>;
  /** Several at once: the cloths are made ready for them once. */
  addColliders(colliders: readonly WorldColliderInput[]): Promise<readonly WorldCollider[]>;
  /** Changes what is given, and leaves the rest; cloths go on from where they are. */
  set(settings: WorldSettings): Promise<void>;
  /** The first cloth that a ray meets, as it is shown. */
  pick(ray: Ray): Hit | undefined;
  /** Takes hold of the cloth where a ray has met it: a spring pulls it to where the hand goes. */
  drag(hit: Hit, options?: DragOptions): Hand;
  /** Back to the start: every cloth as it was added, time 0. Recovers from a failure. */
  reset(): Promise<void>;
  /** Calls the listener until the function that comes back is called. */
  on<E extends keyof WorldEvents>(event: E, listener: (event: WorldEvents[E]) => void): () => void;
  /** Gives back memory, threads and worker; nothing of it can be used afterwards. */
  dispose(): void;
}

/** What is there at first: a scene, without cloth if need be. What a scene says to people (title, camera …) is left alone; its `events` want `together`. */
export interface WorldScene extends WorldSettings, Partial<Omit<SceneInput, "cloths" | "colliders" | keyof WorldSettings>> {
  readonly cloths?: readonly WorldClothInput[] | undefined;
  readonly colliders?: readonly WorldColliderInput[] | undefined;
}

/** How a world is made. */
export interface WorldOptions extends WorldScene, WorldExtensions {
  /**
   * Simulates in a worker: true; the address of a copy of `drape/worker.js` where a page's policy forbids workers from its own code; or a function that
   * makes a worker of your own, which calls `serveWorlds` of drape/extend.
   */
  readonly worker?: boolean | string | URL | (() => WorkerLike) | undefined;
  /** Threads to share the work with: many cloths are shared out by the cloth, large ones by their kernels. Without, as many as seem good for kernels. */
  readonly threads?: number | undefined;
  /** Gives the mesh files that cloths and colliders name; without, a page fetches them. */
  readonly loadMesh?: MeshLoader | undefined;
  /** Modules, by address, whose default exports are methods, forces, shapes, decoders and an attendant of your own (`WorldExtensions` of drape/extend). */
  readonly modules?: readonly (string | URL)[] | undefined;
  /** Whether cloth at rest sleeps, and costs nothing until something wakes it. Default: true. */
  readonly sleep?: boolean | undefined;
  /** Whether all cloths are in one simulation, as those of a scene file are; else only those that can meet. Default: false. */
  readonly together?: boolean | undefined;
}

/** What is needed of a worker, of a page or of Node. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
}

export interface StepOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told what part is done, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

export interface LoadOptions {
  /** Cloths and time go on from where they are: each as the one in the same place was, if it has as many vertices. Default: false. */
  readonly keepState?: boolean | undefined;
}

/** What can be changed while the world lives. */
export interface WorldSettings extends Pick<SceneInput, "timestep"> {
  /** Acceleration of every particle [m/s²]. Default: [0, -9.81, 0]. */
  readonly gravity?: VectorInput | undefined;
  /** null: no wind. */
  readonly wind?: WindInput | null | undefined;
  readonly collision?: CollisionInput | undefined;
  readonly solver?: SolverInput | undefined;
}

/** A piece of cloth as in a scene. */
export interface WorldClothInput extends ClothInput {
  /** Whether `tangents` are kept up to date, for normal maps. Default: false. */
  readonly withTangents?: boolean | undefined;
  /** How finely it is simulated: for what is far away. Its mesh stays the same. Default: "full". */
  readonly detail?: ClothDetail | undefined;
}

/** Of grids: "half" simulates every second vertex, "quarter" every fourth one in every second step. They mean nothing to other cloths. */
export type ClothDetail = "full" | "half" | "quarter" | DetailInput;

export interface DetailInput {
  /** Of a grid of right triangles: so many vertices in a row are simulated as one, and shown as a smooth surface between. Default: 1. */
  readonly vertices?: 1 | 2 | 4 | undefined;
  /** One step is taken where others take so many. Default: 1. */
  readonly steps?: 1 | 2 | 3 | 4 | undefined;
}

/** A body as in a scene, or a skin that follows the bones of a skeleton. */
export interface WorldColliderInput extends ColliderInput {
  /** Of a mesh: the bones that its vertices follow; `setBones` tells where they are. */
  readonly skin?: SkinInput | undefined;
}

/** How the vertices of a mesh follow bones: four of them each, with weights that sum to 1. Without a mesh they are bones that cloth is attached to, and never meets. */
export interface SkinInput {
  readonly boneCount: number;
  readonly indices: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** Where the bones are at first, as for `setBones`. Default: the mesh is as it was given. */
  readonly matrices?: ArrayLike<number> | undefined;
}

/** One cloth of a world, with a mesh of its own: vertices and triangles are numbered from 0. */
export interface WorldCloth {
  readonly name: string;
  readonly vertexCount: number;
  /** One more after each cut and tear, and after each change of topology; then arrays below are other ones. */
  readonly revision: number;
  /** Corners of each triangle. */
  readonly triangles: Uint32Array;
  /** Texture coordinates, two a vertex. */
  readonly uv: Float32Array;
  /** The vertex of the uncut cloth that each vertex is, or is a copy of. */
  readonly origin: Uint32Array;
  /** As shown: positions [m], unit normals, and, if asked for, tangents with their handedness, four numbers each. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly tangents: Float32Array | undefined;
  readonly isAsleep: boolean;
  readonly isHidden: boolean;
  /** Whether it was removed, or its world disposed of. */
  readonly isRemoved: boolean;
  /** Holds a vertex at a position; call again to move it. */
  grab(vertex: number, position: VectorInput): void;
  release(vertex: number): void;
  /** Pins vertices where they are; frees them from any pin. */
  pin(vertices: number | Iterable<number>): void;
  unpin(vertices: number | Iterable<number>): void;
  /** From now on vertices go with a body, from where they are; `bone` of a skin. Until `unpin`. */
  attach(vertices: number | Iterable<number>, collider: WorldCollider, bone?: number): void;
  /** Nobody sees it: it stands still and costs nothing. Cloths that are simulated together stand still when all of them are hidden. */
  hide(): void;
  /** It goes on from where it was, along with what holds it, at the time of the world. */
  show(): void;
  /** The vertices within a distance [m] of a point, as shown. */
  verticesNear(point: VectorInput, distance: number): number[];
  /** Cuts along edges, pairs of vertices. */
  cut(edges: readonly VertexPair[]): Promise<void>;
  /** Cuts along a path of points in space: along those edges that lie nearest to it. Gives the number of edges. */
  cutAlong(path: readonly VectorInput[], options?: CutAlongOptions): Promise<number>;
  /** Changes fabric, friction, damping or any other field, and keeps the state where the mesh stays the same. */
  set(changes: Partial<WorldClothInput>): Promise<void>;
  remove(): Promise<void>;
}

export interface CutAlongOptions {
  /** How far from the cloth the path may be [m]. Default: twice the mean length of an edge. */
  readonly reach?: number;
}

/** A body of a world. */
export interface WorldCollider {
  readonly name: string;
  /** sphere, capsule, plane, mesh … */
  readonly kind: string;
  readonly isRemoved: boolean;
  /** Where the body's own frame is at the end of the next update; the cloth meets it on the way. */
  place(place: BodyPlace): void;
  /** Moves a body from where it was added: every point p of it comes to rotation · p + position. */
  move(transform: BodyTransform): void;
  /** The matrices of a skin's bones, 16 numbers each, column by column: where bone · inverse bind pose takes the mesh, in the world. */
  setBones(matrices: ArrayLike<number>): void;
  /** Where the body's own frame is as shown with the cloth: a matrix of 16 numbers, column by column, as three's. */
  readonly matrix: Float64Array;
  /** Where the bones of a skin are as shown with the cloth: matrices as `setBones` takes them. Empty without a skin. */
  readonly bones: Float64Array;
  set(changes: Partial<WorldColliderInput>): Promise<void>;
  remove(): Promise<void>;
}

export interface Ray {
  readonly origin: VectorInput;
  readonly direction: VectorInput;
}

/** Where a ray meets cloth. */
export interface Hit {
  readonly cloth: WorldCloth;
  readonly point: readonly [number, number, number];
  /** [lengths of the ray's direction] */
  readonly distance: number;
  readonly triangle: number;
  /** The corner nearest to the point. */
  readonly vertex: number;
  readonly uv: readonly [number, number];
}

export interface DragOptions {
  /** How soon the cloth follows: the frequency of a critically damped spring [1/s]. Default: 8. */
  readonly frequency?: number;
  /** Edges at the hand are stretched at most so far: it gives way before the cloth tears [−]. Default: 0.2. */
  readonly maxStrain?: number;
}

/** A hand that holds cloth. */
export interface Hand {
  readonly cloth: WorldCloth;
  readonly vertex: number;
  moveTo(point: VectorInput): void;
  release(): void;
}

export interface WorldEvents {
  /** Before an update: the time to come [s]. What follows an object tells its pose here. */
  readonly beforeUpdate: { readonly seconds: number };
  /** What is shown has changed; `attended` is what the attendant adds. */
  readonly frame: { readonly time: number; readonly displayTime: number; readonly attended: unknown };
  /** The attendant says something. */
  readonly message: { readonly value: unknown };
  /** A cloth was torn by what pulls at it. */
  readonly tear: { readonly cloth: WorldCloth };
  /** A cloth begins, or ceases, to touch a body. */
  readonly contact: { readonly cloth: WorldCloth; readonly collider: WorldCollider; readonly isTouching: boolean };
  /** A cloth has come to rest; it sleeps. */
  readonly rest: { readonly cloth: WorldCloth };
  /** A step failed; the state stays as it was, and nothing moves until `reset` or a change. */
  readonly unstable: { readonly cloths: readonly WorldCloth[]; readonly error: NumericalError };
  /** A change that nobody waited for has failed, or the worker itself. */
  readonly error: { readonly error: Error };
}
