import type { ToldOfCloth } from "./told.ts";

/** The vertices of a cloth that are held at run time, by their numbers in the whole mesh, for when all of them are there again. */
export interface Holds {
  readonly vertices: Iterable<number>;
  add(vertex: number): void;
  note(told: ToldOfCloth): void;
  forget(): void;
}

export function createHolds(): Holds {
  const held = new Set<number>();
  return {
    vertices: held,
    add: (vertex) => void held.add(vertex),
    note(told) {
      if (told.kind === "pin" || told.kind === "attach") for (const vertex of told.vertices) held.add(vertex);
      if (told.kind === "unpin") for (const vertex of told.vertices) held.delete(vertex);
      if (told.kind === "grab") held.add(told.vertex);
    },
    forget: () => held.clear(),
  };
}
