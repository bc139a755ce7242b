import type { BodyShape, BodySurface, MethodInfo, Scene, SceneInput } from "drape";

/**
 * What the page itself asks the engine, which runs in a worker: how a scene reads, which methods there are, how a body looks. The gallery asks
 * none of it, so the code comes with the first scene.
 */
let facts: typeof import("./engine-facts.ts") | undefined;

/** The method of a scene that names none. */
export const FIRST_METHOD = "auto";

/** To be awaited before a scene is read. */
export async function fetchEngine(): Promise<void> {
  facts ??= await import("./engine-facts.ts");
}

export async function readScene(input: SceneInput): Promise<Scene> {
  await fetchEngine();
  return (facts as NonNullable<typeof facts>).parseScene(input);
}

/** A body of a scene that was read, as a file would hold it. */
export function bodyMeshes(shape: BodyShape): readonly Pick<BodySurface, "positions" | "triangles">[] {
  return facts?.listBodies({ colliders: [{ shape }], figures: [] }, [{ name: "", kind: "" }]) ?? [];
}

/** Every method of the engine; none before a scene is read. */
export function methods(): readonly MethodInfo[] {
  return facts?.METHODS ?? [];
}

/** The name that people read. */
export function methodTitle(name: string): string {
  return methods().find((method) => method.name === name)?.title ?? name;
}
