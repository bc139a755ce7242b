// `node --import ./scripts/typescript.mjs FILE.ts` runs TypeScript on a Node that cannot do so by itself (before 22.18).
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";

if (!Reflect.get(process.features, "typescript")) register(import.meta.url);

/** Node's hook for loading a module: strips the types, keeps the lines. @type {import("node:module").LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
  const { transformWithOxc } = await import("vite");
  const { code, map } = await transformWithOxc(await readFile(new URL(url), "utf8"), fileURLToPath(url), {
    sourcemap: true,
  });
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
  return { format: "module", source: `${code}\n${comment}\n`, shortCircuit: true };
}
