import { DrapeError, InputError } from "../core/errors.ts";
import { canShareMemory } from "../core/node-module.ts";
import { VERSION } from "../core/version.ts";
import type { MeshLoader } from "../scene/mesh-loader.ts";
import type { SceneSettings } from "./change.ts";
import type { EngineScene } from "./engine.ts";
import type { Host, HostNews } from "./host.ts";
import { loadMeshes } from "./load-meshes.ts";
import { absoluteAddresses } from "./load-modules.ts";
import type { WorkerPort } from "./open-worker.ts";
import { startWorker, workerSource } from "./start-worker.ts";
import type { Told } from "./told.ts";
import {
  type Answer,
  buffersOf,
  type Frame,
  type FromWorker,
  type Question,
  type SentArrays,
  type ToWorker,
  unpackError,
  unsendable,
} from "./wire.ts";
import type { WorldOptions } from "./world.ts";

export { FRONT_GROUND } from "./front-ground.ts";

/** What the page keeps of its worker. */
interface Connection {
  readonly port: WorkerPort;
  readonly asked: Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>;
  /** Called when the worker has nothing to do. */
  idle: (() => void)[];
  /** What the worker has not been sent yet: time [s], hands and poses, and the arrays of the last frame. */
  seconds: number;
  maxSteps: number;
  told: Told[];
  returned: SentArrays[];
  isBusy: boolean;
  /** A frame is asked for, be it without time; those who wait for it, and for the one that is on its way. */
  isDue: boolean;
  waiting: (() => void)[];
  awaited: (() => void)[];
  /** Why there is no worker any more. */
  lost: Error | undefined;
}

/**
 * About what a worker takes [bytes], which V8 knows nothing of: each host holds as much that is never touched, and so costs nothing, so that worlds which
 * are dropped are collected in time (60 of them held 1.3 GB without).
 */
const WORKER_WEIGHT = 32e6;

/** A world that is dropped takes its worker along. */
const dropped = new FinalizationRegistry<WorkerPort>((port) => port.terminate());

/** An engine in a worker of its own. Frames are asked for one at a time: a slow worker is never sent more than it has done. */
export async function openWorkerHost(settings: SceneSettings, options: WorldOptions, loadMesh: MeshLoader, news: HostNews): Promise<Host> {
  const { worker, threads, sleep = true, together = false, modules = [] } = options;
  const from = typeof worker === "boolean" ? undefined : worker;
  const port = await startWorker(from);
  const connection: Connection = {
    port,
    asked: new Map(),
    idle: [],
    seconds: 0,
    maxSteps: 1,
    told: [],
    returned: [],
    isBusy: false,
    isDue: false,
    waiting: [],
    awaited: [],
    lost: undefined,
  };
  listen(connection, new WeakRef(news));
  const mayHelp = (threads ?? 1) > 1 && typeof from !== "function";
  const source = mayHelp ? await workerSource(from && absoluteAddresses([from])[0]) : undefined;
  const how = { version: VERSION, threads, sleep, together, modules: absoluteAddresses(modules), isShared: canShareMemory(), source };
  try {
    await ask(connection, { kind: "open", settings, ...how });
  } catch (error) {
    port.terminate();
    throw error;
  }
  const host = createHost(connection, loadMesh, news);
  dropped.register(host, port, host);
  return host;
}

function createHost(
  connection: Connection,
  loadMesh: MeshLoader,
  news: HostNews,
): Host & { readonly news: HostNews; readonly weight: ArrayBuffer } {
  const host = {
    news, // held by whoever holds the host, and weakly by the worker's messages
    weight: new ArrayBuffer(WORKER_WEIGHT),
    isWorker: true,
    async change(changes: Parameters<Host["change"]>[0]) {
      const meshes = await loadMeshes(changes, loadMesh);
      return (await ask(connection, { kind: "change", changes, meshes })).meshes;
    },
    async load(scene: EngineScene) {
      const meshes = await loadMeshes(scene.additions, loadMesh);
      return (await ask(connection, { kind: "load", ...scene, meshes })).meshes;
    },
    step: async (count: number, signal?: AbortSignal) =>
      (await unlessAborted(ask(connection, { kind: "step", count }), signal)).value as number,
    ask: async (question: unknown) => (await ask(connection, { kind: "attend", question })).value,
    tell(told: Told) {
      connection.told.push(told);
    },
    update(seconds: number, maxSteps: number) {
      connection.seconds += seconds;
      connection.maxSteps = maxSteps;
      connection.isDue = true;
      if (!connection.isBusy) sendUpdate(connection);
    },
    show(): Promise<void> {
      if (connection.lost !== undefined) return Promise.reject(connection.lost);
      return new Promise((resolve) => {
        connection.waiting.push(resolve);
        connection.isDue = true;
        if (!connection.isBusy) sendUpdate(connection);
      });
    },
    cut: async (cloth: number, edges: Parameters<Host["cut"]>[1]) => (await ask(connection, { kind: "cut", cloth, edges })).meshes,
    async cutAlong(cloth: number, path: Parameters<Host["cutAlong"]>[1], reach: number | undefined) {
      const { value, meshes } = await ask(connection, { kind: "cut-along", cloth, path, reach });
      return { edges: value as number, meshes };
    },
    reset: async () => (await ask(connection, { kind: "reset" })).meshes,
    watchContacts: () => send(connection, { kind: "watch-contacts" }),
    settle(): Promise<void> {
      if (connection.lost !== undefined) return Promise.reject(connection.lost);
      if (!connection.isBusy && connection.asked.size === 0) return Promise.resolve();
      return new Promise((resolve) => connection.idle.push(resolve));
    },
    dispose() {
      dropped.unregister(host);
      lose(connection, new InputError("world", "a world that was disposed of", "create another"));
    },
  };
  return host;
}

/** What comes, or the signal's reason as soon as that is aborted. */
function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return coming;
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

let questions = 0;

/** What was told before is sent along, so that the order stays. */
function ask(connection: Connection, question: Question): Promise<Answer> {
  if (connection.lost !== undefined) return Promise.reject(connection.lost);
  const id = ++questions;
  return new Promise((resolve, reject) => {
    connection.asked.set(id, { resolve, reject });
    try {
      send(connection, { kind: "ask", id, question, told: takeTold(connection) });
    } catch (error) {
      connection.asked.delete(id);
      reject(unsendable(error));
    }
  });
}

function takeTold(connection: Connection): readonly Told[] {
  const { told } = connection;
  connection.told = [];
  return told;
}

function sendUpdate(connection: Connection): void {
  const { seconds, maxSteps, returned } = connection;
  connection.seconds = 0;
  connection.isDue = false;
  connection.awaited = connection.waiting;
  connection.waiting = [];
  connection.returned = [];
  connection.isBusy = true;
  const buffers = returned.flatMap(buffersOf);
  send(connection, { kind: "update", seconds, maxSteps, told: takeTold(connection), returned }, buffers);
}

function send(connection: Connection, message: ToWorker, transfer: ArrayBuffer[] = []): void {
  if (connection.lost !== undefined) return;
  connection.port.post(message, transfer);
  connection.port.hold(true);
}

function listen(connection: Connection, news: WeakRef<HostNews>): void {
  connection.port.listen(
    (message: FromWorker) => {
      if (message.kind === "frame") endUpdate(connection, () => show(connection, message.frame, news.deref()));
      else if (message.kind === "told") news.deref()?.message(message.value);
      else if (message.kind === "answer") {
        const { id, value, meshes } = message;
        connection.asked.get(id)?.resolve({ value, meshes });
        connection.asked.delete(id);
      } else if (message.id === undefined) endUpdate(connection, () => news.deref()?.failed(unpackError(message.error)));
      else {
        connection.asked.get(message.id)?.reject(unpackError(message.error));
        connection.asked.delete(message.id);
      }
      tellIdle(connection);
    },
    (reason) => {
      const error = new DrapeError(`the worker of the world has ended: ${reason}; create another world`);
      lose(connection, error);
      news.deref()?.failed(error);
    },
  );
}

/** The worker has done an update. What listeners throw does not hinder the next. */
function endUpdate(connection: Connection, tell: () => void): void {
  const { awaited } = connection;
  connection.isBusy = false;
  try {
    tell();
  } finally {
    if (connection.isDue) sendUpdate(connection);
    for (const resolve of awaited) resolve();
    tellIdle(connection);
  }
}

/** Tells those who wait for it that the worker has nothing to do, if so. */
function tellIdle(connection: Connection): void {
  if (connection.isBusy || connection.asked.size > 0) return;
  connection.port.hold(false);
  const { idle } = connection;
  connection.idle = [];
  for (const resolve of idle) resolve();
}

/** Copies a frame into the world's own arrays, which stay the same from frame to frame. */
function show(connection: Connection, frame: Frame, news: HostNews | undefined): void {
  const { cloths, places, meshes, events } = frame;
  news?.meshes(meshes);
  for (const sent of cloths) {
    const own = news?.arraysOf(sent.id);
    if (own !== undefined && own.positions.length === sent.positions.length) {
      own.positions.set(sent.positions);
      own.normals.set(sent.normals);
      if (sent.tangents !== undefined) own.tangents?.set(sent.tangents);
    }
    connection.returned.push(sent);
  }
  const told = events.map((event) => (event.kind === "unstable" ? { ...event, error: unpackError(event.error) as never } : event));
  news?.frame({ ...frame, events: told }, places, frame.attended);
}

function lose(connection: Connection, reason: Error): void {
  if (connection.lost !== undefined) return;
  connection.lost = reason;
  connection.port.terminate();
  for (const { reject } of connection.asked.values()) reject(reason);
  connection.asked.clear();
  for (const resolve of [...connection.idle, ...connection.waiting, ...connection.awaited]) resolve();
  connection.idle = [];
}
