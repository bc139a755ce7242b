import { InputError, UnsupportedError } from "../../core/errors.ts";
import { type Field, index, list, number, object, required, row, STRING, vector } from "../../core/field.ts";
import { readAnyObject } from "../../core/read.ts";
import { readBy, readField } from "../../core/read-field.ts";
import type { Camera, SceneEvent, SceneVariant } from "./scene-field.ts";
import { type SolverKinds, solverField } from "./solver-field.ts";

export const CAMERA: Field<Camera> = object("Camera", { position: required(vector("m")), target: required(vector("m")) });

const WRITTEN_EVENT: Field<Omit<SceneEvent, "path">> = object("Event", {
  at: required(number({ min: 0, unit: "s" })),
  release: list(index(), "vertices"),
  cut: list(row<[number, number]>(["i", index()], ["j", index()]), "edges"),
});

export const EVENT: Field<SceneEvent> = readBy(WRITTEN_EVENT, (value, path) => {
  if (readAnyObject(value, path).reset !== undefined) {
    throw new UnsupportedError(`${path}: this version carries out release and cut events only; remove the others`);
  }
  const event = readField(value, path, WRITTEN_EVENT);
  if (event.release === undefined && event.cut === undefined) throw new InputError(`${path}.release`, "nothing", "give a list [ … ]");
  return { path, ...event };
});

/** Two to four of the variants. */
export const COMPARE: Field<readonly string[]> = list(STRING, "variants", { least: 2, most: 4 });

interface WrittenVariant extends Pick<SceneVariant, "name" | "solver"> {
  readonly title?: string;
}

/** A variant, with one of these methods. */
export function variantField(kinds: SolverKinds): Field<SceneVariant> {
  const variant = object<WrittenVariant>("Variant", { name: required(STRING), title: STRING, solver: required(solverField(kinds)) });
  return readBy(variant, (value, path) => {
    const { name, title = name, solver } = readField(value, path, variant);
    const given = readAnyObject(readAnyObject(value, path).solver, `${path}.solver`);
    return { name, title, solver, given };
  });
}
