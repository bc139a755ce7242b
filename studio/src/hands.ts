import type { World } from "drape";
import type { Command } from "./commands.ts";

/** The hands that hold vertices of a world's cloths, which the page numbers one after another. */
export interface Hands {
  /** Holds a vertex, moves one that is held, or lets go of it. */
  hold(command: Extract<Command, { type: "grab" | "move" | "release" }>): void;
  letGo(): void;
}

export function createHands(world: World): Hands {
  const held = new Set<number>();

  function release(vertex: number): void {
    const [cloth, own] = find(world, vertex);
    if (own < cloth.vertexCount) cloth.release(own);
  }

  return {
    hold(command) {
      const { type, vertex } = command;
      if (type === "grab") held.add(vertex);
      if (!held.has(vertex)) return;
      if (type === "release") {
        held.delete(vertex);
        return release(vertex);
      }
      const [cloth, own] = find(world, vertex);
      cloth.grab(own, command.position);
    },
    letGo() {
      for (const vertex of held) release(vertex);
      held.clear();
    },
  };
}

/** The cloth of a vertex, and its number there; a number that is too large is of the last cloth. */
function find({ cloths }: World, vertex: number): [cloth: World["cloths"][number], own: number] {
  let own = vertex;
  let n = 0;
  while (n + 1 < cloths.length && own >= cloths[n].vertexCount) own -= cloths[n++].vertexCount;
  return [cloths[n], own];
}
