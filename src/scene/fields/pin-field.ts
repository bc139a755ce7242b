import { choice, either, type Field, index, list, number, object, required, STRING, withDefault } from "../../core/field.ts";
import type { Motion } from "../../core/motion.ts";
import { refine } from "../../core/read-field.ts";
import { MOTION } from "./motion-field.ts";

/** Vertices by number, by name (a side or corner of a grid, a group of a garment or mesh, "all"), or by their colour. */
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

const COLOR: Field<ColorChoice> = object("Color", {
  color: required(choice(COLORS)),
  above: withDefault(number({ min: 0, max: 1 }), 0.5),
});
const VERTICES: Field<VertexChoice> = either(STRING, COLOR, list(index(), "vertices"));
const TIME: Field<number> = number({ min: 0, unit: "s" });
const DISTANCE: Field<number> = number({ min: 0, unit: "m" });

interface WrittenPin extends Omit<PinSpec, "path" | "vertices"> {
  readonly vertex?: number | string;
  readonly vertices?: VertexChoice;
}

const PIN_OBJECT: Field<WrittenPin> = object(
  "Pin",
  { vertex: either(index(), STRING), vertices: VERTICES, motion: MOTION, release: TIME },
  {
    oneOf: ["vertex", "vertices"],
    none: "a pin of nothing",
  },
);

/** An entry of `pins`: a vertex, a name, or an object. */
export const PIN: Field<PinSpec> = refine(either(index(), STRING, PIN_OBJECT), (pin, path) => {
  const { vertex, vertices, ...rest } = typeof pin === "object" ? pin : { vertex: pin };
  const which = vertex ?? vertices ?? [];
  return { path, vertices: typeof which === "number" ? [which] : which, ...rest };
});

/** An entry of `attachments`. */
export const ATTACHMENT: Field<AttachmentSpec> = refine(
  object<Omit<AttachmentSpec, "path">>(
    "Attachment",
    {
      vertices: required(VERTICES),
      to: required(STRING),
      maxDistance: DISTANCE,
      backstop: DISTANCE,
      release: TIME,
    },
    {
      needs: { backstop: "maxDistance" },
      apart: [["release", "maxDistance", "a release with maxDistance", "only what is held can be released"]],
    },
  ),
  (attachment, path) => ({ path, ...attachment }),
);
