import { describeValue, InputError } from "../core/errors.ts";
import { readAnyObject, readBoolean, readList, readObject, readOptional } from "../core/read.ts";
import { refusePromise } from "../core/refuse-promise.ts";
import { openHost } from "./open-host.ts";
import { SCENE_FIELDS } from "./scene-fields.ts";
import type { World, WorldOptions } from "./world.ts";
import { createWorldFront } from "./world-front.ts";

/** How a world is made, besides what is in it. */
const OPTIONS: readonly (keyof WorldOptions)[] = [
  "worker",
  "threads",
  "modules",
  "sleep",
  "together",
  "loadMesh",
  "methods",
  "forces",
  "shapes",
  "attend",
  "decoders",
];

/**
 * A world of cloth, with what the options put there. Rejects with an InputError (where, what was found, what to do) for options that are wrong.
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  refusePromise(options, "options", "await it before");
  const fields = readObject(readAnyObject(options, "options"), "options", [...SCENE_FIELDS, ...OPTIONS]);
  const { cloths = [], colliders = [] } = options;
  readList(cloths, "cloths");
  readList(colliders, "colliders");
  checkWorker(options.worker);
  for (const name of ["sleep", "together"] as const) readOptional(fields, name, "options", readBoolean, false);
  if (options.attend !== undefined && typeof options.attend !== "function") {
    throw new InputError("options.attend", describeValue(options.attend), "give a function that makes an attendant");
  }
  const front = createWorldFront(options.timestep);
  const host = await openHost(options, front.news);
  try {
    await front.open(host, cloths, colliders);
  } catch (error) {
    host.dispose();
    throw error;
  }
  return front.world;
}

function checkWorker(worker: unknown): void {
  if (worker === undefined || typeof worker === "boolean" || worker instanceof URL || typeof worker === "function") return;
  const base = globalThis.document?.baseURI ?? "file:///";
  if (typeof worker === "string" && URL.canParse(worker, base) && /[./:]/.test(worker)) return;
  throw new InputError(
    "options.worker",
    describeValue(worker),
    "give true, the address of a copy of drape/worker.js, or a function that makes a worker",
  );
}
