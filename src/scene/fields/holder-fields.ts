import { choice, either, type Field, index, list, number, object, required, STRING, withDefault } from "../../core/field.ts";
import { refine } from "../../core/read-field.ts";
import { MOTION } from "./motion-field.ts";
import { type AttachmentSpec, COLORS, type ColorChoice, type VertexChoice, type WrittenPin } from "./pin-field.ts";

const COLOR: Field<ColorChoice> = object("Color", {
  color: required(choice(COLORS)),
  above: withDefault(number({ min: 0, max: 1 }), 0.5),
});
const VERTICES: Field<VertexChoice> = either(STRING, COLOR, list(index(), "vertices"));
const TIME: Field<number> = number({ min: 0, unit: "s" });
const DISTANCE: Field<number> = number({ min: 0, unit: "m" });

/** An entry of `pins` that says more than which vertices. */
export const PIN_OBJECT: Field<WrittenPin> = object(
  "Pin",
  { vertex: either(index(), STRING), vertices: VERTICES, motion: MOTION, release: TIME },
  {
    oneOf: ["vertex", "vertices"],
    none: "a pin of nothing",
  },
);

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
