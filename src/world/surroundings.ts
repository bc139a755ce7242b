import { readVec3 } from "../core/read.ts";
import { readField } from "../core/read-field.ts";
import type { Vec3 } from "../core/vec3.ts";
import type { Environment, Wind } from "../forces/wind.ts";
import { ROOMS } from "../scene/rooms.ts";
import type { SceneSettings } from "./change.ts";

/** What of its settings a world changes without making its simulations anew. */
export interface Surroundings extends Pick<Environment, "blow"> {
  readonly gravity: Vec3 | undefined;
  /** Null for none, undefined for what there was. */
  readonly wind: Wind | null | undefined;
}

/** Reads it, and loads the force of wind with the first that blows. */
export async function readSurroundings({ gravity, wind }: SceneSettings): Promise<Surroundings> {
  const read = gravity && readVec3(gravity, "gravity", { unit: "m/s²" });
  if (wind === undefined || wind === null) return { gravity: read, wind };
  const { DETAILS, blow } = await ROOMS.details();
  return { gravity: read, wind: readField(wind, "wind", DETAILS.wind), blow };
}
