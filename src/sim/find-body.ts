import { describeValue, InputError } from "../core/errors.ts";
import type { Run } from "./run.ts";

/** The number of a collider of the scene, by number or name. */
export function findBody({ collision: { colliders } }: Run, body: number | string): number {
  const found = typeof body === "string" ? colliders.findIndex(({ name }) => name === body) : body;
  if (Number.isInteger(found) && found >= 0 && found < colliders.length) return found;
  const names = colliders.map(({ name }) => JSON.stringify(name)).join(", ");
  const advice = colliders.length === 0 ? "the scene has none" : `give one of ${names}, or its number from 0`;
  throw new InputError("body", describeValue(body), advice);
}
