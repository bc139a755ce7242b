import type { SceneInput } from "drape";

/** What the code is to do again. */
export interface CodeRequest {
  readonly scene: SceneInput;
  /** The fields that differ from the file, where the scene is one of the package: `path` is its name in `scenes/`. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly path?: string | undefined;
  readonly steps: number;
  /** The state after these steps, eight hexadecimal digits. */
  readonly hash: string;
}

/** A scene with a text up to this long stands in the code itself [characters]. */
const INLINE_LENGTH = 2000;

/** The mesh files that a scene names, and does not hold. */
export function meshFiles({ cloths, colliders }: SceneInput): string[] {
  const bodies: readonly unknown[] = Array.isArray(colliders) ? colliders : [];
  const names = [...cloths, ...bodies].flatMap((entry) => {
    const { mesh } = entry as { mesh?: string | { file?: unknown } };
    const file = typeof mesh === "string" ? mesh : mesh?.file;
    return typeof file === "string" && !file.startsWith("data:") ? [file] : [];
  });
  return [...new Set(names)];
}

/** At most ten lines of library code that simulate the scene up to this step and print the hash of the state. */
export function formatCode({ scene, changes, path, steps, hash }: CodeRequest): string {
  const { title, description, camera, floor, ...simulated } = scene;
  const text = JSON.stringify(simulated);
  const inline = path === undefined || (text.length <= INLINE_LENGTH && !text.includes('"mesh":'));
  const fields = Object.entries(changes).map(([name, value]) => `, ${name}: ${JSON.stringify(value)}`);
  const found = [
    'import { readFile } from "node:fs/promises";',
    'import { createSimulation } from "drape";',
    "",
    `const url = new URL(import.meta.resolve(${JSON.stringify(`drape/scenes/${path}`)}));`,
    `const scene = { ...JSON.parse(await readFile(url, "utf8"))${fields.join("")} };`,
    'const loadMesh = (name) => readFile(new URL(name, url), "utf8");',
    "const simulation = await createSimulation(scene, { loadMesh });",
  ];
  const beside = meshFiles(scene).length > 0;
  const written = [
    ...(beside ? ['import { readFile } from "node:fs/promises";'] : []),
    'import { createSimulation } from "drape";',
    "",
    `const scene = ${text};`,
    `const simulation = await createSimulation(scene${beside ? ", { loadMesh: (name) => readFile(name) }" : ""});`,
  ];
  return [
    ...(inline ? written : found),
    `while (simulation.steps < ${steps}) simulation.step();`,
    `console.log(simulation.hash().toString(16).padStart(8, "0")); // ${hash} in the studio`,
    "",
  ].join("\n");
}
