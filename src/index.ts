/** `drape`: real-time cloth for TypeScript. What a program with cloth needs; figure, files, surface, inspect, extend, three and core have more. */

// Only by `export *`: a bundler that splits by files (esbuild) then leaves this file out, and with it what a page does not ask for by name.
export * from "./fabrics.ts";
export * from "./scene/whole-lists.ts";
export * from "./simulate.ts";
export * from "./world.ts";
