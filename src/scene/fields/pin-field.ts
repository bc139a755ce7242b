import { either, type Field, index, STRING } from "../../core/field.ts";
import type { Motion } from "../../core/motion.ts";
import { refine } from "../../core/read-field.ts";
import { NOT_AMONG_THEM, type SceneKinds } from "./scene-kinds.ts";

/** Vertices by number, by name (a side or corner of a grid, a group of a garment or mesh, its "top", "all"), or by their colour. */
export type VertexChoice = readonly number[] | string | ColorChoice;

export const COLORS = ["red", "green", "blue", "white", "black"] as const;

/** Vertices of a mesh that have more than `above` of a colour [−]. */
export interface ColorChoice {
  readonly color: (typeof COLORS)[number];
  readonly above: number;
}

/** Held vertices. */
export interface PinSpec {
  readonly path: string;
  readonly vertices: VertexChoice;
  readonly motion?: Motion;
  readonly release?: number;
}

/** Vertices that go with a body or a figure. */
export interface AttachmentSpec {
  readonly path: string;
  readonly vertices: VertexChoice;
  /** A collider, a figure, or a bone of one such as "figure.hips". */
  readonly to: string;
  /** Held exactly without; with it, they may get so far from where they would be [m]. */
  readonly maxDistance?: number;
  /** And so far to the inner side of it [m]. */
  readonly backstop?: number;
  readonly release?: number;
}

export interface WrittenPin extends Omit<PinSpec, "path" | "vertices"> {
  readonly vertex?: number | string;
  readonly vertices?: VertexChoice;
}

/** An entry of `pins`: a vertex, a name, or an object. */
export function pinField({ details }: SceneKinds): Field<PinSpec> {
  return refine(either(index(), STRING, details?.pin ?? (NOT_AMONG_THEM as Field<WrittenPin>)), (pin, path) => {
    const { vertex, vertices, ...rest } = typeof pin === "object" ? pin : { vertex: pin };
    const which = vertex ?? vertices ?? [];
    return { path, vertices: typeof which === "number" ? [which] : which, ...rest };
  });
}
