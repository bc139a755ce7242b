/** A module of Node's, without an import that bundlers would look for; undefined elsewhere. */
export function nodeModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.(name);
}

/** Shared memory is there in Node, and on pages that are isolated from others'. */
export function canShareMemory(): boolean {
  return (
    typeof SharedArrayBuffer !== "undefined" && (nodeModule("node:worker_threads") !== undefined || globalThis.crossOriginIsolated === true)
  );
}
