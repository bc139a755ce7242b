import { InputError } from "../core/errors.ts";
import type { PinScript } from "../sim/drive.ts";
import type { Scene } from "./read-scene.ts";

/** Applies the scene's release events to its pins; each pin goes at the earliest time that names it. */
export function withReleases(pins: readonly PinScript[], scene: Pick<Scene, "releases">, count: number): PinScript[] {
  const times = new Map<number, number>();
  for (const event of scene.releases) {
    for (const vertex of event.vertices) {
      if (vertex >= count) throw new InputError(event.path, String(vertex), `the scene has vertices 0 to ${count - 1}`);
      times.set(vertex, Math.min(times.get(vertex) ?? Number.POSITIVE_INFINITY, event.at));
    }
  }
  return pins.map((pin) => {
    const time = Math.min(times.get(pin.vertex) ?? Number.POSITIVE_INFINITY, pin.release ?? Number.POSITIVE_INFINITY);
    return time === Number.POSITIVE_INFINITY ? pin : { ...pin, release: time };
  });
}
