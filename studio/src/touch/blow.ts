import type { Jet } from "drape";
import type { Overlay } from "./overlay.ts";
import type { Sight } from "./sight.ts";
import type { Tool } from "./tool.ts";

/** Speed [m/s] and density [kg/(m²·s)] of the breath, and its radius as a share of the stage's. */
const SPEED = 8;
const DENSITY = 0.8;
const RADIUS = 0.28;

/** Held down, the pointer blows along the line of sight. `radius` is the size of the stage [m], `pixels` that of a metre at the cloth. */
export function createBlow(
  sight: Sight,
  overlay: Overlay,
  size: () => { readonly radius: number; readonly pixels: number },
  blow: (jet: Jet | undefined) => void,
): Tool {
  let at: PointerEvent | undefined;
  let isNew = false;

  function point(event: PointerEvent): void {
    at = event;
    isNew = true;
    const { radius, pixels } = size();
    overlay.showBreath([event.offsetX, event.offsetY], RADIUS * radius * pixels);
  }

  function end(): void {
    at = undefined;
    isNew = false;
    overlay.showBreath(undefined, 0);
    blow(undefined);
  }

  return {
    press(event) {
      point(event);
      return true;
    },
    move: point,
    lift: end,
    cancel: end,
    frame() {
      if (!isNew || at === undefined) return;
      isNew = false;
      const { origin, direction } = sight.ray(at);
      const air = { speed: SPEED, density: DENSITY, radius: RADIUS * size().radius };
      blow({ origin: origin.toArray(), direction: direction.toArray(), ...air });
    },
  };
}
