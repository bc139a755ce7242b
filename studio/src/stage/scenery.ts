import type { Scene } from "drape";
import type { Frame, Topology } from "../commands.ts";
import { createBodyView } from "./body-view.ts";
import { createFigurePath, type FigurePath } from "./figure-path.ts";
import { createFigureView } from "./figure-view.ts";
import { type Framing, frameCloth, isShowable } from "./framing.ts";
import type { Stage } from "./stage.ts";

/** What stands on the stage beside the cloth: bodies and figures, and where the camera looks. */
export interface Scenery {
  /** Sets the stage for a scene that was loaded, about its cloth at the start. */
  set(start: Float32Array, topology: Topology, scene: Scene | undefined): void;
  /** Takes the scene's frame away: until the next `set` every position can be shown. */
  clear(): void;
  /** Radius of what the camera frames [m]. */
  readonly radius: number;
  /** Whether cloth with these positions fits on the stage. */
  canShow(positions: Float32Array): boolean;
  /** Puts bodies and figures where a frame has them. */
  setFrame(frame: Pick<Frame, "poses" | "surfaces">): void;
  /** Takes the camera along with a figure that walks; `time` [s]. */
  follow(time: number): void;
  setVisible(visible: boolean): void;
  setDark(dark: boolean): void;
}

export function createScenery(stage: Stage): Scenery {
  const bodies = createBodyView();
  const figures = createFigureView();
  stage.scene.add(bodies.object, figures.object);
  let framing: Framing | undefined;
  let path: FigurePath | undefined;

  return {
    set(start, { surfaces = [], skins = [] }, scene) {
      const { floor, camera, colliders = [], figures: mannequins = [], duration = 0 } = scene ?? {};
      path = createFigurePath({ figures: mannequins, duration });
      framing = frameCloth(Float32Array.from([...start, ...path.outline]), floor);
      if (path.ground !== undefined) framing = { ...framing, ground: path.ground };
      // the bones of figures stand behind the other bodies
      bodies.setColliders(colliders.slice(0, skins[0]?.firstBone), surfaces, framing.radius);
      figures.setSkins(skins);
      stage.frame(framing, camera);
    },
    clear() {
      framing = undefined;
    },
    get radius() {
      return framing?.radius ?? Number.POSITIVE_INFINITY;
    },
    canShow: (positions) => framing === undefined || isShowable(positions, framing),
    setFrame({ poses, surfaces = [] }) {
      bodies.setPoses(poses);
      bodies.setSurfaces(surfaces);
      figures.setPoses(poses);
    },
    follow(time) {
      if (path !== undefined) stage.follow(...path.follow(time));
    },
    setVisible(visible) {
      bodies.object.visible = visible;
      figures.object.visible = visible;
    },
    setDark: figures.setDark,
  };
}
