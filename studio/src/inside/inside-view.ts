import type { BodySurface, ColliderSpec, FieldName } from "drape";
import type { GUI } from "lil-gui";
import type { Frame } from "../commands.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";
import { createColliderLines } from "./collider-lines.ts";
import { createColourScale } from "./colour-scale.ts";
import { createInsideSection, toSights } from "./inside-section.ts";
import { createLegend } from "./legend.ts";
import { createOverlays } from "./overlays.ts";
import { type FrameSights, NO_SIGHTS, type Sights } from "./sights.ts";
import "./inside.css";

/** Everything the page shows of the inside: the panel's section, the colours with their legend, and what is drawn over the cloth. */
export interface InsideView {
  /** Bodies of another scene, and its size [m]. */
  setScene(colliders: readonly ColliderSpec[], surfaces: readonly (BodySurface | null | undefined)[], radius: number): void;
  setSprings(ends: Uint32Array, kinds: Uint8Array): void;
  /** Follows a frame that the cloth shows already. */
  showFrame(frame: Frame): void;
  nextField(): void;
  /** For tests: what is seen now. */
  describe(): InsideReport;
  /** The number that colours a vertex. */
  valueAt(vertex: number): number;
}

export interface InsideReport {
  readonly field: FieldName | null;
  /** The scale's upper end, 0 before the first colours. */
  readonly limit: number;
  /** Springs, normals, boxes, triangles and lines of colliders that are drawn. */
  readonly drawn: Readonly<Record<string, number>>;
}

export function createInsideView(
  gui: GUI,
  legendParent: HTMLElement,
  stage: Stage,
  cloth: ClothView,
  see: (sights: Sights) => void,
): InsideView {
  const overlays = createOverlays(cloth);
  const bodies = createColliderLines();
  const scale = createColourScale();
  const legend = createLegend(legendParent);
  stage.scene.add(overlays.object, bodies.object);
  let asked = NO_SIGHTS;
  let colours = new Float32Array(0);
  let values = new Float32Array(0);
  let coloured: FieldName | null = null;
  let newest: FrameSights = {};

  const section = createInsideSection(gui, (settings) => {
    scale.hold(settings.holdScale);
    bodies.setVisible(settings.colliders);
    const wanted = toSights(settings);
    if (JSON.stringify(wanted) !== JSON.stringify(asked)) see(wanted);
    asked = wanted;
    if (settings.field === null) showWoven();
    overlays.follow(settings, newest);
    stage.invalidate();
  });

  function showWoven(): void {
    if (coloured !== null) cloth.setColours(undefined);
    coloured = null;
    legend.show(null, 0);
  }

  function paint({ name, values: newest }: NonNullable<Frame["field"]>): void {
    if (colours.length !== 3 * newest.length) {
      colours = new Float32Array(3 * newest.length);
      values = new Float32Array(newest.length);
    }
    values.set(newest);
    scale.paint(name, values, performance.now() / 1000, colours);
    cloth.setColours(colours);
    coloured = name;
    legend.show(name, scale.limit);
  }

  return {
    setScene: bodies.setColliders,
    setSprings: overlays.setSprings,
    showFrame(frame) {
      // one that was on its way when something else was chosen has nothing new
      if (frame.field !== undefined && frame.field.name === section.settings.field) paint(frame.field);
      bodies.setPoses(frame.poses);
      const { boxes, intersections } = frame;
      newest = { ...(boxes && { boxes }), ...(intersections && { intersections }) };
      overlays.follow(section.settings, newest);
    },
    nextField: section.nextField,
    describe: () => ({
      field: coloured,
      limit: coloured === null ? 0 : scale.limit,
      drawn: { ...overlays.count(), colliders: bodies.count() },
    }),
    valueAt: (vertex) => values[vertex],
  };
}
