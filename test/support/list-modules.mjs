// `node --import …/list-modules.mjs PROGRAM`: writes the address of every module that is loaded, a line each, to standard error.
import { writeSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

/** Node's hook for loading a module. @type {import("node:module").LoadHook} */
export function load(url, context, next) {
  if (url.startsWith("file:")) writeSync(2, `${url}\n`);
  return next(url, context);
}
