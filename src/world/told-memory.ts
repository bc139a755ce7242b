import type { Told, ToldOfBody, ToldOfCloth } from "./told.ts";

type ToldTake = ToldOfCloth & { readonly kind: "take" };

/** What was told and still holds, for groups that come later: where bodies are to be, and the hands that hold cloth. */
export interface ToldMemory {
  readonly bodies: ReadonlyMap<number, ToldOfBody>;
  readonly hands: ReadonlyMap<number, ToldTake>;
  /** The cloths that nobody sees. */
  readonly hidden: ReadonlySet<number>;
  note(told: Told): void;
  forgetBody(collider: number): void;
  forgetHands(): void;
}

export function createToldMemory(): ToldMemory {
  const bodies = new Map<number, ToldOfBody>();
  const hands = new Map<number, ToldTake>();
  const hidden = new Set<number>();
  return {
    bodies,
    hands,
    hidden,
    note(told) {
      if (!("cloth" in told)) bodies.set(told.collider, told);
      else if (told.kind === "hide") hidden.add(told.cloth);
      else if (told.kind === "show") hidden.delete(told.cloth);
      else if (told.kind === "take") hands.set(told.hand, told);
      else if (told.kind === "drop") hands.delete(told.hand);
      else if (told.kind === "aim") {
        const hand = hands.get(told.hand);
        if (hand !== undefined) hands.set(told.hand, { ...hand, point: told.point });
      }
    },
    forgetBody: (collider) => bodies.delete(collider),
    forgetHands: () => hands.clear(),
  };
}
