import { GARMENTS as CATALOG } from "./garment-catalog.ts";
import type { GarmentKind } from "./garment-options.ts";

interface Words {
  readonly summary: string;
  /** Of those of its options of which OPTIONS says something else, or nothing. */
  readonly options: Readonly<Record<string, string>>;
}

/** What people read of each kind of garment. */
const WORDS: Readonly<Record<string, Words>> = {
  cape: {
    summary: "a flared piece behind the body that hangs from the shoulders",
    options: {
      columns: "vertices along the upper border, in place of spacing",
      rows: "rows of vertices, in place of those that spacing makes",
      length: "from the shoulders to the hem along the cloth; to the calves by default",
      width: "at the shoulders; from joint to joint by default",
      flare: "how far each side goes outward for each metre of length",
    },
  },
  skirt: {
    summary: "a flared tube from the waist down",
    options: {
      columns: "vertices around the waist, in place of spacing",
      rows: "rings of vertices, in place of those that spacing makes",
      length: "from waist to hem along the cloth; to the knees by default",
      top: "height of the waistband; the waist's by default",
    },
  },
  dress: {
    summary: "a fitted bodice with straps, and a flared skirt",
    options: {
      length: "of the skirt, from waist to hem along the cloth; to the knees by default",
      top: "height of the bodice's upper border; as near under the arms as ease allows by default",
      strapWidth: "width of the shoulder straps",
    },
  },
  poncho: {
    summary: "a round or square sheet with a hole for the head",
    options: {
      shape: "of the sheet and of its hole",
      length: "from the middle to the hem: the radius, or half the side",
      hole: "radius of the hole, or half its side; as tight around the neck as ease allows by default",
    },
  },
  trousers: {
    summary: "a tube around the hips that parts into two for the legs",
    options: {
      length: "from the waist down to the hems; to the ankles by default",
      flare: "how far the legs go outward for each metre down",
    },
  },
  sleeves: {
    summary: "a tube along each arm",
    options: {
      start: "where the sleeves begin, along the arm from the shoulder joint; as near as ease allows by default",
      length: "of each sleeve along the arm; to the wrist by default",
      flare: "how far the cloth goes outward for each metre along the arm",
    },
  },
};

/** What people read of an option of several kinds. */
const OPTIONS: Readonly<Record<string, string>> = {
  ease: "distance to the body at the start",
  spacing: "distance between neighbouring vertices",
  flare: "how far the cloth goes outward for each metre down",
};

/** Every kind of garment, with what people read of it. */
export const GARMENTS: readonly GarmentKind[] = CATALOG.map(({ name, options, ...kind }) => {
  const words = WORDS[name];
  return {
    name,
    summary: words.summary,
    options: options.map(({ name: option, ...rule }) => ({
      name: option,
      summary: words.options[option] ?? OPTIONS[option],
      unit: "",
      ...rule,
    })),
    ...kind,
  };
});
