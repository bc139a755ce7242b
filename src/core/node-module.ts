/** A module of Node's, without an import that bundlers would look for; undefined elsewhere. */
export function nodeModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.(name);
}
