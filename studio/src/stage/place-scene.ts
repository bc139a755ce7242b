import type { Scene } from "drape";
import type { Topology } from "../protocol.ts";
import type { BodyView } from "./body-view.ts";
import { createFigurePath, type FigurePath } from "./figure-path.ts";
import type { FigureView } from "./figure-view.ts";
import { type Framing, frameCloth } from "./framing.ts";
import type { Stage } from "./stage.ts";

/** Where a scene takes place, and where its figures go. */
export interface PlacedScene {
  readonly framing: Framing;
  readonly path: FigurePath;
}

/** What of a checked scene the stage has to know. */
export type StagedScene = Pick<Scene, "floor" | "camera" | "colliders" | "figures" | "duration">;

/** Sets a stage about a scene just loaded: its bodies and figures, the light and the camera. */
export function placeScene(
  { stage, bodies, figures }: { stage: Stage; bodies: BodyView; figures: FigureView },
  { floor, camera, colliders, figures: mannequins, duration }: StagedScene,
  { start = new Float32Array(0), surfaces = [], skins = [] }: Topology,
): PlacedScene {
  const path = createFigurePath({ figures: mannequins, duration });
  let framing = frameCloth(Float32Array.from([...start, ...path.outline]), floor);
  if (path.ground !== undefined) framing = { ...framing, ground: path.ground };
  // the bones of figures stand behind the other bodies
  bodies.setColliders(colliders.slice(0, skins[0]?.firstBone), surfaces, framing.radius);
  figures.setSkins(skins);
  stage.frame(framing, camera);
  return { framing, path };
}
