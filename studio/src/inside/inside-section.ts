import { FIELDS, type FieldName } from "drape";
import type { GUI } from "lil-gui";
import type { Shown } from "./overlays.ts";
import type { Sights } from "./sights.ts";

/** What is chosen in the panel's section. */
export interface InsideSettings extends Shown {
  readonly field: FieldName | null;
  readonly colliders: boolean;
  /** Depth of the boxes. */
  readonly depth: number;
  /** Whether the colours keep their scale. */
  readonly holdScale: boolean;
}

export interface InsideSection {
  readonly settings: InsideSettings;
  /** The next quantity, or the woven cloth after the last. */
  nextField(): void;
}

const WOVEN = "woven cloth";
const DEEPEST = 9;

export function createInsideSection(gui: GUI, changed: (settings: InsideSettings) => void): InsideSection {
  const folder = gui.addFolder("See inside").close();
  const settings = {
    field: null as FieldName | null,
    colour: WOVEN as string,
    holdScale: false,
    springs: false,
    normals: false,
    colliders: false,
    boxes: false,
    depth: 5,
    intersections: false,
  };
  const tell = (): void => changed(settings);
  const names = [WOVEN, ...FIELDS.map(({ name }) => name)];
  const colour = folder.add(settings, "colour", names).name("colour").onChange(choose);
  const hold = folder.add(settings, "holdScale").name("hold the scale").onChange(tell);
  folder.add(settings, "springs").onChange(tell);
  folder.add(settings, "normals").onChange(tell);
  folder.add(settings, "colliders").onChange(tell);
  folder.add(settings, "boxes").name("bounding volumes").onChange(tell);
  const depth = folder.add(settings, "depth", 0, DEEPEST, 1).name("their depth").onChange(tell);
  folder.add(settings, "intersections").onChange(tell);
  hold.show(false);
  depth.show(false);
  folder.onChange(() => {
    hold.show(settings.field !== null);
    depth.show(settings.boxes);
  });

  function choose(name: string): void {
    settings.field = FIELDS.find((field) => field.name === name)?.name ?? null;
    settings.colour = settings.field ?? WOVEN;
    hold.show(settings.field !== null);
    tell();
  }

  return {
    settings,
    nextField() {
      choose(names[(names.indexOf(settings.colour) + 1) % names.length]);
      colour.updateDisplay();
    },
  };
}

/** What of the settings the worker has to know. */
export function toSights({ field, springs, boxes, depth, intersections }: InsideSettings): Sights {
  return { field, springs, boxes: boxes ? depth : null, intersections };
}
