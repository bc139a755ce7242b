/** What a world is told between updates: hands, pins and poses. Plain data, checked before it is told. */
export type Told = ToldOfCloth | ToldOfBody;

export type ToldOfCloth =
  | { readonly kind: "grab"; readonly cloth: number; readonly vertex: number; readonly point: Point }
  | { readonly kind: "release"; readonly cloth: number; readonly vertex: number }
  | { readonly kind: "pin"; readonly cloth: number; readonly vertices: readonly number[] }
  | { readonly kind: "unpin"; readonly cloth: number; readonly vertices: readonly number[] }
  | {
      readonly kind: "attach";
      readonly cloth: number;
      readonly vertices: readonly number[];
      readonly collider: number;
      readonly bone: number | undefined;
    }
  | {
      readonly kind: "take";
      readonly cloth: number;
      readonly hand: number;
      readonly vertex: number;
      readonly point: Point;
      readonly frequency: number;
      readonly maxStrain: number;
    }
  | { readonly kind: "hide" | "show"; readonly cloth: number }
  | { readonly kind: "aim"; readonly cloth: number; readonly hand: number; readonly point: Point }
  | { readonly kind: "drop"; readonly cloth: number; readonly hand: number };

/** A pose is 12 numbers, the rows of a matrix and then an offset [m]: of the body's own frame, or from where it was added; of all bones of a skin. */
export type ToldOfBody = { readonly kind: "place" | "move" | "bones"; readonly collider: number; readonly poses: Float64Array };

export type Point = readonly [number, number, number];
